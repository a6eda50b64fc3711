// The types of the hooks and their options, and the options without React.

import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { ceiling, etag, stairs } from '../support/contract-examples.ts'
import { type ClientError, createLampClient, type Lamp, type LampDraft } from '../support/lamp-client.ts'
import {
  lampKeys,
  lampMutations,
  lampQueries,
  type SeenLamp,
  type useCreateLamp,
  type useDeleteLamp,
  type useLamp,
  type useLamps,
  type useUpdateLamp,
} from '../support/lamp-hooks.ts'
import { scriptedService } from '../support/scripted-service.ts'
import { waitUntil } from '../support/wait.ts'

type Variables<Hook extends () => { mutate: (variables: never) => void }> = Parameters<ReturnType<Hook>['mutate']>[0]

describe('the types of the hooks', () => {
  it('have the data and the errors of the client', () => {
    expectTypeOf<ReturnType<typeof useLamps>['data']>().toEqualTypeOf<Lamp[] | undefined>()
    expectTypeOf<ReturnType<typeof useLamp>['data']>().toEqualTypeOf<SeenLamp | undefined>()
    type Errors = ReturnType<typeof useLamps | typeof useLamp | typeof useUpdateLamp>['error']
    expectTypeOf<Errors>().toEqualTypeOf<ClientError | null>()
  })

  it('take the input of the operation only', () => {
    expectTypeOf<Parameters<typeof useLamps>[0]>().toEqualTypeOf<
      { limit?: number; after?: string; tag?: string } | undefined
    >()
    expectTypeOf<Variables<typeof useCreateLamp>>().toEqualTypeOf<LampDraft>()
    expectTypeOf((update: (variables: Variables<typeof useUpdateLamp>) => void) => {
      // @ts-expect-error the id is missing
      update({ change: {} })
      // @ts-expect-error a lamp has no colour
      update({ id: 'a', change: { colour: 'green' } })
    }).toBeFunction()
    expectTypeOf<{ id: string }>().toExtend<Variables<typeof useDeleteLamp>>()
    expectTypeOf<Record<never, never>>().not.toExtend<Variables<typeof useDeleteLamp>>()
  })
})

describe('the options of the hooks', () => {
  it('have the types of the hook, and cannot replace the request', () => {
    expectTypeOf((list: typeof useLamps, lamp: typeof useLamp, update: typeof useUpdateLamp) => {
      list({}, { enabled: false, staleTime: 1000, placeholderData: (previous) => previous })
      lamp('a', { enabled: false, refetchInterval: 1000 })
      update({
        onMutate: async ({ change }) => ({ before: change.name }),
        onSuccess: ({ lamp }, { change }, result) => [lamp.name, change.tag, result?.before],
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
  it('have the keys of lampKeys, which know their data', () => {
    const queries = lampQueries(createLampClient({ baseUrl: 'http://127.0.0.1', token: 'a' }))
    const seen = new QueryClient().getQueryData(queries.lamp('a').queryKey)
    expectTypeOf(seen).toEqualTypeOf<SeenLamp | undefined>()
    expect(queries.lamp('a').queryKey).toEqual(lampKeys.lamp('a'))
    expect(lampKeys.lamp('a')).toEqual(['lamps', 'lamp', 'a'])
    expect(queries.list({ tag: 'a' }).queryKey).toEqual([...lampKeys.lists, { tag: 'a' }])
  })

  it('read a list page by page, and a lamp with its entity tag', async () => {
    const { client, requests } = await scriptedService([
      { status: 200, headers: { Link: '<?after=a>; rel="next"' }, body: [ceiling] },
      { status: 200, body: [stairs] },
      { status: 200, headers: { ETag: etag }, body: ceiling },
    ])
    const queries = new QueryClient()
    const list = lampQueries(client).list({ limit: 1 })
    await queries.fetchInfiniteQuery({ ...list, pages: 2 })
    expect(new InfiniteQueryObserver(queries, list).getCurrentResult().data).toEqual([ceiling, stairs])
    expect(await queries.fetchQuery(lampQueries(client).lamp(stairs.id))).toEqual({ lamp: ceiling, etag })
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?limit=1', '/lamps?after=a', `/lamps/${stairs.id}`])
  })

  it('abort the request of a query that is cancelled', async () => {
    const signals: AbortSignal[] = []
    const fetch = ({ signal }: Request) => {
      signals.push(signal)
      return new Promise<never>(() => {})
    }
    const { list, lamp } = lampQueries(createLampClient({ baseUrl: 'http://127.0.0.1', token: 'a', fetch }))
    const queries = new QueryClient()
    const reads = Promise.allSettled([queries.fetchInfiniteQuery(list()), queries.fetchQuery(lamp('a'))])
    await waitUntil(() => signals.length === 2)
    await queries.cancelQueries()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    await reads
  })

  it('leave retries to the client', async () => {
    const { client, requests } = await scriptedService(() => ({ status: 404, body: {} }))
    const queries = new QueryClient()
    await expect(queries.fetchQuery(lampQueries(client).lamp('a'))).rejects.toThrow('404')
    await expect(queries.fetchInfiniteQuery(lampQueries(client).list())).rejects.toThrow('404')
    const mutation = queries.getMutationCache().build(queries, lampMutations(client).update)
    await expect(mutation.execute({ id: 'a', change: {} })).rejects.toThrow('404')
    expect(requests).toHaveLength(3)
  })

  it.each(['https://elsewhere.example/lamps?after=a', '/other?after=a', '?'])(
    'throw a PagingError for a Link to %s',
    async (target) => {
      const { client } = await scriptedService([
        { status: 200, headers: { Link: `<${target}>; rel="next"` }, body: [] },
      ])
      const list = new QueryClient().fetchInfiniteQuery(lampQueries(client).list())
      const error = { name: 'PagingError', operation: 'listLamps', outcome: 'unchanged' }
      await expect(list).rejects.toMatchObject({ ...error, message: expect.stringContaining('Link') })
    },
  )
})
