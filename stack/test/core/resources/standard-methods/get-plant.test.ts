import { describe, expect, it } from 'vitest'
import { callerOf, stableParts } from '../../../../../test/support/caller.ts'
import { sharedService } from '../../../../../test/support/shared-service.ts'

const ann = callerOf(await sharedService(), 'ann')
await ann.create('Moss')
const { plant, etag, path } = await ann.create('Monstera deliciosa', 'Araceae')
const response = await ann.send('GET', path)

describe('getPlant', () => {
  it('returns every field of the plant, with the entity tag of its creation', () => {
    const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-cache' }
    expect(response).toMatchObject({ status: 200, body: plant })
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...headers, etag, vary: 'Authorization, Origin' })
    expect(Object.keys(plant).sort()).toEqual(['createdAt', 'id', 'name', 'tag', 'updatedAt'])
  })

  it('returns the same headers to HEAD, without the body', async () => {
    const [status, headers] = stableParts(response)
    expect(stableParts(await ann.send('HEAD', path))).toEqual([status, headers, ''])
    expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(response.text)))
  })
})
