import type { PlantClient } from '@plant-collection/client'
import { expectTypeOf, it } from 'vitest'

it('the client sorts and searches as the contract says', () => {
  expectTypeOf((client: PlantClient) => {
    void client.listPlants({ query: { sort: '-createdAt', q: 'mon' } })
    // @ts-expect-error no list is in the order of tags
    void client.listPlants({ query: { sort: 'tag' } })
  }).toBeFunction()
})
