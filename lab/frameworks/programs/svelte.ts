import { createInfiniteQuery, createMutation, createQuery, QueryClient } from '@tanstack/svelte-query'
import { mount } from 'svelte'
import { creation, deletion, labelling, oneRoom, roomList, signOf, signs, target, update } from './options.ts'
import Page from './Page.svelte'

const queryClient = new QueryClient()
const getClient = () => queryClient

function createPage() {
  const list = createInfiniteQuery(roomList, getClient)
  const roomId = () => list.data?.[0]?.id ?? ''
  const room = createQuery(() => oneRoom(roomId()), getClient)
  const sign = createQuery(() => signOf(roomId()), getClient)
  const create = createMutation(() => creation, getClient)
  const change = createMutation(() => update, getClient)
  const remove = createMutation(() => deletion, getClient)
  const label = createMutation(
    () => ({ ...labelling, onSuccess: () => queryClient.invalidateQueries(signs) }),
    getClient,
  )
  const queries = [list, room, sign, create, change, remove, label]
  return {
    names: () => list.data?.map(({ name }) => name) ?? [],
    name: () => room.data?.room.name,
    sign: () => sign.data?.sign,
    errors: () => queries.map(({ error }) => error?.operation).join(''),
    hasMore: () => list.hasNextPage,
    more: () => void list.fetchNextPage(),
    add: () => create.mutate({ name: 'Attic' }),
    rename: () => room.data && change.mutate({ seen: room.data, change: { name: 'Renamed' } }),
    label: () => label.mutate({ path: { roomId: roomId() }, body: { label: 'quiet' } }),
    remove: () => remove.mutate({ id: roomId() }),
  }
}

mount(Page, { target, props: { createPage } })
