// All that callers can read, for a comparison of two services.
import { createLampClient, orThrow } from './lamp-client.ts'
import type { Service } from './service.ts'

/** For each caller, the whole collection, page by page, and each lamp of the first page, read on its own. */
export async function readEverything(service: Service, subjects: string[]) {
  const all = subjects.map(async (subject) => {
    const client = orThrow(createLampClient({ baseUrl: service.url, token: await service.token(subject) }))
    const pages = await Array.fromAsync(client.allPages('listLamps', { query: { limit: 100 } }))
    const lamps = await Promise.all((pages[0]?.body ?? []).map(({ id }) => client.getLamp({ path: { id } })))
    return [subject, { pages: pages.map(stableParts), lamps: lamps.map(stableParts) }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

interface Success {
  body: unknown
  headers: Partial<Record<'etag' | 'link' | 'last-modified', string | undefined>>
}

function stableParts({ body, headers }: Success) {
  return { etag: headers.etag, link: headers.link, lastModified: headers['last-modified'], body: JSON.stringify(body) }
}
