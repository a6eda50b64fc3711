// What the functions for confirmed changes do to the lists in the cache of TanStack Query.
import { createPlantClient, type Plant } from '@plant-collection/client'
import {
  type ListPage,
  plantKeys,
  plantQueries,
  showChanged,
  showCreated,
  showRemoved,
} from '@plant-collection/client/react'
import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { contract } from '../../../generated/client.ts'
import { showChanges } from '../../react/lists.ts'
import { placeOf } from '../../react/place.ts'
import { waitUntil } from '../support/wait.ts'

const plantOf = (id: string, tag = '') => ({ id, name: id, tag, createdAt: '', updatedAt: '' })

/** Lists in the cache: one of all plants, and one of each tag. */
function cacheOf(lists: { tag?: string; plants: Plant[] }[]) {
  const queries = new QueryClient()
  for (const { tag, plants } of lists) {
    queries.setQueryData<InfiniteData<ListPage>>(plantKeys.list(tag === undefined ? {} : { tag }), {
      pages: [{ plants, read: plants, next: undefined }],
      pageParams: [undefined],
    })
  }
  const shown = (query: { tag?: string } = {}) =>
    queries
      .getQueryData<InfiniteData<ListPage>>(plantKeys.list(query))
      ?.pages.flatMap(({ plants }) => plants.map(({ id, tag }) => `${id} ${tag}`.trim()))
  return { queries, shown }
}

it('keeps what was created, removed and changed when a mutation of the client shows another change', async () => {
  const { queries, shown } = cacheOf([{ plants: ['fern', 'moss', 'ivy'].map((id) => plantOf(id)) }])
  await showCreated(queries, plantOf('rose'))
  showRemoved(queries, 'fern')
  await showChanged(queries, plantOf('moss', 'stairs'))
  showChanges(queries, placeOf(contract, '/plants', {}), plantOf('ivy', 'window'))
  expect(shown()).toEqual(['rose', 'moss stairs', 'ivy window'])
})

it('shows a plant only in the lists that it belongs to', async () => {
  const moss = plantOf('moss', 'stairs')
  const { queries, shown } = cacheOf([{ plants: [moss] }, { tag: 'stairs', plants: [moss] }, { tag: '', plants: [] }])
  await showCreated(queries, plantOf('rose'))
  await showChanged(queries, plantOf('moss', 'window'))
  expect([shown(), shown({ tag: 'stairs' }), shown({ tag: '' })]).toEqual([['rose', 'moss window'], [], ['rose']])
})

it('is not undone by a read that is running, and lets a first read continue', async () => {
  const { queries, shown } = cacheOf([{ plants: [plantOf('fern')] }])
  const responses: (() => void)[] = []
  const fetch = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
      responses.push(() => resolve(Response.json([plantOf('fern')])))
    })
  const { list } = plantQueries(createPlantClient({ baseUrl: 'http://plants.test', token: 'a', fetch }))
  const again = queries.fetchInfiniteQuery(list())
  const first = queries.fetchInfiniteQuery(list({ tag: '' }))
  await waitUntil(() => responses.length === 2)
  await showCreated(queries, plantOf('rose'))
  for (const respond of responses) respond()
  await Promise.all([again, first])
  expect([shown(), shown({ tag: '' })]).toEqual([['rose', 'fern'], ['fern']])
})

it('hides a removed plant also from a list that was requested before', async () => {
  const { queries, shown } = cacheOf([{ plants: [plantOf('fern'), plantOf('moss')] }])
  showRemoved(queries, 'fern')
  const fetch = async () => Response.json([plantOf('fern'), plantOf('moss')])
  const { list } = plantQueries(createPlantClient({ baseUrl: 'http://plants.test', token: 'a', fetch }))
  await queries.fetchInfiniteQuery(list())
  expect(shown()).toEqual(['moss'])
})
