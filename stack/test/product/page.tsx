// A page of rooms and their bookings on the hooks for any collection.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createClient, type ItemOf } from 'contract-stack/client'
import { createCacheUpdates } from 'contract-stack/query'
import { createHooks } from 'contract-stack/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { contract, type Types } from './generated/client.ts'

const { ClientProvider, useItem, useItemEdit, useItemMutation, useItems } = createHooks(contract)
const { showCreatedItem, showUpdatedItem } = createCacheUpdates(contract)

const bookings = '/rooms/{roomId}/bookings'

function Rooms() {
  const [roomId, choose] = useState<string>()
  const { data: rooms = [], hasNextPage, fetchNextPage } = useItems('/rooms', {}, { limit: 2 })
  const update = useItemMutation(
    'update',
    '/rooms',
    {},
    {
      onMutate: (variables, { client }) => showUpdatedItem(client, '/rooms', {}, variables),
      onError: (_, __, rollback) => rollback?.(),
    },
  )
  return (
    <main>
      <ul id="rooms">
        {rooms.map(({ id, name, kind, seats }: ItemOf<Types, '/rooms'>) => (
          <li key={id}>
            <span>{`${name} ${kind} ${seats}`}</span>
            <button type="button" onClick={() => choose(id)}>
              Open {name}
            </button>
            <button type="button" onClick={() => update.mutate({ id, change: { kind: 'hall', seats: null } })}>
              Change {name}
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()}>
          More rooms
        </button>
      )}
      {roomId && <Room key={roomId} roomId={roomId} />}
    </main>
  )
}

function Room({ roomId }: { roomId: string }) {
  const { data } = useItem('/rooms', { roomId })
  const { seen, newer, save } = useItemEdit('/rooms', { roomId })
  const list = useItems(bookings, { roomId }, { limit: 2 })
  const create = useItemMutation(
    'create',
    bookings,
    { roomId },
    {
      meta: { refreshLists: false },
      onSuccess: ({ roomBooking }, _, __, { client }) => showCreatedItem(client, bookings, { roomId }, roomBooking),
    },
  )
  const remove = useItemMutation('delete', bookings, { roomId })
  return (
    <section>
      <h1>{data?.room.name}</h1>
      <h2>{`${seen?.room.name} ${newer?.room.name ?? ''}`}</h2>
      <button type="button" onClick={() => save({ name: 'Mine' })}>
        Save
      </button>
      <ul id="bookings">
        {list.data?.map(({ id, day }) => (
          <li key={id}>
            <span>{day}</span>
            <button type="button" onClick={() => remove.mutate({ id })}>
              Delete {day}
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" onClick={() => void list.fetchNextPage()}>
          More bookings
        </button>
      )}
      <button type="button" onClick={() => create.mutate({ day: '2026-12-24' })}>
        Book
      </button>
    </section>
  )
}

const given = new URLSearchParams(location.search)
const client = createClient(contract, { baseUrl: given.get('url') ?? '', token: given.get('token') ?? '' })
createRoot(document.body.appendChild(document.createElement('div'))).render(
  <QueryClientProvider client={new QueryClient()}>
    <ClientProvider client={client}>
      <Rooms />
    </ClientProvider>
  </QueryClientProvider>,
)
