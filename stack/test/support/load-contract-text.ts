// Loads a contract that a test writes, like `make generate`.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toWarningLines } from '../../contract/finding.ts'
import { loadContract } from '../../contract/load-contract.ts'
import type { ContractModel } from '../../contract/model/contract.ts'
import { temporaryFolder } from './folder.ts'

/** @returns The contract, and the warnings with their lines. */
export async function loadContractText(text: string): Promise<{ contract: ContractModel; warnings: string[] }> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, text)
  const contract = await loadContract(file)
  const lines = toWarningLines(contract.source.warnings)
  return { contract, warnings: lines.map((line) => line.replace(`${folder.path}/`, '')) }
}
