import { describe, expect, it } from 'vitest'
import type { Lamp } from '../../../product/generated/api.d.ts'
import { callerOf } from '../../../support/caller.ts'
import { sharedService } from '../../../support/shared-service.ts'

const service = await sharedService()

const bob = callerOf(service, 'bob')
const lamps: Lamp[] = []
for (const name of ['Desk', 'Wall', 'Floor']) lamps.push((await bob.create(name)).lamp)
const list = async (query: string) => (await bob.send('GET', `/lamps?${query}`)).body

describe('the pages of listLamps', () => {
  it('start after the position of any UUID, also if another caller has this lamp', async () => {
    const { lamp: foreign } = await callerOf(service, 'fay').create('Desk')
    expect(await list(`after=${foreign.id}`)).toEqual([])
    expect(await list('after=00000000-0000-0000-0000-000000000000')).toEqual(lamps)
  })
})
