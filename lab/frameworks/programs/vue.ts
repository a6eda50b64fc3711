import { useInfiniteQuery, useMutation, useQuery, useQueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { computed, createApp, defineComponent, h } from 'vue'
import { creation, deletion, labelling, oneRoom, roomList, signOf, signs, target, update } from './options.ts'

const button = (name: string, onClick: () => void) => h('button', { onClick }, name)

const Page = defineComponent(() => {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(roomList())
  const roomId = computed(() => list.data.value?.[0]?.id ?? '')
  const room = useQuery(() => oneRoom(roomId.value))
  const sign = useQuery(() => signOf(roomId.value))
  const create = useMutation(creation)
  const change = useMutation(update)
  const remove = useMutation(deletion)
  const label = useMutation({ ...labelling, onSuccess: () => queryClient.invalidateQueries(signs) })
  const queries = [list, room, sign, create, change, remove, label]
  return () => {
    const seen = room.data.value
    return [
      h(
        'ul',
        list.data.value?.map(({ name }) => h('li', name)),
      ),
      h('h1', seen?.room.name),
      h('h2', sign.data.value?.sign),
      list.hasNextPage.value && button('More', () => void list.fetchNextPage()),
      button('Add', () => create.mutate({ name: 'Attic' })),
      seen && button('Rename', () => change.mutate({ seen, change: { name: 'Renamed' } })),
      button('Label', () => label.mutate({ path: { roomId: roomId.value }, body: { label: 'quiet' } })),
      button('Delete', () => remove.mutate({ id: roomId.value })),
      h('output', queries.map(({ error }) => error.value?.operation).join('')),
    ]
  }
})

createApp(Page).use(VueQueryPlugin).mount(target)
