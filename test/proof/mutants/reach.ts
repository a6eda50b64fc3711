// Which test files run which functions of the server: only those can notice what changes there. Measured once, by running
// each test file on its own in a copy whose functions say that they ran, in processes of their own too.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { type Copies, inAllCopies } from '../../copies/copy.ts'
import { runTests } from '../../copies/watch.ts'
import { applied } from './mutant.ts'
import { serverFiles } from './server-mutants.ts'

export interface Reached {
  /** How long the file took on its own. */
  seconds: number
  /** As `functionAt` names them. */
  functions: string[]
}

/** By test file. What is red without any mutant can notice nothing, and has no entry. */
export type Reach = Record<string, Reached>

/** The innermost function at an offset, or the module itself. */
export function functionAt(file: string, text: string, offset: number): string {
  const around = functionsOf(file, text).filter(({ pos, end }) => pos <= offset && offset < end)
  return named(file, around.at(-1))
}

/** The text with a probe in each function, on the same lines. */
export function probed(file: string, text: string, log: string): string {
  const probes = functionsOf(file, text).flatMap(({ body, ...node }) => {
    const call = `__ran(${JSON.stringify(named(file, node))})`
    if (body === undefined) return []
    if (ts.isBlock(body)) return [{ at: body.getStart() + 1, put: `${call};` }]
    return [
      { at: body.getStart(), put: `(${call}, ` },
      { at: body.getEnd(), put: ')' },
    ]
  })
  const changed = probes
    .toSorted((a, b) => b.at - a.at)
    .reduce((code, { at, put }) => applied(code, { start: at, end: at, replacement: put }), text)
  return `${probe(log)} __ran(${JSON.stringify(named(file, undefined))}); ${changed}`
}

// No import, so that whoever looks at imports sees those that the file has; `var`, since modules may run in a circle.
function probe(log: string): string {
  return `var __seen; function __ran(name) {
    if (!(__seen ??= new Set()).has(name)) {
      __seen.add(name); process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, name + '\\n')
    }
  }`.replaceAll(/\s*\n\s*/g, ' ')
}

interface Located {
  pos: number
  end: number
  body?: ts.Node | undefined
}

// From the outside in.
function functionsOf(file: string, text: string): Located[] {
  const found: Located[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node) found.push({ pos: node.pos, end: node.end, body: node.body })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

function named(file: string, located: Located | undefined): string {
  return `${file}@${located?.pos ?? 'module'}`
}

/** @param done Is told of each test file, and what it looked like without any mutant. */
export async function measureReach(
  copies: Copies,
  files: string[],
  signal: AbortSignal,
  done: (file: string, red?: string) => void,
): Promise<Reach> {
  const reach: Reach = {}
  const logOf = (folder: string) => join(copies.scratch, `ran-${basename(folder)}`)
  const restore = await Promise.all(copies.folders.map((folder) => plantProbes(folder, logOf(folder))))
  await inAllCopies(copies, files, signal, async (file, copy) => {
    const log = logOf(copy.folder)
    await rm(log, { force: true })
    const startedAt = performance.now()
    const { verdict, what } = await runTests({ ...copy, deadlineMs: 180_000 }, ['run', file, '--maxWorkers=1'])
    const seconds = (performance.now() - startedAt) / 1000
    const ran = await readFile(log, 'utf8').catch(() => '')
    if (verdict === 'green') reach[file] = { seconds, functions: [...new Set(ran.split('\n').filter(Boolean))] }
    if (!signal.aborted) done(file, verdict === 'green' ? undefined : `${verdict}: ${what}`)
  })
  await Promise.all(restore.map((put) => put()))
  return reach
}

async function plantProbes(folder: string, log: string): Promise<() => Promise<void>> {
  const sound = new Map<string, string>()
  for (const file of serverFiles(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    sound.set(file, text)
    await writeFile(join(folder, file), probed(file, text, log))
  }
  return async () => {
    for (const [file, text] of sound) await writeFile(join(folder, file), text)
  }
}

/** What was measured before, for as long as nothing of all this text has changed. */
export function remembered(
  root: string,
  text: string,
): { read: () => Promise<Reach | undefined>; keep: (reach: Reach) => Promise<void> } {
  const folder = join(root, 'node_modules/.cache')
  const file = join(folder, 'mutants-reach.json')
  const key = createHash('sha256').update(text).digest('hex')
  return {
    async read() {
      const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
      return kept.key === key ? kept.reach : undefined
    },
    async keep(reach) {
      await mkdir(folder, { recursive: true })
      await writeFile(file, JSON.stringify({ key, reach }))
    },
  }
}
