// Plants a change in the contract as it is now, and compares it with the contract without, as `make compat` does.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Comparison, compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import type { Break } from './breaks.ts'
import { edited, type Planted } from './edit.ts'
import type { Harmless } from './harmless.ts'

const root = new URL('../../../', import.meta.url)

export interface Bed extends AsyncDisposable {
  plant: (planted: Planted) => Promise<Comparison>
}

export async function plantingBed(): Promise<Bed> {
  const folder = await mkdtemp(join(tmpdir(), 'compat-'))
  const contract = await readFile(new URL('openapi.yaml', root), 'utf8')
  const sound = join(folder, 'sound.yaml')
  await writeFile(sound, edited(contract, []))
  let count = 0
  return {
    async plant({ edits }) {
      const file = join(folder, `${++count}.yaml`)
      await writeFile(file, edited(contract, edits))
      return compare(sound, file)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

function passes({ changes }: Comparison, base: string, revision: string): boolean {
  return checkVersion({ versions: { base, revision }, changes }).passes
}

/** What is wrong with the verdict on a break, if anything. */
export function missedBreak({ rule }: Break, comparison: Comparison): string | undefined {
  const rules = [...new Set(comparison.changes.flatMap(({ verdicts }) => verdicts.map(({ ruleId }) => ruleId)))]
  if (rules.join() !== rule)
    return `${rule} should find it, and nothing else; found by: ${rules.join(', ') || 'nobody'}`
  const withoutMajor = passes(comparison, '0.3.1', '0.99.99') || passes(comparison, '1.2.3', '1.99.99')
  const withMajor = passes(comparison, '0.3.1', '1.0.0') && passes(comparison, '1.2.3', '2.0.0')
  if (withoutMajor) return 'it passes without a major version'
  return withMajor ? undefined : 'it does not pass with a major version'
}

const enough = { nothing: '1.2.3', patch: '1.2.4', minor: '1.3.0' }
const tooLow = { nothing: '1.2.2', patch: '1.2.3', minor: '1.2.99' }

/** What is wrong with the verdict on a harmless change, if anything. */
export function falseAlarm({ raises }: Harmless, comparison: Comparison): string | undefined {
  if (!passes(comparison, '1.2.3', enough[raises])) return `it does not pass as ${enough[raises]} after 1.2.3`
  if (passes(comparison, '1.2.3', tooLow[raises])) return `it passes as ${tooLow[raises]} after 1.2.3`
  return undefined
}
