// All that callers can read, for a comparison of two services.
import { createPlantClient, orThrow } from '@plant-collection/client'
import type { Service } from './service.ts'

/** For each caller, the whole collection, page by page, and each plant of the first page, read on its own. */
export async function everythingOf(service: Service, subjects: string[]) {
  const all = subjects.map(async (subject) => {
    const client = orThrow(createPlantClient({ baseUrl: service.url, token: await service.token(subject) }))
    const pages = await Array.fromAsync(client.pages({ limit: 100 }))
    const plants = await Promise.all((pages[0]?.body ?? []).map(({ id }) => client.getPlant({ path: { id } })))
    return [subject, { pages: pages.map(stableParts), plants: plants.map(stableParts) }] as const
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
