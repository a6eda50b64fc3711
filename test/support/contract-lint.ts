// Lints edited copies of the contract.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redocly } from '../../tools/generate/redocly.ts'
import { type Edit, edited } from './contract-edit.ts'

interface Report {
  problems: { ruleId: string }[]
}

/** For each edit, the rules that `redocly lint` reports, once for each violation. One process lints all copies. */
export async function violatedRules(edits: Edit[][]): Promise<string[][]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'rules-'))
  const contract = await readFile('openapi.yaml', 'utf8')
  const files = edits.map((_, index) => join(folder.path, `${index}.yaml`))
  await Promise.all(files.map((file, index) => writeFile(file, edited(contract, edits[index] ?? []))))
  const printed = await redocly('lint', ...files, '--format', 'json').catch(({ stdout }) => stdout)
  // It prints one report for each file, one after the other.
  const reports: Report[] = JSON.parse(`[${printed.trim().replaceAll('\n}{\n', '\n},{\n')}]`)
  return reports.map(({ problems }) => problems.map(({ ruleId }) => ruleId))
}
