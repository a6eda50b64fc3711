import { expect, it } from 'vitest'
import { contract } from '../../product/generated/index.ts'
import { sharedService } from '../../support/shared-service.ts'

const { operations } = contract

const service = await sharedService()

it('a default that the service fills in is not a use of a deprecated parameter', async () => {
  const list = operations.find(({ id }) => id === 'listLamps')
  const headers = { Deprecation: '@1', Sunset: 'Tue, 01 Jan 2030 00:00:00 GMT' }
  list?.deprecatedParts.push({ in: 'query', name: 'limit', headers })
  list?.success.headers.push({
    name: 'Deprecation',
    isRequired: false,
    constant: undefined,
    type: undefined,
    validate: () => true,
  })
  try {
    const deprecations = ['/lamps', '/lamps?limit=5'].map(async (path) => {
      return (await service.request(path)).headers.get('Deprecation')
    })
    expect(await Promise.all(deprecations)).toEqual([null, '@1'])
  } finally {
    list?.deprecatedParts.pop()
    list?.success.headers.pop()
  }
})
