// Lints edited copies of the complete contract.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lint } from '../../generate/redocly.ts'
import { type Edit, edited } from './contract-edit.ts'

/** For each edit, the rules that `redocly lint` reports, once for each violation. One process lints all copies. */
export async function violatedRules(edits: Edit[][]): Promise<string[][]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rules-'))
  const contract = await readFile('stack/test/product/generated/openapi.yaml', 'utf8')
  const files = edits.map((_, index) => join(folder.path, `${index}.yaml`))
  await Promise.all(files.map((file, index) => writeFile(file, edited(contract, edits[index] ?? []))))
  return (await lint(...files)).map((violations) => violations.map(({ ruleId }) => ruleId))
}
