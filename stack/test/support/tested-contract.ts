// The resolved spec of the product of the stack's tests, as the contract tester reads it.
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { readContract, TestedContract } from '../../tester/contract/tested-contract.ts'
import type { Placeholders } from '../../tester/requests/template.ts'
import { rooms } from './rooms.ts'
import { tokenSetFactory } from './tokens.ts'

const file = new URL('../product/generated/openapi.yaml', import.meta.url)

export const contract = await readContract(file)

/** The spec with the paths of lamps only: the tests of the tester itself need only one collection. */
export const lampsContract = await readLampsContract()

/** Creates a caller. @param folder Data folder of the service. @returns Its tokens, by placeholder. */
export async function lampsTokens(folder: string): Promise<Placeholders> {
  const newTokenSet = await tokenSetFactory(folder, { ...rooms.contract, scopes: lampsContract.scopes })
  return newTokenSet()
}

async function readLampsContract(): Promise<TestedContract> {
  const document = parse(await readFile(file, 'utf8'))
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/lamps'))
  const contract = new TestedContract({ ...document, paths: Object.fromEntries(paths) })
  await contract.compile()
  return contract
}
