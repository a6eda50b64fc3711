// Plants a change in the contract of this checkout, and compares the result with the contract before as `make compat` does.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from '../../../tools/compat/compare.ts'
import { checkVersion } from '../../../tools/compat/required-version.ts'
import { type Edit, edited } from './edit.ts'
import type { Change } from './planted-changes.ts'

export interface Planter extends AsyncDisposable {
  /** Tells what is wrong with the result of `make compat` for a change; `undefined` if it is right. */
  failureOf: (change: Change) => Promise<string | undefined>
}

/** Versions after 1.2.3 and after 0.3.1: the first is high enough for a change, the second is not. */
const versions: Record<Change['raises'], Record<'1.2.3' | '0.3.1', [enough: string, tooLow: string]>> = {
  major: { '1.2.3': ['2.0.0', '1.99.99'], '0.3.1': ['1.0.0', '0.99.99'] },
  minor: { '1.2.3': ['1.3.0', '1.2.99'], '0.3.1': ['0.4.0', '0.3.99'] },
  patch: { '1.2.3': ['1.2.4', '1.2.3'], '0.3.1': ['0.3.2', '0.3.1'] },
  nothing: { '1.2.3': ['1.2.3', '1.2.2'], '0.3.1': ['0.3.1', '0.3.0'] },
}

export async function createPlanter(): Promise<Planter> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'compat-'))
  const contract = await readFile(new URL('../../../openapi.yaml', import.meta.url), 'utf8')
  let count = 0
  const write = async (edits: Edit[]) => {
    const file = join(folder.path, `${++count}.yaml`)
    await writeFile(file, edited(contract, edits))
    return file
  }
  return {
    async failureOf({ edits, before = [], raises, rule = '' }) {
      const { changes } = await compare(await write(before), await write(edits))
      const rules = new Set(changes.flatMap(({ verdicts }) => verdicts.map(({ ruleId }) => ruleId)))
      const found = [...rules].join(', ')
      if (found !== rule) return `found by ${found || 'no rule'}, not by ${rule || 'no rule'}`
      for (const [base, [enough, tooLow]] of Object.entries(versions[raises])) {
        const passes = (revision: string) => checkVersion({ versions: { base, revision }, changes }).passes
        if (!passes(enough)) return `does not pass as ${enough} after ${base}`
        if (passes(tooLow)) return `passes as ${tooLow} after ${base}`
      }
      return undefined
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}
