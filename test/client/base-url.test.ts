import { createPlantClient } from '@plant-collection/client'
import { describe, expect, it } from 'vitest'
import { scriptedService } from '../support/scripted-service.ts'

const page = { status: 200, body: [] }

describe('baseUrl', () => {
  it.each([
    ['', '/plants'],
    ['/', '/plants'],
    ['/api/v1', '/api/v1/plants'],
    ['/api/v1/', '/api/v1/plants'],
    ['/{id}', '/%7Bid%7D/plants'],
  ])('may end in %j: the request goes to %s', async (path, expected) => {
    const { url, sent } = await scriptedService([page])
    await createPlantClient({ baseUrl: url + path, token: 't' }).listPlants()
    expect(sent[0]?.url).toBe(expected)
  })

  it.each(['', '/api', 'localhost:3000', 'plants.example', 'ftp://plants.example', 'https:plants.example', 'http://'])(
    'is refused with a remedy when it is not absolute: %j',
    (baseUrl) => {
      const create = () => createPlantClient({ baseUrl, token: 't' })
      expect(create).toThrow(TypeError)
      expect(create).toThrow("baseUrl must be an absolute URL with http or https. Example: baseUrl: 'https://")
    },
  )

  it.each([
    ['https://me:secret@plants.example', /^baseUrl must not have credentials: set token instead\. Example: /],
    ['https://plants.example?key=secret', /^baseUrl must not have a query or a fragment\. Example: /],
    ['https://plants.example/#secret', /^baseUrl must not have a query or a fragment\. Example: /],
    ['https://plants.example/?', /^baseUrl must not have a query or a fragment\. Example: /],
  ])('is refused with a remedy that does not repeat it: %s', (baseUrl, message) => {
    const create = () => createPlantClient({ baseUrl, token: 't' })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
    expect(create).not.toThrow(/secret/)
  })

  it('is refused when it is missing', () => {
    // @ts-expect-error baseUrl is required; from JavaScript it may be missing all the same
    expect(() => createPlantClient({ token: 't' })).toThrow(/^baseUrl must be an absolute URL/)
  })
})
