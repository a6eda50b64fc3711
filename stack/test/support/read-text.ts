// A contract that a test writes, read as `make generate` reads it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contract } from '../../generate/contract.ts'
import { readContract } from '../../generate/read-contract.ts'
import { temporaryFolder } from './folder.ts'

/** @returns The contract, and the warnings with their lines. */
export async function readText(text: string): Promise<{ contract: Contract; warnings: string[] }> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, text)
  const warnings: string[] = []
  const contract = await readContract(file, (line) => warnings.push(line.replace(`${folder.path}/`, '')))
  return { contract, warnings }
}
