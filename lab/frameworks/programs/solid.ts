import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from '@tanstack/solid-query'
import { createComponent } from 'solid-js'
import h from 'solid-js/h'
import { render } from 'solid-js/web'
import { creation, deletion, labelling, oneRoom, roomList, signOf, signs, target, update } from './options.ts'

const queryClient = new QueryClient()
const button = (name: string, onClick: () => void) => h('button', { onClick }, name)

function Page() {
  const list = useInfiniteQuery(roomList)
  const roomId = () => list.data?.[0]?.id ?? ''
  const room = useQuery(() => oneRoom(roomId()))
  const sign = useQuery(() => signOf(roomId()))
  const create = useMutation(() => creation)
  const change = useMutation(() => update)
  const remove = useMutation(() => deletion)
  const label = useMutation(() => ({ ...labelling, onSuccess: () => queryClient.invalidateQueries(signs) }))
  const queries = [list, room, sign, create, change, remove, label]
  return h('section', [
    h('ul', () => list.data?.map(({ name }) => h('li', name))),
    h('h1', () => room.data?.room.name),
    h('h2', () => sign.data?.sign),
    () => list.hasNextPage && button('More', () => void list.fetchNextPage()),
    button('Add', () => create.mutate({ name: 'Attic' })),
    () => {
      const seen = room.data
      return seen && button('Rename', () => change.mutate({ seen, change: { name: 'Renamed' } }))
    },
    button('Label', () => label.mutate({ path: { roomId: roomId() }, body: { label: 'quiet' } })),
    button('Delete', () => remove.mutate({ id: roomId() })),
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
