// Plants a change in the contract of this checkout, and compares the result with the unchanged contract as `make compat` does.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Comparison, compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import type { breakingChanges } from './breaking-changes.ts'
import { type Edit, edited } from './edit.ts'
import type { harmlessChanges } from './harmless-changes.ts'

export interface Planter extends AsyncDisposable {
  plant: (change: { edits: Edit[] }) => Promise<Comparison>
}

export async function createPlanter(): Promise<Planter> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'compat-'))
  const contract = await readFile(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
  const unchanged = join(folder.path, 'unchanged.yaml')
  await writeFile(unchanged, edited(contract, []))
  let count = 0
  return {
    async plant({ edits }) {
      const file = join(folder.path, `${++count}.yaml`)
      await writeFile(file, edited(contract, edits))
      return compare(unchanged, file)
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

function passes({ changes }: Comparison, base: string, revision: string): boolean {
  return checkVersion({ versions: { base, revision }, changes }).passes
}

/** Why `make compat` fails to find a breaking change; `undefined` if it finds it. */
export function missed({ rule }: (typeof breakingChanges)[number], comparison: Comparison): string | undefined {
  const rules = new Set(comparison.changes.flatMap(({ verdicts }) => verdicts.map(({ ruleId }) => ruleId)))
  const found = [...rules].join(', ')
  if (found !== rule) return `${rule} must find it, and no other rule. Found by: ${found || 'none'}`
  const withoutMajor = passes(comparison, '0.3.1', '0.99.99') || passes(comparison, '1.2.3', '1.99.99')
  if (withoutMajor) return 'it passes without a major version'
  const withMajor = passes(comparison, '0.3.1', '1.0.0') && passes(comparison, '1.2.3', '2.0.0')
  return withMajor ? undefined : 'it does not pass with a major version'
}

const enough = { nothing: '1.2.3', patch: '1.2.4', minor: '1.3.0' }
const tooLow = { nothing: '1.2.2', patch: '1.2.3', minor: '1.2.99' }

/** Why `make compat` treats a harmless change wrongly; `undefined` if it does not. */
export function falseAlarm({ raises }: (typeof harmlessChanges)[number], comparison: Comparison): string | undefined {
  if (!passes(comparison, '1.2.3', enough[raises])) return `it does not pass as ${enough[raises]} after 1.2.3`
  if (passes(comparison, '1.2.3', tooLow[raises])) return `it passes as ${tooLow[raises]} after 1.2.3`
  return undefined
}
