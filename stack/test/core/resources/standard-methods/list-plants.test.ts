import { describe, expect, it } from 'vitest'
import type { Plant } from '../../../../../generated/api.d.ts'
import { callerOf } from '../../../../../test/support/caller.ts'
import { sharedService } from '../../../../../test/support/shared-service.ts'

const service = await sharedService()

const bob = callerOf(service, 'bob')
const plants: Plant[] = []
for (const name of ['Fern', 'Moss', 'Ivy']) plants.push((await bob.create(name)).plant)
const list = async (query: string) => (await bob.send('GET', `/plants?${query}`)).body

describe('the pages of listPlants', () => {
  it('start after the position of any UUID, also if another caller has this plant', async () => {
    const { plant: foreign } = await callerOf(service, 'fay').create('Fern')
    expect(await list(`after=${foreign.id}`)).toEqual([])
    expect(await list('after=00000000-0000-0000-0000-000000000000')).toEqual(plants)
  })

  it('start at a cursor of version 0.4.0, which is deprecated', async () => {
    const first = plants[0]?.id ?? ''
    const position = Buffer.from(first.replaceAll('-', ''), 'hex')
    const cursor = Buffer.concat([position, Buffer.alloc(8)]).toString('base64url')
    const response = await bob.send('GET', `/plants?limit=2&cursor=${cursor}`)
    expect(response).toMatchObject({ status: 200, body: plants.slice(1) })
    expect(response.headers.get('Deprecation')).toBe('@1795305600')
    expect(response.headers.get('Sunset')).toBe('Mon, 22 Nov 2027 00:00:00 GMT')
    expect(await list(`limit=2&cursor=${'A'.repeat(32)}&after=${first}`)).toEqual(plants.slice(1))
    // The digits of base64url that base64 does not have.
    expect(await list(`cursor=${'_-'.repeat(16)}`)).toEqual([])
  })
})
