import { InputError, type PlantClient, PlantClientError } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { etag, path } from '../../../test/support/contract-examples.ts'
import { scriptedService } from '../../../test/support/scripted-service.ts'

const body = { name: 'Fern' }
const ifMatch = { 'If-Match': etag }
const ifNoneMatch = { 'If-None-Match': etag }
const key = { 'Idempotency-Key': 'k-1' }
const type = { 'Content-Type': 'application/json' }
const query = { limit: 2, tag: 'a+b & c=ä' }
const plant = `/plants/${path.id}`

describe('a request', () => {
  it.each<[target: string, body: string, headers: Record<string, string>, (client: PlantClient) => Promise<unknown>]>([
    ['GET /plants', '', {}, (client) => client.listPlants()],
    ['GET /plants', '', {}, (client) => client.listPlants({ query: {}, header: {} })],
    ['GET /plants?limit=2&tag=a%2Bb%20%26%20c%3D%C3%A4', '', {}, (client) => client.listPlants({ query })],
    ['GET /plants?tag=', '', {}, (client) => client.listPlants({ query: { tag: '' } })],
    ['GET /plants', '', ifNoneMatch, (client) => client.listPlants({ header: ifNoneMatch })],
    [`GET ${plant}`, '', ifNoneMatch, (client) => client.getPlant({ path, header: ifNoneMatch })],
    ['POST /plants', '{"name":"Fern"}', type, (client) => client.createPlant({ body })],
    ['POST /plants', '{"name":"Fern"}', { ...type, ...key }, (client) => client.createPlant({ header: key, body })],
    [`PATCH ${plant}`, '{"tag":null}', type, (client) => client.updatePlant({ path, body: { tag: null } })],
    [
      `PATCH ${plant}`,
      '{}',
      { ...type, ...ifMatch },
      (client) => client.updatePlant({ path, header: ifMatch, body: {} }),
    ],
    [`DELETE ${plant}`, '', {}, (client) => client.deletePlant({ path })],
    ['DELETE /plants/a%2F..%2Fb%3Fc%23d', '', {}, (client) => client.deletePlant({ path: { id: 'a/../b?c#d' } })],
    [`DELETE ${plant}`, '', { 'If-Match': '*' }, (client) => client.deletePlant({ path, header: { 'If-Match': '*' } })],
  ])('is %s with the body %j and the headers %j', async (target, sentBody, headers, call) => {
    const { client, requests } = await scriptedService([])
    await call(client)
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([target])
    expect(requests[0]?.body).toBe(sentBody)
    const sent = Object.entries(requests[0]?.headers ?? {}).filter(([name]) => /^(?:content-type|if-|idem)/.test(name))
    expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(new Headers(headers)))
  })

  const wrongKey = { 'Idempotency-Key': 'secret \u{1f511}' }
  it.each<[string, string, string, (client: PlantClient) => Promise<unknown>]>([
    ['half an emoji', 'listPlants', '', (client) => client.listPlants({ query: { tag: 'secret \ud800' } })],
    ['an emoji in a header', 'createPlant', '', (client) => client.createPlant({ header: wrongKey, body })],
    ['an empty id', 'deletePlant', '/{id}', (client) => client.deletePlant({ path: { id: '' } })],
    ['the id .', 'deletePlant', '/{id}', (client) => client.deletePlant({ path: { id: '.' } })],
    ['the id ..', 'deletePlant', '/{id}', (client) => client.deletePlant({ path: { id: '..' } })],
  ])('with %s is not sent: %s rejects with an InputError', async (_, operation, suffix, call) => {
    let tokens = 0
    const { client, requests, url } = await scriptedService([], { token: () => `t${++tokens}` })
    const error: unknown = await call(client).catch((reason) => reason)
    if (!(error instanceof InputError)) throw error
    expect(error).toBeInstanceOf(PlantClientError)
    expect(error).toMatchObject({ name: 'InputError', attempt: 0, outcome: 'unchanged', cause: expect.any(Error) })
    const where = `${operation} (${url}/plants${suffix}, not sent)`
    expect(String(error)).toBe(`InputError: ${where}: an argument cannot be sent`)
    if (operation === 'deletePlant') expect(String(error.cause)).toMatch(/^TypeError: path\.id must not be "\.{0,2}"/)
    expect(JSON.stringify(error) + error.stack).not.toMatch('secret')
    expect({ tokens, requests }).toEqual({ tokens: 0, requests: [] })
  })

  it.each<[string, string, (client: PlantClient) => Promise<unknown>]>([
    // As `headers.etag` is at run time if the page cannot read the header.
    ['If-Match', 'updatePlant', (client) => client.updatePlant({ path, header: noEtag(), body })],
    ['If-Match', 'deletePlant', (client) => client.deletePlant({ path, header: noEtag() })],
    ['if-match', 'deletePlant', (client) => client.deletePlant({ path, header: noEtag('if-match') })],
    ['If-Match', 'createPlant', (client) => client.createPlant({ body, header: { 'If-Match': '' } })],
    ['If-None-Match', 'updatePlant', (client) => client.updatePlant({ path, header: noEtag('If-None-Match'), body })],
    [
      'If-Unmodified-Since',
      'deletePlant',
      (client) => client.deletePlant({ path, header: noEtag('If-Unmodified-Since') }),
    ],
  ])('that writes with %s, but without its value, is not sent: %s rejects', async (name, operation, call) => {
    const { client, requests } = await scriptedService([])
    const message = expect.stringContaining(`${name} has no value. If ETag was not readable, let`)
    const error = { name: 'InputError', operation, outcome: 'unchanged', message }
    await expect(call(client)).rejects.toMatchObject(error)
    expect(requests).toEqual([])
  })

  it('that reads without the entity tag of a copy is sent without the condition', async () => {
    const { client, requests } = await scriptedService([])
    await client.listPlants({ header: noEtag('If-None-Match') })
    expect(requests[0]?.headers).not.toHaveProperty('if-none-match')
  })
})

function noEtag(name = 'If-Match'): Record<string, string> {
  return JSON.parse(`{ "${name}": null }`)
}
