// What the functions for confirmed changes do to lists in the cache of TanStack Query.
import { type InfiniteData, InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCacheUpdates } from '../../query/index.ts'
import { contract } from '../product/generated/contract-types.ts'
import { shareChanges, showChangedItem, showCreatedItem } from '../product/generated/query/index.ts'
import { createLampClient, type Lamp } from '../support/lamp-client.ts'
import { type ListPage, lampKeys, lampMutations, lampQueries } from '../support/lamp-queries.ts'
import { waitUntil } from '../support/wait.ts'

const createdAt = '2026-05-01T09:00:00.000Z'
const toLamp = (id: string, tag = '') => ({ id, name: id, tag, createdAt, updatedAt: '' })

/** Puts a list into a cache. `getNames` returns the names in the list, and an asterisk if it is invalidated. */
function openList(lamps: Lamp[], query: object = {}) {
  const queries = new QueryClient()
  const queryKey = [...lampKeys.lists, query]
  const pages: ListPage[] = [{ lamps, read: lamps, next: undefined }]
  queries.setQueryData<InfiniteData<ListPage>>(queryKey, { pages, pageParams: [undefined] })
  const getNames = () => {
    const data = queries.getQueryData<InfiniteData<ListPage>>(queryKey)
    const names = data?.pages.flatMap((page) => page.lamps.map(({ name }) => name))
    return `${names}${queries.getQueryState(queryKey)?.isInvalidated ? '*' : ''}`
  }
  return { queries, getNames }
}

it('a created item is not removed by a refetch in flight, and does not cancel a first fetch', async () => {
  const { queries, getNames } = openList([toLamp('stairs')])
  const responses: (() => void)[] = []
  const fetch = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
      responses.push(() => resolve(Response.json([toLamp('stairs')])))
    })
  const { list } = lampQueries(createLampClient({ baseUrl: 'http://lamps.test', token: 'a', fetch }))
  const refetch = queries.fetchInfiniteQuery(list())
  const first = queries.fetchInfiniteQuery(list({ limit: 1 }))
  await waitUntil(() => responses.length === 2)
  await showCreatedItem(queries, '/lamps', {}, toLamp('rose'))
  for (const respond of responses) respond()
  await refetch
  expect(getNames()).toBe('rose,stairs')
  expect((await first).pages).toHaveLength(1)
})

it('shareChanges shows what the mutations of a different tab create, change and delete', async () => {
  const { queries, getNames } = openList([toLamp('stairs')])
  const otherTab = new QueryClient()
  const name = crypto.randomUUID()
  const channels = [queries, otherTab].map((tab) => {
    const channel = new BroadcastChannel(name)
    const end = shareChanges(tab, '/lamps', {}, channel)
    return { end, channel }
  })
  onTestFinished(() => channels.forEach(({ end, channel }) => void [end(), channel.close()]))
  const responses = [
    Response.json(toLamp('moss'), { status: 201 }),
    Response.json({ ...toLamp('moss'), name: 'ivy' }),
    new Response(null, { status: 204 }),
  ]
  const fetch = async () => responses.shift() ?? Response.error()
  const { create, ...rest } = lampMutations(createLampClient({ baseUrl: 'http://lamps.test', token: 'a', fetch }))
  await new MutationObserver(otherTab, create).mutate({ name: 'moss' })
  await waitUntil(() => getNames() === 'moss,stairs')
  await new MutationObserver(otherTab, rest.update).mutate({ id: 'moss', change: { name: 'ivy' } })
  await waitUntil(() => getNames() === 'ivy,stairs')
  await new MutationObserver(otherTab, rest.delete).mutate({ id: 'moss' })
  await waitUntil(() => getNames() === 'stairs')
})

