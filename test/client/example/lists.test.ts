// The app changes its lists itself. What the client changes in the same lists must not undo that.
import { plantKeys } from '@plant-collection/client/react'
import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { prependToLists, removeFromLists, updateLists } from '../../../client/example/lists.ts'
import { showChanges } from '../../../client/react/lists.ts'
import type { ListPage } from '../../../client/react/queries.ts'

const plantOf = (id: string, tag = '') => ({ id, name: id, tag, createdAt: '', updatedAt: '' })

it('a list keeps what the app has added, removed and changed when the client confirms another change', () => {
  const queries = new QueryClient()
  const key = plantKeys.list({})
  const plants = ['fern', 'moss', 'ivy'].map((id) => plantOf(id))
  queries.setQueryData<InfiniteData<ListPage>>(key, {
    pages: [{ plants, read: plants, next: undefined }],
    pageParams: [undefined],
  })
  prependToLists(queries, plantOf('rose'))
  removeFromLists(queries, 'fern')
  updateLists(queries, plantOf('moss', 'stairs'))

  showChanges(queries, plantOf('ivy', 'window'))
  const shown = queries.getQueryData<InfiniteData<ListPage>>(key)?.pages.flatMap((page) => page.plants)
  expect(shown?.map(({ id, tag }) => `${id} ${tag}`)).toEqual(['rose ', 'moss stairs', 'ivy window'])
})
