// The types of the hooks and their options, and the options without React.
import { createPlantClient, type Plant, type PlantClientError, type PlantDraft } from '@plant-collection/client'
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
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { etag, fern, monstera } from '../../../test/support/contract-examples.ts'
import { scriptedService } from '../../../test/support/scripted-service.ts'
import { waitUntil } from '../support/wait.ts'

type Variables<Hook extends () => { mutate: (variables: never) => void }> = Parameters<ReturnType<Hook>['mutate']>[0]

describe('the types of the hooks', () => {
  it('have the data and the errors of the client', () => {
    expectTypeOf<ReturnType<typeof usePlants>['data']>().toEqualTypeOf<Plant[] | undefined>()
    expectTypeOf<ReturnType<typeof usePlant>['data']>().toEqualTypeOf<SeenPlant | undefined>()
    type Errors = ReturnType<typeof usePlants | typeof usePlant | typeof useUpdatePlant>['error']
    expectTypeOf<Errors>().toEqualTypeOf<PlantClientError | null>()
  })

  it('take the input of the operation only', () => {
    expectTypeOf<Parameters<typeof usePlants>[0]>().toEqualTypeOf<
      { limit?: number; after?: string; tag?: string } | undefined
    >()
    expectTypeOf<Variables<typeof useCreatePlant>>().toEqualTypeOf<PlantDraft>()
    expectTypeOf((update: (variables: Variables<typeof useUpdatePlant>) => void) => {
      // @ts-expect-error the id is missing
      update({ change: {} })
      // @ts-expect-error a plant has no colour
      update({ id: 'a', change: { colour: 'green' } })
    }).toBeFunction()
    expectTypeOf<{ id: string }>().toExtend<Variables<typeof useDeletePlant>>()
    expectTypeOf<Record<never, never>>().not.toExtend<Variables<typeof useDeletePlant>>()
  })
})

describe('the options of the hooks', () => {
  it('have the types of the hook, and cannot replace the request', () => {
    expectTypeOf((list: typeof usePlants, plant: typeof usePlant, update: typeof useUpdatePlant) => {
      list({}, { enabled: false, staleTime: 1000, placeholderData: (previous) => previous })
      plant('a', { enabled: false, refetchInterval: 1000 })
      update({
        onMutate: async ({ change }) => ({ before: change.name }),
        onSuccess: ({ plant }, { change }, result) => [plant.name, change.tag, result?.before],
        onError: (error, _, result) => [error.outcome satisfies string, result?.before satisfies string | undefined],
      })
      // @ts-expect-error the key belongs to the hook
      list({}, { queryKey: ['mine'] })
      // @ts-expect-error and so does the request
      update({ mutationFn: async () => {} })
    }).toBeFunction()
  })
})

describe('the options', () => {
  it('have the keys of plantKeys, which know their data', () => {
    const queries = plantQueries(createPlantClient({ baseUrl: 'http://127.0.0.1', token: 'a' }))
    const seen = new QueryClient().getQueryData(queries.plant('a').queryKey)
    expectTypeOf(seen).toEqualTypeOf<SeenPlant | undefined>()
    expect(queries.plant('a').queryKey).toEqual(plantKeys.plant('a'))
    expect(plantKeys.plant('a')).toEqual(['plants', 'plant', 'a'])
    expect(queries.list({ tag: 'a' }).queryKey).toEqual([...plantKeys.lists, { tag: 'a' }])
  })

  it('read a list page by page, and a plant with its entity tag', async () => {
    const { client, requests } = await scriptedService([
      { status: 200, headers: { Link: '<?after=a>; rel="next"' }, body: [monstera] },
      { status: 200, body: [fern] },
      { status: 200, headers: { ETag: etag }, body: monstera },
    ])
    const queries = new QueryClient()
    const list = plantQueries(client).list({ limit: 1 })
    await queries.fetchInfiniteQuery({ ...list, pages: 2 })
    expect(new InfiniteQueryObserver(queries, list).getCurrentResult().data).toEqual([monstera, fern])
    expect(await queries.fetchQuery(plantQueries(client).plant(fern.id))).toEqual({ plant: monstera, etag })
    expect(requests.map(({ url }) => url)).toEqual(['/plants?limit=1', '/plants?after=a', `/plants/${fern.id}`])
  })

  it('abort the request of a query that is cancelled', async () => {
    const signals: AbortSignal[] = []
    const fetch = ({ signal }: Request) => {
      signals.push(signal)
      return new Promise<never>(() => {})
    }
    const { list, plant } = plantQueries(createPlantClient({ baseUrl: 'http://127.0.0.1', token: 'a', fetch }))
    const queries = new QueryClient()
    const reads = Promise.allSettled([queries.fetchInfiniteQuery(list()), queries.fetchQuery(plant('a'))])
    await waitUntil(() => signals.length === 2)
    await queries.cancelQueries()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    await reads
  })

  it('leave retries to the client', async () => {
    const { client, requests } = await scriptedService(() => ({ status: 404, body: {} }))
    const queries = new QueryClient()
    await expect(queries.fetchQuery(plantQueries(client).plant('a'))).rejects.toThrow('404')
    await expect(queries.fetchInfiniteQuery(plantQueries(client).list())).rejects.toThrow('404')
    const mutation = queries.getMutationCache().build(queries, plantMutations(client).update)
    await expect(mutation.execute({ id: 'a', change: {} })).rejects.toThrow('404')
    expect(requests).toHaveLength(3)
  })

  it.each(['https://elsewhere.example/plants?after=a', '/other?after=a', '?'])(
    'throw a PagingError for a Link to %s',
    async (target) => {
      const { client } = await scriptedService([
        { status: 200, headers: { Link: `<${target}>; rel="next"` }, body: [] },
      ])
      const list = new QueryClient().fetchInfiniteQuery(plantQueries(client).list())
      const error = { name: 'PagingError', operation: 'listPlants', outcome: 'unchanged' }
      await expect(list).rejects.toMatchObject({ ...error, message: expect.stringContaining('Link') })
    },
  )
})
