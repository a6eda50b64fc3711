// Loads a contract for the generators: reads it and adds the base spec. check/ finds unsupported constructs.

import { completeContract } from './complete/complete-contract.ts'
import type { ContractModel } from './model/contract.ts'
import { readContract } from './read/read-contract.ts'

/** @throws {Error} with the file and line of each mistake if the file is not a valid contract of OpenAPI 3.0 or 3.1. */
export async function loadContract(path: string): Promise<ContractModel> {
  return completeContract(await readContract(path))
}
