import { createPlantClient, InputError } from '@plant-collection/client'
import { plantHandlers } from '@plant-collection/client/msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { normaliseBaseUrl } from '../../client/base-url.ts'

const example = "Example: baseUrl: 'https://api.example/v1'"

describe('baseUrl', () => {
  it.each([
    ['http://plants.example', 'http://plants.example'],
    ['https://plants.example:8080/', 'https://plants.example:8080'],
    [' https://plants.example/api/v1', 'https://plants.example/api/v1'],
    ['HTTPS://plants.example/api/v1//', 'https://plants.example/api/v1'],
    ['https://plants.example/{id}', 'https://plants.example/%7Bid%7D'],
  ])('%j means %s', (baseUrl, expected) => {
    expect(normaliseBaseUrl(baseUrl)).toBe(expected)
  })

  const notAbsolute = 'baseUrl must be an absolute URL with http or https, or in a page a path.'
  const hasQuery = 'baseUrl must not have a query or a fragment.'
  it.each<[baseUrl: string, message: string]>([
    ...[
      '',
      '//plants.example',
      '/\\plants.example',
      'localhost:3000',
      'plants.example',
      'ftp://plants.example',
      'https:plants.example',
      'http://',
      'ftp://a/http://b',
    ].map((baseUrl): [string, string] => [baseUrl, notAbsolute]),
    ...['me', 'me:secret', ':secret'].map((credentials): [string, string] => [
      `https://${credentials}@plants.example`,
      'baseUrl must not have credentials: set token instead.',
    ]),
    ['https://plants.example?key=secret', hasQuery],
    ['https://plants.example/#secret', hasQuery],
    ['https://plants.example/?', hasQuery],
  ])('%j throws a TypeError that does not quote it: %s', (baseUrl, message) => {
    expect(() => createPlantClient({ baseUrl, token: 't' })).toThrow(new TypeError(`${message} ${example}`))
  })

  it.each([
    ['https://plants.example/app/?a#b', '/api', 'https://plants.example/api'],
    ['https://plants.example:8080/app', '/', 'https://plants.example:8080'],
    ['https://plants.example/app', '/api/v1/', 'https://plants.example/api/v1'],
    ['https://plants.example/app', 'https://other.example', 'https://other.example'],
  ])('in the page %s can be the path %j, and means %s', (page, baseUrl, expected) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('location', new URL(page))
    expect(normaliseBaseUrl(baseUrl)).toBe(expected)
  })

  it.each([
    ['https://plants.example', 'api'],
    ['https://plants.example', ''],
    ['https://plants.example', '//other.example'],
    ['https://plants.example', '/\\other.example'],
    ['https://plants.example', '/\t/other.example'],
    ['about:blank', '/api'],
    ['file:///app/index.html', '/api'],
  ])('in the page %s cannot be %j', (page, baseUrl) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('location', new URL(page))
    expect(() => normaliseBaseUrl(baseUrl)).toThrow(new TypeError(`${notAbsolute} ${example}`))
  })

  it('can be a path without a page, as where a server renders it: a call rejects with an InputError', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const client = createPlantClient({ baseUrl: '/api', token: 't', fetch })
    const error: unknown = await client.listPlants().catch((reason) => reason)
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({
      message: 'listPlants (/api/plants, not sent): baseUrl is a path. Outside a page, pass an absolute URL',
      outcome: 'unchanged',
    })
    await expect(client.allPlants().next()).rejects.toThrow(InputError)
    expect(fetch).not.toHaveBeenCalled()
    // Handlers without an origin would match no request.
    expect(() => plantHandlers({ baseUrl: '/api' })).toThrow(new TypeError(`${notAbsolute} ${example}`))
  })

  it('is a string, and required', () => {
    // @ts-expect-error JavaScript allows a URL
    expect(() => normaliseBaseUrl(new URL('https://plants.example'))).toThrow(
      new TypeError(`${notAbsolute} ${example}`),
    )
    // @ts-expect-error baseUrl is missing, which JavaScript allows
    expect(() => createPlantClient({ token: 't' })).toThrow(new TypeError(`${notAbsolute} ${example}`))
  })
})
