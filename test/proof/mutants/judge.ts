// What must notice a mutant, the quick first, up to the first that does: the lint of the contract, the generator and the
// compiler, then tests, likely ones first. A kill by a test counts once the same file is red again on its own.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { withChange } from '../../copies/copy.ts'
import { type Finding, runCommand, runTests, runWatch, type Watching } from '../../copies/watch.ts'
import { applied, type Mutant } from './mutant.ts'
import { functionAt, type Reach } from './reach.ts'

/** Who noticed: `late`, if tests came to no end; `tidy` and `compat`, if a rule of form or of versions was all that did. */
export type Noticed = 'lint' | 'generator' | 'types' | 'tests' | 'late' | 'tidy' | 'compat' | 'nobody'

export interface Verdict {
  by: Noticed
  what: string
}

type Copy = Omit<Watching, 'deadlineMs'>

/** Longer files run after the others, in workers of their own. */
const slowFromSeconds = 2.5
const quickDeadlineMs = 180_000
const slowDeadlineMs = 300_000
/** Files that have noticed mutants of the same part go before all others, slow or not. */
const mostStrong = 3

export class Judge {
  readonly #reach: Reach
  /** How often a test file noticed mutants of the same source, or the same part of the contract. */
  readonly #kills = new Map<string, number>()

  constructor(reach: Reach) {
    this.#reach = reach
  }

  async judge(mutant: Mutant, copy: Copy): Promise<Verdict> {
    const files = this.#likelyFirst(
      mutant,
      this.#reaching(mutant, await readFile(join(copy.folder, mutant.file), 'utf8')),
    )
    const run = () =>
      mutant.area === 'server'
        ? this.#ofServer(mutant, copy, files)
        : keepingGenerated(copy, () => this.#ofContract(mutant, copy, files))
    return withChange(copy.folder, mutant.file, (text) => applied(text, mutant), run)
  }

  async #ofServer(mutant: Mutant, copy: Copy, files: string[]): Promise<Verdict> {
    return first([
      () => command('types', copy),
      () => this.#tests(mutant, copy, files),
      () => command('tidy', copy, ['biome', 'lint', ...rulesOfBehaviour, mutant.file]),
    ])
  }

  // The generator runs as it would for a careless developer: that generated/ is stale would tell nothing.
  async #ofContract(mutant: Mutant, copy: Copy, files: string[]): Promise<Verdict> {
    return first([
      () => command('lint', copy),
      () => command('generator', copy, ['node', 'tools/generate/main.ts']),
      () => command('types', copy),
      () => this.#tests(mutant, copy, files),
      () => command('compat', copy, ['node', 'tools/compat/main.ts']),
    ])
  }

  async #tests(mutant: Mutant, copy: Copy, files: string[]): Promise<Verdict> {
    const isSlow = (file: string) => (this.#reach[file]?.seconds ?? 0) >= slowFromSeconds
    const strong = files.filter((file) => this.#killsOf(mutant, file) > 0).slice(0, mostStrong)
    const others = files.filter((file) => !strong.includes(file))
    const quick = others.filter((file) => !isSlow(file))
    const slow = others.filter(isSlow)
    return first([
      () => this.#group(mutant, { ...copy, deadlineMs: slowDeadlineMs }, strong, slowOptions),
      () => this.#group(mutant, { ...copy, deadlineMs: quickDeadlineMs }, quick, quickOptions),
      () => this.#group(mutant, { ...copy, deadlineMs: slowDeadlineMs }, slow, slowOptions),
    ])
  }

  async #group(mutant: Mutant, watching: Watching, files: string[], options: string[]): Promise<Verdict> {
    if (files.length === 0 || watching.signal.aborted) return nobody
    const { verdict, what, file } = await runTests(watching, ['run', ...files, ...options])
    if (verdict === 'late') {
      if (files.length === 1) return { by: 'late', what: `${files[0]}: ${what}` }
      // On a busy machine many files may be late together, which is nobody's fault.
      return first(files.map((one) => () => this.#group(mutant, watching, [one], options)))
    }
    if (verdict === 'lost') return { by: 'tests', what: `(no test) ${what}` }
    if (verdict === 'green' || file === undefined) return nobody
    const again = await redAgain(watching, file, what)
    if (!again) {
      const others = files.filter((one) => one !== file)
      return this.#group(mutant, watching, others, options)
    }
    const key = `${file} ${partOf(mutant)}`
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1)
    return { by: 'tests', what: `${file}: ${what}` }
  }

  #killsOf(mutant: Mutant, file: string): number {
    return this.#kills.get(`${file} ${partOf(mutant)}`) ?? 0
  }

  #reaching(mutant: Mutant, text: string): string[] {
    const all = Object.keys(this.#reach)
    if (mutant.area === 'contract') return all.filter((file) => hearContract.test(file))
    const where = functionAt(mutant.file, text, mutant.start)
    return all.filter((file) => this.#reach[file]?.functions.includes(where))
  }

  #likelyFirst(mutant: Mutant, files: string[]): string[] {
    const name = basename(mutant.file, '.ts')
    const kills = (file: string) => this.#killsOf(mutant, file)
    const isNamed = (file: string) => (file.includes(name) ? 1 : 0)
    const seconds = (file: string) => this.#reach[file]?.seconds ?? 0
    return files.toSorted((a, b) => kills(b) - kills(a) || isNamed(b) - isNamed(a) || seconds(a) - seconds(b))
  }
}

