// A caller of the plant service.
import type { Plant } from '../../generated/api.d.ts'
import * as support from '../../stack/test/support/caller.ts'

export interface ApiCaller extends Pick<support.ApiCaller, 'send'> {
  /** @throws {Error} if the plant is not created. */
  create: (name: string, tag?: string) => Promise<{ plant: Plant; etag: string; path: string }>
  /** The first 100 plants of the caller. */
  plants: () => Promise<Plant[]>
}

export function createCaller(...caller: Parameters<typeof support.createCaller>): ApiCaller {
  const { send } = support.createCaller(...caller)
  return {
    send,
    async create(name, tag) {
      const { status, headers, body } = await send('POST', '/plants', { body: { name, tag } })
      if (status !== 201) throw new Error(`not created: ${status}`)
      const plant = body as Plant
      return { plant, etag: headers.get('ETag') ?? '', path: `/plants/${plant.id}` }
    },
    plants: async () => (await send('GET', '/plants?limit=100')).body as Plant[],
  }
}
