// The options for lists, items and any operation, without a framework.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient } from '../../client/index.ts'
import { createQueryOptions } from '../../query/index.ts'
import { queryFor as queryForAny } from '../../query/operations.ts'
import { contract } from '../product/generated/contract-types.ts'
import { ceiling, etag, path, stairs } from '../support/contract-examples.ts'
import { createLampClient, type Input, type Lamp } from '../support/lamp-client.ts'
import {
  LampClientProvider,
  lampKeys,
  lampMutations,
  lampQueries,
  type SeenLamp,
  useLampCount,
} from '../support/lamp-hooks.ts'
import { scriptedService } from '../support/scripted-service.ts'
import { waitUntil } from '../support/wait.ts'

const { queryFor, mutationFor } = createQueryOptions(contract)

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
      { status: 200, headers: { 'Total-Count': '1000+' }, body: [stairs] },
      { status: 200, headers: { ETag: etag }, body: ceiling },
    ])
    const queries = new QueryClient()
    const list = lampQueries(client).list({ limit: 1 })
    await queries.fetchInfiniteQuery({ ...list, pages: 2 })
    expect(new InfiniteQueryObserver(queries, list).getCurrentResult().data).toEqual([ceiling, stairs])
    const Count = () => useLampCount({ limit: 1 })
    const counted = createElement(LampClientProvider, { client }, createElement(Count))
    expect(renderToString(createElement(QueryClientProvider, { client: queries }, counted))).toBe('1000+')
    expect(await queries.fetchQuery(lampQueries(client).lamp(stairs.id))).toEqual({ lamp: ceiling, etag })
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?limit=1', '/lamps?after=a', `/lamps/${stairs.id}`])
  })

  it('read on after an empty page with a Link, and keep an array as it was given', async () => {
    const { client, requests } = await scriptedService([
      { status: 200, headers: { Link: '<?tag=a,b&after=a&limit=1>; rel="next"' }, body: [] },
      { status: 200, body: [stairs] },
    ])
    const tag = ['a', 'b'] as unknown as string // as a filter with several values
    const list = lampQueries(client).list({ limit: 1, tag })
    const observer = new InfiniteQueryObserver(new QueryClient(), list)
    expect(await observer.refetch()).toMatchObject({ data: [], hasNextPage: true })
    expect(await observer.fetchNextPage()).toMatchObject({ data: [stairs], hasNextPage: false })
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?limit=1&tag=a&tag=b', '/lamps?tag=a&tag=b&after=a&limit=1'])
  })

  it('keep an array that only the Link has: a default of the contract', async () => {
    const urls: string[] = []
    const fetch = async ({ url }: Request) => {
      urls.push(new URL(url).search)
      const Link = `<?kind=a&kind=b&tag=a%2Cb,c&after=${urls.length}>; rel="next"`
      return Response.json([ceiling], { headers: urls.length < 3 ? { Link } : {} })
    }
    const listLamps = { ...contract.operations.listLamps, styles: { query: { tag: { separator: ',' } } } }
    const changed: typeof contract = { ...contract, operations: { ...contract.operations, listLamps } }
    const client = createClient(changed, { baseUrl: 'http://127.0.0.1', token: 'a', fetch })
    const list = createQueryOptions(changed).listOptions(client, '/lamps', {}, {})
    await new QueryClient().fetchInfiniteQuery({ ...list, pages: 9 })
    expect(urls).toEqual(['', '?kind=a&kind=b&tag=a%2Cb,c&after=1', '?kind=a&kind=b&tag=a%2Cb,c&after=2'])
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
    const queries = new QueryClient({ defaultOptions: { queries: { retry: 3 }, mutations: { retry: 3 } } })
    await expect(queries.fetchQuery(lampQueries(client).lamp('a'))).rejects.toThrow('404')
    await expect(queries.fetchInfiniteQuery(lampQueries(client).list())).rejects.toThrow('404')
    const mutations = lampMutations(client)
    const update = queries.getMutationCache().build(queries, mutations.update)
    await expect(update.execute({ id: 'a', change: {} })).rejects.toThrow('404')
    const create = queries.getMutationCache().build(queries, mutations.create)
    await expect(create.execute({ name: 'Hall' })).rejects.toThrow('404')
    await expect(queries.fetchQuery(queryFor(client, 'getLamp', { path }))).rejects.toThrow('404')
    const any = queries.getMutationCache().build(queries, mutationFor(client, 'updateLamp'))
    await expect(any.execute({ path, body: {} })).rejects.toThrow('404')
    expect(requests).toHaveLength(6)
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

const client = createLampClient({ baseUrl: 'http://127.0.0.1', token: 'a' })
const queries = new QueryClient({ defaultOptions: { queries: { retry: 3 }, mutations: { retry: 3 } } })

describe('the types', () => {
  it('have the input and the body of the operation', () => {
    expectTypeOf(queries.getQueryData(queryFor(client, 'getLamp', { path }).queryKey)).toEqualTypeOf<Lamp | undefined>()
    const update = mutationFor(client, 'updateLamp')
    type Variables = Parameters<NonNullable<typeof update.mutationFn>>[0]
    expectTypeOf<Variables>().toEqualTypeOf<Input<'updateLamp'>>()
    expectTypeOf<Parameters<NonNullable<typeof update.onSuccess>>[0]>().toEqualTypeOf<Lamp>()
  })

  it('take only a read for a query, and only another operation for a mutation', () => {
    expectTypeOf(() => {
      // @ts-expect-error it writes
      queryFor(client, 'closeRoom', { path: { roomId: 'a' } })
      // @ts-expect-error it reads
      mutationFor(client, 'readSign')
      // @ts-expect-error the path is missing
      queryFor(client, 'readSign')
      // @ts-expect-error a 304 has no data
      queryFor(client, 'getLamp', { path, header: { 'If-None-Match': '*' } })
      // @ts-expect-error TanStack Query has the signal
      queryFor(client, 'getLamp', { path, signal: AbortSignal.abort() })
    }).toBeFunction()
  })
})

describe('a query', () => {
  it('has the operation and its input as its key, and the body of the success as its data', async () => {
    const { client, requests } = await scriptedService([{ status: 200, body: [ceiling] }])
    const options = queryFor(client, 'listLamps', { query: { tag: 'hall' } })
    expect(options.queryKey).toEqual(['listLamps', { query: { tag: 'hall' } }])
    expect(await queries.fetchQuery(options)).toEqual([ceiling])
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?tag=hall'])
  })

  it('has null as its data if the success has no body', async () => {
    expect(await queries.fetchQuery(queryForAny({ ping: async () => ({ ok: true }) }, 'ping'))).toBe(null)
  })
})

describe('a mutation', () => {
  it('sends its variables as the input of the operation, and returns the body of the success', async () => {
    const { client, requests } = await scriptedService([{ status: 200, body: ceiling }])
    const options = mutationFor(client, 'updateLamp')
    expect(options.mutationKey).toEqual(['updateLamp'])
    const mutation = queries.getMutationCache().build(queries, options)
    expect(await mutation.execute({ path, body: { tag: 'hall' } })).toEqual(ceiling)
    expect(requests).toMatchObject([{ method: 'PATCH', url: `/lamps/${path.id}`, body: '{"tag":"hall"}' }])
  })
})
