// The URL, the headers and the body of a request, and inputs that cannot be sent.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRelativeOutsideBrowser, normaliseBaseUrl } from '../../client/base-url.ts'
import type { CredentialLocation } from '../../client/contract.ts'
import { serializeBody } from '../../client/request-body.ts'
import { getTokenFormat } from '../../client/token-provider.ts'
import { path } from '../support/contract-examples.ts'
import { ClientError, createLampClient, InputError, type LampClient } from '../support/lamp-client.ts'
import { lampHandlers } from '../support/lamp-msw.ts'
import { scriptedService } from '../support/scripted-service.ts'

const body = { name: 'Desk' }

describe('a request', () => {
  const wrongKey = { 'Idempotency-Key': 'secret \u{1f511}' }
  it.each<[string, string, string, (client: LampClient) => Promise<unknown>]>([
    ['half an emoji', 'listLamps', '', (client) => client.listLamps({ query: { tag: 'secret \ud800' } })],
    ['an emoji in a header', 'createLamp', '', (client) => client.createLamp({ header: wrongKey, body })],
    ['an empty id', 'deleteLamp', '/{id}', (client) => client.deleteLamp({ path: { id: '' } })],
    ['the id ..', 'deleteLamp', '/{id}', (client) => client.deleteLamp({ path: { id: '..' } })],
  ])('with %s is not sent: %s rejects with an InputError', async (_, operation, suffix, call) => {
    let tokens = 0
    const { client, requests, url } = await scriptedService([], { token: () => `t${++tokens}` })
    const error: unknown = await call(client).catch((reason) => reason)
    if (!(error instanceof InputError)) throw error
    expect(error).toBeInstanceOf(ClientError)
    expect(error).toMatchObject({ name: 'InputError', attempt: 0, outcome: 'unchanged', cause: expect.any(Error) })
    const where = `${operation} (${url}/lamps${suffix}, not sent)`
    expect(String(error)).toBe(`InputError: ${where}: an argument cannot be sent`)
    if (operation === 'deleteLamp') expect(String(error.cause)).toMatch(/^TypeError: path\.id must not be "\.{0,2}"/)
    expect(JSON.stringify(error) + error.stack).not.toMatch('secret')
    expect({ tokens, requests }).toEqual({ tokens: 0, requests: [] })
  })

  it.each<[string, string, (client: LampClient) => Promise<unknown>]>([
    // At run time, `headers.etag` has no value if the page cannot read the header.
    ['If-Match', 'updateLamp', (client) => client.updateLamp({ path, header: omitValue(), body })],
    ['If-Match', 'deleteLamp', (client) => client.deleteLamp({ path, header: omitValue() })],
    ['If-None-Match', 'updateLamp', (client) => client.updateLamp({ path, header: omitValue('If-None-Match'), body })],
  ])('that writes with %s without a value is not sent: %s rejects', async (name, operation, call) => {
    const { client, requests } = await scriptedService([])
    const message = expect.stringContaining(`${name} has no value. If ETag was not readable, let`)
    const error = { name: 'InputError', operation, outcome: 'unchanged', message }
    await expect(call(client)).rejects.toMatchObject(error)
    expect(requests).toEqual([])
  })

  it('that reads with If-None-Match without a value is sent without it, and without null parameters', async () => {
    const { client, requests } = await scriptedService([])
    await client.listLamps({ header: omitValue('If-None-Match'), query: JSON.parse('{ "tag": null }') })
    expect(requests[0]?.url).toBe('/lamps')
    expect(requests[0]?.headers).not.toHaveProperty('if-none-match')
    expect(requests[0]?.headers).not.toHaveProperty('content-type')
  })
})

function omitValue(name = 'If-Match'): Record<string, string> {
  return JSON.parse(`{ "${name}": null }`)
}

it.each([
  ['application/json-seq', 'a', 'a'],
  ['application/x-www-form-urlencoded', { a: [1, { b: 2 }], c: undefined, d: null }, 'a=1&a=%7B%22b%22%3A2%7D&d=null'],
  ['image/*', 'a', 'image/* is a range: name one of its media types in mediaType'],
  ['image/png', ['a'], 'a body of image/png must be a string or bytes'],
  ['image/png', { a: 1 }, 'a body of image/png must be a string or bytes'],
])('a body of %s with the value %j is %s', async (mediaType, value, expected) => {
  const body = async () => new Response(serializeBody(mediaType, value)).text()
  expect(await body().catch(({ message }: Error) => message)).toBe(expected)
})

