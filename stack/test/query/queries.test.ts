// The options for lists, items and any operation. React only shows the total count.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient } from '../../client/index.ts'
import { createQueryOptions } from '../../query/index.ts'
import { operationQuery as queryForAny } from '../../query/operations.ts'
import { contract } from '../product/generated/contract-types.ts'
import { showCreatedItem, showRemovedItem } from '../product/generated/query/index.ts'
import { ClientProvider, useTotalCount } from '../product/generated/react/index.ts'
import { ceiling, etag, path, stairs } from '../support/contract-examples.ts'
import { createLampClient } from '../support/lamp-client.ts'
import { lampKeys, lampMutations, lampQueries, type SeenLamp } from '../support/lamp-queries.ts'
import { scriptedService } from '../support/scripted-service.ts'
import { waitUntil } from '../support/wait.ts'

const { queryFor, mutationFor } = createQueryOptions(contract)
const client = createLampClient({ baseUrl: 'http://127.0.0.1', token: 'a' })
const queries = new QueryClient({ defaultOptions: { queries: { retry: 3 }, mutations: { retry: 3 } } })

describe('the options', () => {
  it('have the keys of lampKeys, whose types have the data', () => {
    const { lamp, list } = lampQueries(client)
    expectTypeOf(queries.getQueryData(lamp('a').queryKey)).toEqualTypeOf<SeenLamp | undefined>()
    expect([lamp('a').queryKey, lampKeys.lamp('a')]).toEqual(Array(2).fill(['lamps', 'lamp', 'a']))
    expect(list({ tag: 'a' }).queryKey).toEqual([...lampKeys.lists, { tag: 'a' }])
  })

  it('fetch a list page by page, with its total count, and a lamp with its entity tag', async () => {
    const { client, requests } = await scriptedService([
      { status: 200, headers: { Link: '<?after=a>; rel="next"' }, body: [ceiling] },
      { status: 200, headers: { 'Total-Count': '7' }, body: [stairs] },
      { status: 200, headers: { ETag: etag }, body: ceiling },
    ])
    const queries = new QueryClient()
    const list = lampQueries(client).list({ limit: 1 })
    await queries.fetchInfiniteQuery({ ...list, pages: 2 })
    expect(new InfiniteQueryObserver(queries, list).getCurrentResult().data).toEqual([ceiling, stairs])
    const Count = () => useTotalCount('/lamps', {}, { limit: 1 })
    const counted = createElement(ClientProvider, { client }, createElement(Count))
    const shownCount = () => renderToString(createElement(QueryClientProvider, { client: queries }, counted))
    expect(shownCount()).toBe('7')
    showRemovedItem(queries, '/lamps', {}, ceiling.id)
    expect(shownCount()).toBe('6')
    await showCreatedItem(queries, '/lamps', {}, { ...stairs, id: 'new' })
    expect(shownCount()).toBe('7')
    expect(await queries.fetchQuery(lampQueries(client).lamp(stairs.id))).toEqual({ lamp: ceiling, etag })
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?limit=1', '/lamps?after=a', `/lamps/${stairs.id}`])
  })

  it('fetch the page after an empty page with a Link, and keep an array that only the Link has', async () => {
    const urls: string[] = []
    const fetch = async ({ url }: Request) => {
      urls.push(new URL(url).search)
      const Link = `<?kind=a&kind=b&tag=a%2Cb,c&after=${urls.length}>; rel="next"`
      return Response.json([], { headers: urls.length < 3 ? { Link } : {} })
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
    const { create, update } = lampMutations(client)
    const { list, lamp } = lampQueries(client)
    const run = (options: object, variables: object) =>
      queries.getMutationCache().build(queries, options).execute(variables)
    const calls = [
      queries.fetchQuery(lamp('a')),
      queries.fetchInfiniteQuery(list()),
      queries.fetchQuery(queryFor(client, 'getLamp', { path })),
      run(create, { name: 'Hall' }),
      run(update, { id: 'a', change: {} }),
      run(mutationFor(client, 'updateLamp'), { path, body: {} }),
    ]
    await Promise.all(calls.map((call) => expect(call).rejects.toThrow('404')))
    expect(requests).toHaveLength(calls.length)
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

describe('the types', () => {
  it('take only a safe operation for a query, and only an unsafe operation for a mutation', () => {
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
  it('has the operation and its input as its key, and the body of the successful response as its data', async () => {
    const { client, requests } = await scriptedService([{ status: 200, body: [ceiling] }])
    const options = queryFor(client, 'listLamps', { query: { tag: 'hall' } })
    expect(options.queryKey).toEqual(['listLamps', { query: { tag: 'hall' } }])
    expect(await queries.fetchQuery(options)).toEqual([ceiling])
    expect(requests.map(({ url }) => url)).toEqual(['/lamps?tag=hall'])
  })

  it('has null as its data if the successful response has no body', async () => {
    expect(await queries.fetchQuery(queryForAny({ ping: async () => ({ ok: true }) }, 'ping'))).toBe(null)
  })
})

describe('a mutation', () => {
  it('sends its variables as the input of the operation, and returns the body of the response', async () => {
    const { client, requests } = await scriptedService([{ status: 200, body: ceiling }])
    const options = mutationFor(client, 'updateLamp')
    expect(options.mutationKey).toEqual(['updateLamp'])
    const mutation = queries.getMutationCache().build(queries, options)
    expect(await mutation.execute({ path, body: { tag: 'hall' } })).toEqual(ceiling)
    expect(requests).toMatchObject([{ method: 'PATCH', url: `/lamps/${path.id}`, body: '{"tag":"hall"}' }])
  })
})
