// generated/server.ts: the data that only a Node process needs. The file is the same for every contract.

export function server(): string {
  return `
import type { ServerData } from 'contract-stack/contract'
import * as validators from './openapi-validators.js'

export const server: ServerData = { validators, documents: new URL('.', import.meta.url) }
`
}