it.each<[CredentialLocation[][], isBearer: boolean]>([
  [[], true],
  [[[{ in: 'bearer' }], []], true],
  [[[{ in: 'bearer' }], [{ in: 'bearer' }, { in: 'basic' }]], false],
  [[[{ in: 'cookie', name: 'k' }]], false],
])('a token for credentials in %j must be a bearer token: %j', (all, isBearer) => {
  const operation = { method: 'get' as const, path: '/', responses: {} }
  const operations = all.map((credentials, index) => [`o${index}`, { ...operation, credentials }])
  const format = getTokenFormat({ operations: Object.fromEntries(operations), collections: {} })
  const accepted = [format.test('a.b=='), format.test('a:b'), format.test('a b'), format.test('')]
  expect(accepted).toEqual([true, !isBearer, false, false])
})

const example = "Example: baseUrl: 'https://api.example/v1'"

describe('baseUrl', () => {
  it.each([
    ['http://lamps.example', 'http://lamps.example'],
    ['https://lamps.example:8080/', 'https://lamps.example:8080'],
    [' https://lamps.example/api/v1', 'https://lamps.example/api/v1'],
    ['HTTPS://lamps.example/api/v1//', 'https://lamps.example/api/v1'],
  ])('%j means %s', (baseUrl, expected) => {
    expect(normaliseBaseUrl(baseUrl)).toBe(expected)
  })

  const notAbsolute = 'baseUrl must be an absolute URL with http or https, or in a page a path.'
  const relative = ['', '//lamps.example', '/\\lamps.example', 'localhost:3000', 'lamps.example', 'ftp://lamps.example']
  relative.push('https:lamps.example', 'http://', 'ftp://a/http://b')
  const hasCredentials = 'baseUrl must not have credentials: set token instead.'
  const hasQuery = 'baseUrl must not have a query or a fragment.'
  it.each<[baseUrl: string, message: string]>([
    ...relative.map((baseUrl): [string, string] => [baseUrl, notAbsolute]),
    ...['me', 'me:secret', ':secret'].map((who): [string, string] => [`https://${who}@lamps.example`, hasCredentials]),
    ['https://lamps.example?key=secret', hasQuery],
    ['https://lamps.example/#secret', hasQuery],
    ['https://lamps.example/?', hasQuery],
  ])('%j throws a TypeError that does not quote it: %s', (baseUrl, message) => {
    expect(() => createLampClient({ baseUrl, token: 't' })).toThrow(new TypeError(`${message} ${example}`))
  })

  it.each([
    ['https://lamps.example/app/?a#b', '/api', 'https://lamps.example/api'],
    ['https://lamps.example/app', 'https://other.example', 'https://other.example'],
    ['https://lamps.example', 'api', `TypeError: ${notAbsolute} ${example}`],
    ['https://lamps.example', '', `TypeError: ${notAbsolute} ${example}`],
    ['https://lamps.example', '//other.example', `TypeError: ${notAbsolute} ${example}`],
    ['https://lamps.example', '/\\other.example', `TypeError: ${notAbsolute} ${example}`],
    ['https://lamps.example', '/\t/other.example', `TypeError: ${notAbsolute} ${example}`],
    ['about:blank', '/api', `TypeError: ${notAbsolute} ${example}`],
  ])('in the page %s, %j means %s', async (page, baseUrl, expected) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('location', new URL(page))
    expect(await Promise.try(normaliseBaseUrl, baseUrl).catch(String)).toBe(expected)
    expect(isRelativeOutsideBrowser(baseUrl)).toBe(false)
  })

  it('can be a path outside of a page, as in server rendering: a call rejects with an InputError', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const client = createLampClient({ baseUrl: '/api', token: 't', fetch })
    const error: unknown = await client.listLamps().catch((reason) => reason)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({
      message: 'listLamps (/api/lamps, not sent): baseUrl is a path. Outside a page, pass an absolute URL',
      outcome: 'unchanged',
    })
    await expect(client.allItems('listLamps').next()).rejects.toThrow(InputError)
    expect(fetch).not.toHaveBeenCalled()
    // Handlers without an origin would match no request.
    expect(() => lampHandlers({ baseUrl: '/api' })).toThrow(new TypeError(`${notAbsolute} ${example}`))
  })
})
