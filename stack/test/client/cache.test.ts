import { describe, expect, it } from 'vitest'
import { type CalledOperation, calls, ceiling, etag, path, stairs } from '../support/contract-examples.ts'
import { type CacheOptions, createCache } from '../support/lamp-client.ts'
import { type ScriptedResponse, scriptedService } from '../support/scripted-service.ts'
import { waitUntil } from '../support/wait.ts'

const headers = { ETag: etag, 'X-Kept': 'yes', 'Request-Id': '1', 'Content-Language': 'en' }
const lamp: ScriptedResponse = { status: 200, headers, body: ceiling }
const notModified = { status: 304, headers: { ETag: etag, 'Request-Id': '2', 'Content-Language': 'de' } }

async function startCaching(script: ScriptedResponse[], options: CacheOptions = {}, token: () => string = () => 't') {
  const cache = createCache(options)
  const service = await scriptedService(script, { cache, token })
  return { ...service, cache, sentTags: () => service.requests.map(({ headers }) => headers['if-none-match']) }
}

describe('a client with a cache', () => {
  it('returns the stored response for a 304, with the newer headers except the representation headers', async () => {
    const { client, sentTags } = await startCaching([lamp, notModified])
    const first = await client.getLamp({ path })
    const repeated = await client.getLamp({ path })
    const headers = { etag, 'x-kept': 'yes', 'request-id': '2', 'content-language': 'en' }
    expect(repeated).toMatchObject({ ok: true, status: 200, body: ceiling, headers, response: { status: 304 } })
    expect(first.ok && repeated.ok && first.body !== repeated.body).toBe(true)
    expect(sentTags()).toEqual([undefined, etag])
  })

  it('returns and stores a newer response', async () => {
    const newer = { status: 200, headers: { ETag: '"newer"' }, body: stairs }
    const { client, sentTags } = await startCaching([lamp, newer, notModified])
    await client.getLamp({ path })
    for (let count = 0; count < 2; count++) expect(await client.getLamp({ path })).toMatchObject({ body: stairs })
    expect(sentTags()).toEqual([undefined, etag, '"newer"'])
  })

  it.each([
    [{ 'If-None-Match': '"mine"' }, '"mine"'],
    [{ 'If-Modified-Since': 'Thu, 20 Nov 2025 09:00:00 GMT' }, undefined],
  ])('is bypassed by a call with %o, which gets the 304', async (header, tag) => {
    const { client, sentTags } = await startCaching([lamp, notModified])
    await client.getLamp({ path })
    expect(await client.getLamp({ path, header })).toMatchObject({ ok: false, status: 304, outcome: 'unchanged' })
    expect(sentTags()).toEqual([undefined, tag])
  })

  it.each<[string, ScriptedResponse]>([
    ['without an entity tag', { status: 200, body: ceiling }],
    ['that is not JSON', { ...lamp, body: '{' }],
    ['with no-store', { ...lamp, headers: { ETag: etag, 'Cache-Control': 'private, no-store' } }],
    ['of a million characters', { ...lamp, body: { ...ceiling, name: 'x'.repeat(1_000_000) } }],
    ['that is an error', { status: 404, headers: { ETag: etag }, body: ceiling }],
  ])('does not store a response %s', async (_, response) => {
    const { client, sentTags } = await startCaching([response, lamp])
    await client.getLamp({ path })
    await client.getLamp({ path })
    expect(sentTags()).toEqual([undefined, undefined])
  })

  it('clears the cache when the token changes, since the principal may have changed', async () => {
    const tokens = ['ann', 'bob', 'ann']
    const { client, sentTags } = await startCaching([lamp, lamp, lamp], {}, () => tokens.shift() ?? '')
    for (let count = 0; count < 3; count++) await client.getLamp({ path })
    expect(sentTags()).toEqual([undefined, undefined, undefined])
  })

  it('keeps its responses when the token is refreshed if identifyCaller returns the same principal', async () => {
    let refreshes = 0
    const identifyCaller = (token: string) => token.split('.')[0] ?? ''
    const { client, sentTags } = await startCaching([lamp, notModified], { identifyCaller }, () => `ann.${++refreshes}`)
    await client.getLamp({ path })
    expect(await client.getLamp({ path })).toMatchObject({ ok: true, body: ceiling })
    expect(sentTags()).toEqual([undefined, etag])
  })

  it('does not store a late response to one principal for the next principal', async () => {
    let token = 'ann'
    let respondToAnn = () => {}
    const { client, requests } = await scriptedService(
      ({ headers, url }, response) => {
        if (url.includes('limit') || headers.authorization !== 'Bearer ann') return lamp
        respondToAnn = () => response.writeHead(200, { ETag: etag, 'Content-Type': 'application/json' }).end('{}')
        return undefined
      },
      { cache: createCache(), token: () => token },
    )
    const late = client.getLamp({ path })
    await waitUntil(() => requests.length > 0, { interval: 1 })
    token = 'bob'
    await client.listLamps({ query: { limit: 1 } })
    respondToAnn()
    await late
    await client.getLamp({ path })
    expect(requests.at(-1)?.headers).not.toHaveProperty('if-none-match')
  })

  it('stores at most maxEntries responses, and evicts the least recently used', async () => {
    const { client, sentTags } = await startCaching(Array(6).fill(lamp), { maxEntries: 2 })
    for (const limit of [1, 2, 1, 3, 1, 2]) await client.listLamps({ query: { limit } })
    expect(sentTags()).toEqual([undefined, undefined, etag, undefined, etag, undefined])
  })

  it.each<[CalledOperation, string[]]>([
    ['createLamp', ['getLamp', 'other']],
    ['updateLamp', ['other']],
    ['deleteLamp', ['other']],
  ])('invalidates what %s changes: only %j is still revalidated', async (write, expected) => {
    const reads = {
      getLamp: () => client.getLamp({ path }),
      other: () => client.getLamp({ path: { id: stairs.id } }),
      listLamps: () => client.listLamps({ query: { limit: 2 } }),
    }
    const { client, cache, sentTags } = await startCaching(Array(10).fill(lamp))
    for (const read of Object.values(reads)) await read()
    await calls[write](client)
    for (const read of Object.values(reads)) await read()
    const expectedTags = Object.keys(reads).map((name) => (expected.includes(name) ? etag : undefined))
    expect(sentTags()).toEqual([undefined, undefined, undefined, undefined, ...expectedTags])
    cache.clear()
    for (const read of Object.values(reads)) await read()
    expect(sentTags().slice(7)).toEqual([undefined, undefined, undefined])
  })
})
