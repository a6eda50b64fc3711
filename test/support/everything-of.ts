// All that callers can read, for a comparison of two services.
import type { Service } from './service.ts'

export interface Everything {
  /** Of the first page of plants, each read on its own. */
  plants: Read[]
  /** The whole collection, page by page. */
  pages: Read[]
}

export interface Read extends Record<'etag' | 'link' | 'lastModified', string | null> {
  body: string
}

export async function everythingOf(service: Service, subjects: string[]): Promise<Record<string, Everything>> {
  const all = subjects.map(async (subject) => {
    const headers = { Authorization: `Bearer ${await service.token(subject)}` }
    const read = async (path: string): Promise<Read> => {
      const response = await service.request(path, { headers })
      const header = (name: string) => response.headers.get(name)
      const body = await response.text()
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`)
      return { body, etag: header('ETag'), link: header('Link'), lastModified: header('Last-Modified') }
    }
    const pages: Read[] = []
    for (let path: string | undefined = '/plants?limit=100'; path !== undefined; ) {
      const page: Read = await read(path)
      pages.push(page)
      const [, query] = /^<(\?[^>]+)>; rel="next"$/.exec(page.link ?? '') ?? []
      path = query && `/plants${query}`
    }
    const ids: string[] = JSON.parse(pages[0]?.body ?? '[]').map(({ id }: { id: string }) => id)
    const plants = await Promise.all(ids.map((id) => read(`/plants/${id}`)))
    return [subject, { pages, plants }] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
