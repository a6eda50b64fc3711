// The client of rooms, in collections below an item: no code but what is generated.
import { expect, it } from 'vitest'
import { createClient, orThrow } from '../../client/index.ts'
import { contract } from '../product/generated/client.ts'
import { rooms } from '../support/rooms.ts'
import { implementations } from './implementations.ts'

it.each(Object.entries(implementations))('over %s, the client lists page by page below an item', async (_, start) => {
  await using target = await start(rooms)
  const client = createClient(contract, { baseUrl: target.url, token: await target.token() })
  const { createRoom, createBooking } = orThrow(client)
  const path = { roomId: (await createRoom({ body: { name: 'Lab' } })).body.id }
  const days = ['2026-02-01', '2026-02-02', '2026-02-03']
  for (const day of days) await createBooking({ path, body: { day } })
  const pages = await Array.fromAsync(client.allPages('listBookings', { path, query: { limit: 2 } }))
  expect(pages.map(({ body }) => body.length)).toEqual([2, 1])
  const bookings = await Array.fromAsync(client.allItems('listBookings', { path, query: { limit: 2 } }))
  expect(bookings.map(({ day }) => day)).toEqual(days)
  const filtered = client.allItems('listBookings', { path, query: { day: '2026-02-02' } })
  expect(await Array.fromAsync(filtered, ({ day }) => day)).toEqual(['2026-02-02'])
})
