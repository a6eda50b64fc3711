import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { creation, deletion, labelling, oneRoom, roomList, signOf, signs, target, update } from './options.ts'

const queryClient = new QueryClient()
const button = (name: string, onClick: () => void) => h('button', { type: 'button', onClick }, name)

function Page() {
  const list = useInfiniteQuery(roomList())
  const roomId = list.data?.[0]?.id ?? ''
  const room = useQuery(oneRoom(roomId))
  const sign = useQuery(signOf(roomId))
  const create = useMutation(creation)
  const change = useMutation(update)
  const remove = useMutation(deletion)
  const label = useMutation({ ...labelling, onSuccess: () => queryClient.invalidateQueries(signs) })
  const queries = [list, room, sign, create, change, remove, label]
  return [
    h('ul', { key: 'list' }, ...(list.data ?? []).map(({ name }) => h('li', null, name))),
    h('h1', { key: 'room' }, room.data?.room.name),
    h('h2', { key: 'sign' }, sign.data?.sign),
    list.hasNextPage && button('More', () => void list.fetchNextPage()),
    button('Add', () => create.mutate({ name: 'Attic' })),
    room.data && button('Rename', () => change.mutate({ seen: room.data, change: { name: 'Renamed' } })),
    button('Label', () => label.mutate({ path: { roomId }, body: { label: 'quiet' } })),
    button('Delete', () => remove.mutate({ id: roomId })),
    h('output', { key: 'errors' }, queries.map(({ error }) => error?.operation).join('')),
  ]
}

createRoot(target).render(h(QueryClientProvider, { client: queryClient }, h(Page)))
