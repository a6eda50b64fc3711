// generated/openapi.json: the contract as JSON, so that the server and the mock need no YAML parser.

import { readContract } from './contract.ts'

export async function json(path: string): Promise<string> {
  const { document } = await readContract(path)
  return `${JSON.stringify(document, null, 2)}\n`
}
