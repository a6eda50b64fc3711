// The contract as JSON, in the order of the document: what the server and the mock load, with no YAML parser of their own.

import { redocly } from './redocly.ts'

export async function json(contract: string): Promise<string> {
  return `${(await redocly('bundle', contract, '--ext', 'json')).trimEnd()}\n`
}
