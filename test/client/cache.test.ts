import { type CacheOptions, createCache, createPlantClient, type PlantClient } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { etag, fern, monstera } from '../support/contract-examples.ts'
import { type Scripted, scriptedService } from '../support/scripted-service.ts'
import { startService } from '../support/service.ts'

const path = { id: monstera.id }
const plant: Scripted = { status: 200, headers: { ETag: etag, 'X-Kept': 'yes', 'Request-Id': '1' }, body: monstera }
const unchanged: Scripted = { status: 304, headers: { ETag: etag, 'Request-Id': '2' } }

/** What was asked for in If-None-Match, request by request. */
async function remembering(answers: Scripted[], options: CacheOptions = {}, token: () => string = () => 't') {
  const cache = createCache(options)
  const service = await scriptedService(answers, { cache, token })
  return { ...service, cache, asked: () => service.sent.map(({ headers }) => headers['if-none-match']) }
}

describe('a client that remembers', () => {
  it('answers a 304 as the 200 it stands for, with the newer headers', async () => {
    const { client, asked } = await remembering([plant, unchanged])
    const first = await client.getPlant({ path })
    const again = await client.getPlant({ path })
    expect(again).toMatchObject({ ok: true, status: 200, body: monstera, headers: { etag, 'x-kept': 'yes' } })
    expect(again.ok && again.headers['request-id']).toBe('2')
    expect(again.response.status).toBe(304)
    expect(first.ok && again.ok && first.body !== again.body).toBe(true)
    expect(asked()).toEqual([undefined, etag])
  })

  it('answers what is new, and remembers that', async () => {
    const newer = { ...plant, headers: { ETag: '"newer"' }, body: fern }
    const { client, asked } = await remembering([plant, newer, { ...unchanged, headers: { ETag: '"newer"' } }])
    await client.getPlant({ path })
    expect(await client.getPlant({ path })).toMatchObject({ ok: true, body: fern })
    expect(await client.getPlant({ path })).toMatchObject({ ok: true, body: fern, headers: { etag: '"newer"' } })
    expect(asked()).toEqual([undefined, etag, '"newer"'])
  })

  it('gives a 304 to whoever asks with an entity tag of their own, and does not look at what it has', async () => {
    const { client, asked } = await remembering([plant, unchanged])
    await client.getPlant({ path })
    const header = { 'If-None-Match': '"mine"' }
    expect(await client.getPlant({ path, header })).toMatchObject({ ok: false, status: 304 })
    expect(asked()).toEqual([undefined, '"mine"'])
  })

  it.each<[string, Scripted]>([
    ['has no entity tag', { status: 200, body: monstera }],
    ['is no JSON', { ...plant, body: '{' }],
    ['may not be kept', { ...plant, headers: { ETag: etag, 'Cache-Control': 'private, no-store' } }],
    ['is very long', { ...plant, body: { ...monstera, name: 'x'.repeat(1_000_000) } }],
    ['was no success', { status: 404, headers: { ETag: etag }, body: monstera }],
  ])('does not keep an answer that %s', async (_, answer) => {
    const { client, asked } = await remembering([answer, plant])
    await client.getPlant({ path })
    await client.getPlant({ path })
    expect(asked()).toEqual([undefined, undefined])
  })

  it('forgets everything when the token is another one: it may be that of another caller', async () => {
    let token = 'ann'
    const { client, asked } = await remembering([plant, plant, plant], {}, () => token)
    await client.getPlant({ path })
    token = 'bob'
    await client.getPlant({ path })
    token = 'ann'
    await client.getPlant({ path })
    expect(asked()).toEqual([undefined, undefined, undefined])
  })

  it('does not keep for the next caller what was answered to the one before', async () => {
    let token = 'ann'
    let answerAnn = () => {}
    const cache = createCache()
    const { client, sent } = await scriptedService(
      ({ headers, url }, response) => {
        if (url.includes('limit') || headers.authorization !== 'Bearer ann') return plant
        answerAnn = () => response.writeHead(200, { ETag: etag, 'Content-Type': 'application/json' }).end('{}')
        return undefined
      },
      { cache, token: () => token },
    )
    const slow = client.getPlant({ path })
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    token = 'bob'
    await client.listPlants({ query: { limit: 1 } })
    answerAnn()
    await slow
    await client.getPlant({ path })
    expect(sent.at(-1)?.headers).not.toHaveProperty('if-none-match')
  })

  it('keeps what it has over a refresh, if it is told how to tell callers', async () => {
    let refreshes = 0
    const callerOf = (token: string) => token.split('.')[0] ?? ''
    const { client, asked } = await remembering([plant, unchanged], { callerOf }, () => `ann.${++refreshes}`)
    await client.getPlant({ path })
    expect(await client.getPlant({ path })).toMatchObject({ ok: true, body: monstera })
    expect(asked()).toEqual([undefined, etag])
  })

  it('keeps so many answers and no more: those that were not used for longest are forgotten', async () => {
    const { client, sent } = await remembering(
      Array.from({ length: 6 }, () => plant),
      { maxEntries: 2 },
    )
    for (const limit of [1, 2, 1, 3, 1, 2]) await client.listPlants({ query: { limit } })
    expect(sent.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ])
  })

  it.each<[string, (client: PlantClient) => Promise<unknown>]>([
    ['a change', (client) => client.updatePlant({ path, body: {} })],
    ['a deletion', (client) => client.deletePlant({ path })],
  ])('forgets with %s that plant and all lists, and no other plant', async (_, write) => {
    const other = { id: fern.id }
    const { client, asked } = await remembering([plant, plant, plant, plant, unchanged, plant, plant])
    await client.getPlant({ path })
    await client.getPlant({ path: other })
    await client.listPlants({ query: { limit: 2 } })
    await write(client)
    await client.getPlant({ path: other })
    await client.getPlant({ path })
    await client.listPlants({ query: { limit: 2 } })
    expect(asked().slice(4)).toEqual([etag, undefined, undefined])
  })

  it('forgets lists with a creation, and everything when it is told to', async () => {
    const list = { ...plant, body: [] }
    const { client, cache, asked } = await remembering([list, plant, plant, list, unchanged, plant])
    await client.listPlants()
    await client.getPlant({ path })
    await client.createPlant({ body: { name: 'Fern' } })
    await client.listPlants()
    await client.getPlant({ path })
    cache.clear()
    await client.getPlant({ path })
    expect(asked()).toEqual([undefined, undefined, undefined, undefined, etag, undefined])
  })

  it('gives with the service what is there, and has it sent once', async () => {
    await using service = await startService()
    const statuses: number[] = []
    const client = createPlantClient({
      baseUrl: service.url,
      token: await service.token(),
      cache: createCache(),
      fetch: async (request) => {
        const response = await fetch(request)
        statuses.push(response.status)
        return response
      },
    })
    const names = async () => (await Array.fromAsync(client.allPlants({ limit: 1 }))).map(({ name }) => name)
    await client.createPlant({ body: { name: 'Fern' } })
    await client.createPlant({ body: { name: 'Monstera' } })
    expect(await names()).toEqual(['Fern', 'Monstera'])
    expect(await names()).toEqual(['Fern', 'Monstera'])
    await service.request('/plants', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Aloe"}',
    })
    expect(await names()).toEqual(['Fern', 'Monstera', 'Aloe'])
    expect(statuses).toEqual([201, 201, 200, 200, 304, 304, 304, 200, 200])
  })
})
