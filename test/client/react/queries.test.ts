// What the compiler knows of the hooks: data, errors, and what a mutation takes.
import {
  createPlantClient,
  type NewPlant,
  type Plant,
  type PlantClientError,
  type PlantPatch,
} from '@plant-collection/client'
import {
  plantKeys,
  plantMutations,
  plantQueries,
  type SeenPlant,
  type useCreatePlant,
  type useDeletePlant,
  type usePlant,
  type usePlants,
  type useUpdatePlant,
} from '@plant-collection/client/react'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { scriptedService } from '../../support/scripted-service.ts'

describe('the types of the hooks', () => {
  it('have plants and our errors', () => {
    expectTypeOf<ReturnType<typeof usePlants>['data']>().toEqualTypeOf<Plant[] | undefined>()
    expectTypeOf<ReturnType<typeof usePlants>['error']>().toEqualTypeOf<PlantClientError | null>()
    expectTypeOf<ReturnType<typeof usePlant>['data']>().toEqualTypeOf<SeenPlant | undefined>()
    expectTypeOf<ReturnType<typeof usePlant>['error']>().toEqualTypeOf<PlantClientError | null>()
    expectTypeOf<ReturnType<typeof useUpdatePlant>['error']>().toEqualTypeOf<PlantClientError | null>()
  })

  it('take what the operation takes, and no more', () => {
    expectTypeOf<Parameters<ReturnType<typeof useCreatePlant>['mutate']>[0]>().toEqualTypeOf<NewPlant>()
    type Update = Parameters<ReturnType<typeof useUpdatePlant>['mutate']>[0]
    expectTypeOf<{ id: string; change: PlantPatch }>().toExtend<Update>()
    expectTypeOf<{ seen: SeenPlant; change: PlantPatch }>().toExtend<Update>()
    expectTypeOf<{ change: PlantPatch }>().not.toExtend<Update>()
    expectTypeOf<{ id: string; change: { colour: string } }>().not.toExtend<Update>()
    type Deletion = Parameters<ReturnType<typeof useDeletePlant>['mutate']>[0]
    expectTypeOf<{ id: string }>().toExtend<Deletion>()
    expectTypeOf<Record<never, never>>().not.toExtend<Deletion>()
    expectTypeOf<Parameters<typeof usePlants>[0]>().toEqualTypeOf<
      { limit?: number; cursor?: string; tag?: string } | undefined
    >()
  })

  it('know what is kept under a key', () => {
    const queries = plantQueries(createPlantClient({ baseUrl: 'http://127.0.0.1', token: 'a' }))
    const seen = new QueryClient().getQueryData(queries.plant('a').queryKey)
    expectTypeOf(seen).toEqualTypeOf<SeenPlant | undefined>()
    expect(queries.plant('a').queryKey).toEqual(plantKeys.plant('a'))
    expect(queries.list({ tag: 'a' }).queryKey).toEqual([...plantKeys.lists, { tag: 'a' }])
  })
})

describe('the options, without React', () => {
  it('never send a request again by themselves: that is what the client is for', async () => {
    const { client, requests } = await scriptedService(() => ({ status: 404, body: {} }))
    const queries = new QueryClient()
    await expect(queries.fetchQuery(plantQueries(client).plant('a'))).rejects.toThrow('404')
    await expect(queries.fetchInfiniteQuery(plantQueries(client).list())).rejects.toThrow('404')
    const mutation = queries.getMutationCache().build(queries, plantMutations(client).update)
    await expect(mutation.execute({ id: 'a', change: {} })).rejects.toThrow('404')
    expect(requests).toHaveLength(3)
  })

  it('take a Link that leads elsewhere for an error, not for an end', async () => {
    const page = (link: string) => ({ status: 200, headers: { Link: `<${link}>; rel="next"` }, body: [] })
    for (const link of ['https://elsewhere.example/plants?cursor=a', '/other?cursor=a', '?']) {
      const { client } = await scriptedService([page(link)])
      await expect(new QueryClient().fetchInfiniteQuery(plantQueries(client).list())).rejects.toThrow('listPlants')
    }
  })
})
