// generated/server.ts: what only a process of Node needs. It is the same for every contract.

export function server(): string {
  return `
import type { ServerData } from 'contract-stack/contract'
import * as validators from './openapi-validators.js'

export const server: ServerData = { validators, documents: new URL('.', import.meta.url) }
`
}
