// The complete contract of the product of the stack's tests, as the contract tester reads it.
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { readContract, TestedContract } from '../../tester/contract/tested-contract.ts'

const file = new URL('../product/generated/openapi.yaml', import.meta.url)

export const contract = await readContract(file)

/** Without rooms: the tests of the tester itself need one collection only. */
export const lampsContract = await readLampsContract()

async function readLampsContract(): Promise<TestedContract> {
  const document = parse(await readFile(file, 'utf8'))
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/lamps'))
  const contract = new TestedContract({ ...document, paths: Object.fromEntries(paths) })
  await contract.compile()
  return contract
}
