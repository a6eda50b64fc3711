import { createInfiniteQuery, createMutation, createQuery, QueryClient } from '@tanstack/svelte-query'
import { mount } from 'svelte'
import { oneRoom, roomList, target, update } from './options.ts'
import Page from './Page.svelte'

const queryClient = new QueryClient()
const getClient = () => queryClient

function createPage() {
  const list = createInfiniteQuery(roomList, getClient)
  const roomId = () => list.data?.[0]?.id ?? ''
  const room = createQuery(() => oneRoom(roomId()), getClient)
  const change = createMutation(() => update, getClient)
  const queries = [list, room, change]
  return {
    names: () => list.data?.map(({ name }) => name) ?? [],
    name: () => room.data?.room.name,
    errors: () => queries.map(({ error }) => error?.operation).join(''),
    hasMore: () => list.hasNextPage,
    more: () => void list.fetchNextPage(),
    rename: () => room.data && change.mutate({ seen: room.data, change: { name: 'Renamed' } }),
  }
}

mount(Page, { target, props: { createPage } })
