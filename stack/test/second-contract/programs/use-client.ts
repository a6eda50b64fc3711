// Uses the client of the second contract, and prints what it gets: from the service at a URL, or from the handlers for Mock
// Service Worker.

import { contract } from '../../../../generated/client.ts'
import { createCache, createClient, orThrow, ProblemError } from '../../../client/index.ts'
import { roomHandlers } from './room-handlers.ts'

const [, , url = 'http://rooms.test', token = 'any'] = process.argv
const isMocked = process.argv.length === 2
const handlers = roomHandlers(url)
if (isMocked) handlers.listen({ onUnhandledFrame: 'error' })

const detailOf = (error: unknown) => error instanceof ProblemError && error.problem.detail

const client = createClient(contract, { baseUrl: url, token, cache: createCache() })
const rooms = orThrow(client)
const printed: unknown[] = []

const { body: lab, headers } = await rooms.createRoom({ body: { name: 'Lab', kind: 'lab' } })
const { body: office } = await rooms.createRoom({ body: { name: 'Office' } })
const roomId = lab.id
const header = { 'Idempotency-Key': 'first' }
for (const day of ['2026-02-01', '2026-02-01', '2026-02-02', '2026-02-03']) {
  await rooms.createBooking({ path: { roomId }, body: { day }, ...(day.endsWith('01') && { header }) })
}
await rooms.createBooking({ path: { roomId: office.id }, body: { day: '2026-03-01' } })

const pages = await Array.fromAsync(client.allPages('listBookings', { path: { roomId }, query: { limit: 2 } }))
printed.push(pages.map(({ body }) => body.length))
const bookings = await Array.fromAsync(rooms.allItems('listBookings', { path: { roomId }, query: { limit: 2 } }))
printed.push(bookings.map(({ day }) => day))
for await (const { day } of client.allItems('listBookings', { path: { roomId }, query: { day: '2026-02-02' } })) {
  printed.push(day)
}
for await (const { name, kind, seats } of client.allItems('listRooms', { query: { isOpen: true } })) {
  printed.push([name, kind, seats])
}
const path = { roomId, bookingId: bookings[0]?.id ?? '' }
await rooms.createGuest({ path, body: { name: 'Ann' } })
const guests = await Array.fromAsync(client.allItems('listGuests', { path }))
printed.push(guests.map(({ name }) => name))

const changed = await rooms.updateRoom({
  path,
  header: { 'If-Match': headers.etag },
  body: { kind: 'hall', seats: null },
})
printed.push([changed.body.kind, changed.body.seats])
const again = await client.updateRoom({ path, header: { 'If-Match': headers.etag }, body: { seats: 3 } })
printed.push(again.status)
await rooms.getRoom({ path })
printed.push((await rooms.getRoom({ path })).response.status)
printed.push((await client.deleteBooking({ path })).status, (await client.deleteRoom({ path })).status)
printed.push(await rooms.getBooking({ path }).catch(detailOf))

const draft = { path, body: { day: '2026-02-04' } }
const calls = [rooms.getRoom({ path }), rooms.listBookings({ path }), rooms.createBooking(draft)]
printed.push(...(await Promise.all(calls.map((call) => call.catch(detailOf)))))
printed.push(await rooms.listGuests({ path }).catch(detailOf))

for (let count = 0; count < 1_001; count += 91) {
  const drafts = Array.from({ length: 91 }, () => ({ path: { roomId: office.id }, body: { day: '2026-03-02' } }))
  await Promise.all(drafts.map((each) => rooms.createBooking(each)))
}
printed.push(await rooms.deleteRoom({ path: { roomId: office.id } }).catch(detailOf))

if (isMocked) handlers.close()
console.log(JSON.stringify(printed))
