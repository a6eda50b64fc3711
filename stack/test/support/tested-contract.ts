// The resolved spec of the product of the stack's tests, as the contract tester reads it.
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { readContract, TestedContract } from '../../tester/contract/tested-contract.ts'
import type { Placeholders } from '../../tester/requests/template.ts'
import { rooms } from './rooms.ts'
import { newCallers } from './tokens.ts'

const file = new URL('../product/generated/openapi.yaml', import.meta.url)

export const contract = await readContract(file)

/** Without rooms: the tests of the tester itself need one collection only. */
export const lampsContract = await readLampsContract()

/** The tokens of a new caller, by the names of their placeholders. @param folder The data of the service. */
export async function lampsTokens(folder: string): Promise<Placeholders> {
  const newCaller = await newCallers(folder, { ...rooms.contract, scopes: lampsContract.scopes })
  return newCaller()
}

async function readLampsContract(): Promise<TestedContract> {
  const document = parse(await readFile(file, 'utf8'))
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/lamps'))
  const contract = new TestedContract({ ...document, paths: Object.fromEntries(paths) })
  await contract.compile()
  return contract
}
