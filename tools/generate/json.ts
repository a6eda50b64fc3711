// generated/openapi.json: the contract as JSON, so that the server and the mock need no YAML parser.

import { redocly } from './redocly.ts'

export async function json(contract: string): Promise<string> {
  return `${(await redocly('bundle', contract, '--ext', 'json')).trimEnd()}\n`
}
