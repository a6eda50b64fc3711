// The address of the service, as the docs page shows it: the one that served the page.

import type { Call } from './call.ts'

/** The parts of the contract in the docs page that its script reads. */
export interface Definition {
  servers: Server[]
  paths: Record<string, Record<string, Operation | undefined>>
}

/** As `make generate` writes it into the page. */
export interface Prepared extends Definition {
  'x-calls': Call[]
}

interface Server {
  url: string
  description?: string
}

interface Operation {
  servers?: Server[]
  'x-codeSamples'?: { source: string }[]
}

const methods = ['get', 'put', 'post', 'patch', 'delete']

/**
 * @param page The URL of the docs page, such as `https://items.example/api/docs#/section/paging`.
 * @returns The address of the service, such as `https://items.example/api`; `undefined` for a file, and for an address
 *   that a code sample could not quote safely.
 */
export function serviceAddress(page: string): string | undefined {
  if (!URL.canParse('.', page)) return undefined
  const address = new URL('.', page).href.replace(/\/$/, '')
  return /^https?:\/\/[\w.~%:/[\]-]+$/.test(address) ? address : undefined
}

const description = 'The service that shows this page'

/** Replaces the address of the contract, in the list of servers and in the code samples. */
export function atAddress(definition: Definition, address: string): Definition {
  const copy = structuredClone(definition)
  // Paths of servers stay.
  const [first] = copy.servers
  const documented = first ? new URL(first.url).origin : ''
  const here = (servers: Server[]) =>
    servers.map(({ url }) => ({ url: url.replace(documented, () => address), description }))
  copy.servers = here(copy.servers.slice(0, 1))
  const operations = Object.values(copy.paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []))
  for (const operation of operations) {
    if (operation.servers) operation.servers = here(operation.servers)
    for (const sample of operation['x-codeSamples'] ?? []) {
      sample.source = sample.source.replaceAll(documented, () => address)
    }
  }
  return copy
}

/** Keeps the texts of the links to other pages of a service: a file has no such pages. */
export function withoutPages(definition: Definition): Definition {
  return JSON.parse(JSON.stringify(definition).replace(/\[([^\][]+)\]\((?:docs|llms|openapi|problems)[^)]*\)/g, '$1'))
}
