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
})
