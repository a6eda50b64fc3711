// Lints an edited copy of the contract.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redocly } from '../../tools/generate/redocly.ts'
import { type Edit, edited } from '../proof/compat/edit.ts'

/** The rules that `redocly lint` reports, once for each violation. */
export async function violatedRules(...edits: Edit[]): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rules-'))
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, edited(await readFile('openapi.yaml', 'utf8'), edits))
  const printed = await redocly('lint', file, '--format', 'json').catch(({ stdout }) => stdout)
  const { problems }: { problems: { ruleId: string }[] } = JSON.parse(printed)
  return problems.map(({ ruleId }) => ruleId)
}
