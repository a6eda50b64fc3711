import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from '@tanstack/solid-query'
import { createComponent } from 'solid-js'
import h from 'solid-js/h'
import { render } from 'solid-js/web'
import { oneRoom, roomList, target, update } from './options.ts'

const queryClient = new QueryClient()
const button = (name: string, onClick: () => void) => h('button', { onClick }, name)

function Page() {
  const list = useInfiniteQuery(roomList)
  const roomId = () => list.data?.[0]?.id ?? ''
  const room = useQuery(() => oneRoom(roomId()))
  const change = useMutation(() => update)
  const queries = [list, room, change]
  return h('section', [
    h('ul', () => list.data?.map(({ name }) => h('li', name))),
    h('h1', () => room.data?.room.name),
    () => list.hasNextPage && button('More', () => void list.fetchNextPage()),
    () => {
      const seen = room.data
      return seen && button('Rename', () => change.mutate({ seen, change: { name: 'Renamed' } }))
    },
    h('output', () => queries.map(({ error }) => error?.operation).join('')),
  ])()
}

render(
  () =>
    createComponent(QueryClientProvider, {
      client: queryClient,
      get children() {
        return createComponent(Page, {})
      },
    }),
  target,
)
