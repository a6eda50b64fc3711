import { useInfiniteQuery, useMutation, useQuery, VueQueryPlugin } from '@tanstack/vue-query'
import { computed, createApp, defineComponent, h } from 'vue'
import { oneRoom, roomList, target, update } from './options.ts'

const button = (name: string, onClick: () => void) => h('button', { onClick }, name)

const Page = defineComponent(() => {
  const list = useInfiniteQuery(roomList())
  const roomId = computed(() => list.data.value?.[0]?.id ?? '')
  const room = useQuery(() => oneRoom(roomId.value))
  const change = useMutation(update)
  const queries = [list, room, change]
  return () => {
    const seen = room.data.value
    return [
      h(
        'ul',
        list.data.value?.map(({ name }) => h('li', name)),
      ),
      h('h1', seen?.room.name),
      list.hasNextPage.value && button('More', () => void list.fetchNextPage()),
      seen && button('Rename', () => change.mutate({ seen, change: { name: 'Renamed' } })),
      h('output', queries.map(({ error }) => error.value?.operation).join('')),
    ]
  }
})

createApp(Page).use(VueQueryPlugin).mount(target)
