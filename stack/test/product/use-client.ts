// What the client of rooms gets from a service, as one value.
import { createCache, createClient, orThrow, ProblemError } from 'contract-stack/client'
import { contract } from './generated/client.ts'

const detailOf = (error: unknown) => error instanceof ProblemError && error.problem.detail

export async function useClient(baseUrl: string, token: string): Promise<unknown[]> {
  const client = createClient(contract, { baseUrl, token, cache: createCache() })
  const rooms = orThrow(client)
  const got: unknown[] = []

  const { body: lab, headers } = await rooms.createRoom({ body: { name: 'Lab', kind: 'lab' } })
  const { body: office } = await rooms.createRoom({ body: { name: 'Office' } })
  const roomId = lab.id
  const header = { 'Idempotency-Key': 'first' }
  for (const day of ['2026-02-01', '2026-02-01', '2026-02-02', '2026-02-03']) {
    await rooms.createBooking({ path: { roomId }, body: { day }, ...(day.endsWith('01') && { header }) })
  }
  await rooms.createBooking({ path: { roomId: office.id }, body: { day: '2026-03-01' } })

  const pages = await Array.fromAsync(client.allPages('listBookings', { path: { roomId }, query: { limit: 2 } }))
  got.push(pages.map(({ body }) => body.length))
  const bookings = await Array.fromAsync(rooms.allItems('listBookings', { path: { roomId }, query: { limit: 2 } }))
  got.push(bookings.map(({ day }) => day))
  for await (const { day } of client.allItems('listBookings', { path: { roomId }, query: { day: '2026-02-02' } })) {
    got.push(day)
  }
  for await (const { name, kind, seats } of client.allItems('listRooms', { query: { isOpen: true } })) {
    got.push([name, kind, seats])
  }
  const path = { roomId, bookingId: bookings[0]?.id ?? '' }
  await rooms.createGuest({ path, body: { name: 'Ann' } })
  const guests = await Array.fromAsync(client.allItems('listGuests', { path }))
  got.push(guests.map(({ name }) => name))

  const changed = await rooms.updateRoom({
    path,
    header: { 'If-Match': headers.etag },
    body: { kind: 'hall', seats: null },
  })
  got.push([changed.body.kind, changed.body.seats])
  const again = await client.updateRoom({ path, header: { 'If-Match': headers.etag }, body: { seats: 3 } })
  got.push(again.status)
  await rooms.getRoom({ path })
  got.push((await rooms.getRoom({ path })).response.status)
  got.push((await client.deleteBooking({ path })).status, (await client.deleteRoom({ path })).status)
  got.push(await rooms.getBooking({ path }).catch(detailOf))

  const draft = { path, body: { day: '2026-02-04' } }
  const calls = [rooms.getRoom({ path }), rooms.listBookings({ path }), rooms.createBooking(draft)]
  got.push(...(await Promise.all(calls.map((call) => call.catch(detailOf)))))
  got.push(await rooms.listGuests({ path }).catch(detailOf))

  for (let count = 0; count < 1_001; count += 91) {
    const drafts = Array.from({ length: 91 }, () => ({ path: { roomId: office.id }, body: { day: '2026-03-02' } }))
    await Promise.all(drafts.map((each) => rooms.createBooking(each)))
  }
  got.push(await rooms.deleteRoom({ path: { roomId: office.id } }).catch(detailOf))
  return got
}
