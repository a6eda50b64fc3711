// What the functions for confirmed changes do to the lists in the cache of TanStack Query.

import { type InfiniteData, QueryClient } from '@tanstack/query-core'
import { expect, it } from 'vitest'
import { showChanges } from '../../query/lists.ts'
import { locate } from '../../query/place.ts'
import { contract } from '../product/generated/client.ts'
import { createLampClient, type Lamp } from '../support/lamp-client.ts'
import { type ListPage, lampKeys, lampQueries, showChanged, showCreated, showRemoved } from '../support/lamp-hooks.ts'
import { waitUntil } from '../support/wait.ts'

const toLamp = (id: string, tag = '') => ({ id, name: id, tag, createdAt: '', updatedAt: '' })

/** Lists in the cache: one of all lamps, and one of each tag. */
function getCache(lists: { tag?: string; lamps: Lamp[] }[]) {
  const queries = new QueryClient()
  for (const { tag, lamps } of lists) {
    queries.setQueryData<InfiniteData<ListPage>>(lampKeys.list(tag === undefined ? {} : { tag }), {
      pages: [{ lamps, read: lamps, next: undefined }],
      pageParams: [undefined],
    })
  }
  const shown = (query: { tag?: string } = {}) =>
    queries
      .getQueryData<InfiniteData<ListPage>>(lampKeys.list(query))
      ?.pages.flatMap(({ lamps }) => lamps.map(({ id, tag }) => `${id} ${tag}`.trim()))
  return { queries, shown }
}

it('keeps what was created, removed and changed when a mutation of the client shows another change', async () => {
  const { queries, shown } = getCache([{ lamps: ['stairs', 'moss', 'ivy'].map((id) => toLamp(id)) }])
  await showCreated(queries, toLamp('rose'))
  showRemoved(queries, 'stairs')
  await showChanged(queries, toLamp('moss', 'stairs'))
  showChanges(queries, locate(contract, '/lamps', {}), toLamp('ivy', 'window'))
  expect(shown()).toEqual(['rose', 'moss stairs', 'ivy window'])
})

it('shows a lamp only in the lists that it belongs to', async () => {
  const moss = toLamp('moss', 'stairs')
  const { queries, shown } = getCache([{ lamps: [moss] }, { tag: 'stairs', lamps: [moss] }, { tag: '', lamps: [] }])
  await showCreated(queries, toLamp('rose'))
  await showChanged(queries, toLamp('moss', 'window'))
  expect([shown(), shown({ tag: 'stairs' }), shown({ tag: '' })]).toEqual([['rose', 'moss window'], [], ['rose']])
})

it('is not undone by a read that is running, and lets a first read continue', async () => {
  const { queries, shown } = getCache([{ lamps: [toLamp('stairs')] }])
  const responses: (() => void)[] = []
  const fetch = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
      responses.push(() => resolve(Response.json([toLamp('stairs')])))
    })
  const { list } = lampQueries(createLampClient({ baseUrl: 'http://lamps.test', token: 'a', fetch }))
  const again = queries.fetchInfiniteQuery(list())
  const first = queries.fetchInfiniteQuery(list({ tag: '' }))
  await waitUntil(() => responses.length === 2)
  await showCreated(queries, toLamp('rose'))
  for (const respond of responses) respond()
  await Promise.all([again, first])
  expect([shown(), shown({ tag: '' })]).toEqual([['rose', 'stairs'], ['stairs']])
})

it('hides a removed lamp also from a list that was requested before', async () => {
  const { queries, shown } = getCache([{ lamps: [toLamp('stairs'), toLamp('moss')] }])
  showRemoved(queries, 'stairs')
  const fetch = async () => Response.json([toLamp('stairs'), toLamp('moss')])
  const { list } = lampQueries(createLampClient({ baseUrl: 'http://lamps.test', token: 'a', fetch }))
  await queries.fetchInfiniteQuery(list())
  expect(shown()).toEqual(['moss'])
})