describe('showCreatedItem and showChangedItem invalidate a list if only the service knows where a lamp is', () => {
  const lamps = contract.collections['/lamps']
  const filters = { ...lamps.filters, named: 'name' }
  const moss = toLamp('moss', 'stairs')

  async function namesAfter(query: object, change: (queries: QueryClient) => Promise<void>): Promise<string> {
    const { queries, getNames } = openList([moss], query)
    await change(queries)
    return getNames()
  }

  it.each([
    { query: {}, created: 'rose,moss', changed: 'moss', renamed: 'ivy' },
    { query: { limit: 2, count: true, sort: undefined }, created: 'rose,moss', changed: 'moss', renamed: 'ivy' },
    { query: { tag: ['stairs', 'hall'] }, created: 'rose,moss', changed: 'moss', renamed: 'ivy' },
    { query: { named: 'moss' }, created: 'moss', changed: 'moss', renamed: '' },
    { query: { tag: 'hall', sort: 'name' }, created: 'moss', changed: '', renamed: '' },
    { query: { tag: [] }, created: 'moss*', changed: 'moss*', renamed: 'ivy*' },
    { query: { sort: '-createdAt' }, created: 'rose,moss', changed: 'moss', renamed: 'ivy' },
    { query: { sort: 'createdAt' }, created: 'moss*', changed: 'moss', renamed: 'ivy' },
    { query: { sort: '-name' }, created: 'moss*', changed: 'moss', renamed: 'ivy*' },
    { query: { sort: 'updatedAt' }, created: 'moss*', changed: 'moss*', renamed: 'ivy*' },
    { query: { q: 'mo' }, created: 'moss*', changed: 'moss*', renamed: 'ivy*' },
    { query: { after: 'a', tag: 'stairs' }, created: 'moss*', changed: 'moss*', renamed: 'ivy*' },
    { query: {}, defaults: { sort: '-name' }, created: 'moss*', changed: 'moss', renamed: 'ivy*' },
  ])('in a list with $query $defaults', async ({ query, defaults = {}, created, changed, renamed }) => {
    const collections = { ...contract.collections, '/lamps': { ...lamps, filters, sort: 'sort', defaults } }
    const updates = createCacheUpdates({ ...contract, collections })
    const later = { ...moss, updatedAt: 'later' }
    const results = [
      await namesAfter(query, (queries) => updates.showCreatedItem(queries, '/lamps', {}, toLamp('rose', 'stairs'))),
      await namesAfter(query, (queries) => updates.showChangedItem(queries, '/lamps', {}, later)),
      await namesAfter(query, (queries) => updates.showChangedItem(queries, '/lamps', {}, { ...later, name: 'ivy' })),
    ]
    expect(results).toEqual([created, changed, renamed])
  })

  it('in a list with a filter that a lamp has begun to match', async () => {
    const rose = toLamp('rose', 'stairs')
    const change = (queries: QueryClient) => showChangedItem(queries, '/lamps', {}, rose)
    const names = await Promise.all([{ tag: 'stairs' }, {}].map((query) => namesAfter(query, change)))
    expect(names).toEqual(['moss*', 'moss'])
  })

  it('in a list with an observer, which refetches at once, and again after a later change', async () => {
    const responses: ((items: Lamp[]) => void)[] = []
    const fetch = () => new Promise<Response>((resolve) => responses.push((items) => resolve(Response.json(items))))
    const client = createLampClient({ baseUrl: 'http://lamps.test', token: 'a', fetch })
    const queries = new QueryClient()
    const observer = new InfiniteQueryObserver(queries, lampQueries(client).list({ after: 'a', tag: 'stairs' }))
    onTestFinished(observer.subscribe(() => {}))
    const respond = async (count: number, items: Lamp[]) => {
      await waitUntil(() => responses.length === count)
      responses[count - 1]?.(items)
    }
    await respond(1, [moss])
    await waitUntil(() => observer.getCurrentResult().data?.length === 1)
    await showCreatedItem(queries, '/lamps', {}, toLamp('rose', 'stairs'))
    await waitUntil(() => responses.length === 2)
    // This lamp is not in the list, but its change cancels the refetch that the creation started.
    await showChangedItem(queries, '/lamps', {}, toLamp('ivy', 'window'))
    await respond(3, [moss, toLamp('rose', 'stairs')])
    await waitUntil(() => observer.getCurrentResult().data?.length === 2)
    expect(responses).toHaveLength(3)
  })
})