const config = ['--config=test/proof/mutants/vitest.config.ts', '--maxWorkers=1']
// Nothing in these files takes long, so that what hangs is soon known.
const quickOptions = [...config, '--no-isolate', '--testTimeout=6000', '--hookTimeout=10000']
const slowOptions = config

// Others see that a condition is constant, which a mutant's is and a careless hand's is not.
const rulesOfBehaviour = [
  '--vcs-enabled=false',
  '--only=nursery/noFloatingPromises',
  '--only=nursery/noMisusedPromises',
]

const nobody: Verdict = { by: 'nobody', what: '' }

// Those that hold what is running to the contract. Others run the same road for other reasons, and what the rule of
// versions says of a change (test/proof/compat) is asked for last, on its own.
const hearContract =
  /^test\/(?:contract|front-door|mock|operations|pages|client\/[\w-]+\.test|proof\/(?:coverage|conformance|parity|workflows))/

function partOf({ area, file, place }: Mutant): string {
  return area === 'server' ? file : place.split(' > ').slice(0, 2).join(' > ')
}

// The test on its own is quicker; where it needs those before it, the whole file. With all the time it may take, since a
// busy machine may have been too slow for it.
async function redAgain(watching: Watching, file: string, test: string): Promise<boolean> {
  const alone = ['run', file, ...slowOptions]
  // Vitest puts signs between the titles that it leaves out of its report.
  const name = `^${test.replaceAll(/\W+/g, '.*')}$`
  const named = await runTests(watching, [...alone, `--testNamePattern=${name}`])
  if (named.verdict === 'red' || named.verdict === 'late') return true
  return (await runTests(watching, alone)).verdict !== 'green'
}

async function first(stages: (() => Promise<Verdict>)[]): Promise<Verdict> {
  for (const stage of stages) {
    const verdict = await stage()
    if (verdict.by !== 'nobody') return verdict
  }
  return nobody
}

async function command(by: Noticed, copy: Copy, line?: string[]): Promise<Verdict> {
  const watching = { ...copy, deadlineMs: 60_000 }
  const finding: Finding =
    line === undefined
      ? await runWatch(by === 'types' ? 'types' : 'lint', undefined, watching)
      : await runCommand(watching, line)
  return finding.verdict === 'green' ? nobody : { by, what: finding.what }
}

async function keepingGenerated<T>({ folder }: Copy, run: () => Promise<T>): Promise<T> {
  const generated = join(folder, 'generated')
  const sound = await Promise.all(
    (await readdir(generated)).map(
      async (name) => [join(generated, name), await readFile(join(generated, name))] as const,
    ),
  )
  try {
    return await run()
  } finally {
    for (const [path, bytes] of sound) await writeFile(path, bytes)
  }
}
