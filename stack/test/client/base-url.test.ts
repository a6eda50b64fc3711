import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isPathWithoutPage, normaliseBaseUrl } from '../../client/base-url.ts'
import { createLampClient, InputError } from '../support/lamp-client.ts'
import { lampHandlers } from '../support/lamp-msw.ts'

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
  ])('in the page %s can be the path %j, and means %s', (page, baseUrl, expected) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('location', new URL(page))
    expect(normaliseBaseUrl(baseUrl)).toBe(expected)
    expect(isPathWithoutPage(baseUrl)).toBe(false)
  })

  it.each([
    ['https://lamps.example', 'api'],
    ['https://lamps.example', ''],
    ['https://lamps.example', '//other.example'],
    ['https://lamps.example', '/\\other.example'],
    ['https://lamps.example', '/\t/other.example'],
    ['about:blank', '/api'],
  ])('in the page %s cannot be %j', (page, baseUrl) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('location', new URL(page))
    expect(() => normaliseBaseUrl(baseUrl)).toThrow(new TypeError(`${notAbsolute} ${example}`))
  })

  it('can be a path without a page, as where a server renders it: a call rejects with an InputError', async () => {
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
