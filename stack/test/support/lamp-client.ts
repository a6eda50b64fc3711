// The client of the product of the stack's tests, its types, and a function that reads everything with it.
import type * as generated from '../product/generated/client.ts'
import { type Client, createClient, orThrow, type SuccessOf } from '../product/generated/client.ts'
import type { Service } from './service.ts'

export type { FieldError, Lamp, LampDraft, LampPatch } from '../product/generated/api.d.ts'
export * from '../product/generated/client.ts'

export type LampClient = Client
export type Page = SuccessOf<'listLamps'>
export type ThrowingClient = generated.ThrowingClient<Client>
export const createLampClient = createClient

/** Reads all pages of these subjects, and each lamp of their first pages, to compare two services. */
export async function readEverything(service: Service, subjects: string[]) {
  const reads = subjects.map(async (subject) => {
    const client = orThrow(createLampClient({ baseUrl: service.url, token: await service.token(subject) }))
    const pages = await Array.fromAsync(client.allPages('listLamps', { query: { limit: 100 } }))
    const lamps = await Promise.all((pages[0]?.body ?? []).map(({ id }) => client.getLamp({ path: { id } })))
    return [subject, { pages: pages.map(stableParts), lamps: lamps.map(stableParts) }] as const
  })
  return Object.fromEntries(await Promise.all(reads))
}

interface ClientResponse {
  body: unknown
  headers: Partial<Record<'etag' | 'link' | 'last-modified', string | undefined>>
}

function stableParts({ body, headers }: ClientResponse) {
  return { etag: headers.etag, link: headers.link, lastModified: headers['last-modified'], body: JSON.stringify(body) }
}
