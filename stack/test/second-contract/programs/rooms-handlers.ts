// The handlers of stack/test/second-contract/handlers.test.ts, which copies this file to server/handlers.ts.
import { type Handlers, Problem } from '../generated/handlers.ts'

export const handlers: Handlers = {
  async replaceRoom({ path: { roomId }, body }, { items }) {
    const rooms = items('/rooms')
    const room = (await rooms.update(roomId, () => body)) ?? (await rooms.create(body, roomId))
    if (room === undefined) throw new Problem('not-found', 'You have no such room.')
    return { status: 200, body: room }
  },

  async deleteRoom({ path: { roomId } }, { items }) {
    const rooms = items('/rooms')
    const room = await rooms.get(roomId)
    if (room === undefined || !(await rooms.delete(roomId))) throw new Problem('not-found', 'You have no such room.')
    return { status: 200, body: room }
  },

  async deleteBooking({ path: { roomId, bookingId } }, { items }) {
    const bookings = items('/rooms/{roomId}/bookings', { roomId })
    const booking = await bookings.get(bookingId)
    if (!booking || !(await bookings.delete(bookingId))) throw new Problem('not-found', 'You have no such booking.')
    return { status: 200, body: booking }
  },

  readSign: {
    read: ({ name, label = '' }) => ({ status: 200, body: { sign: `${name}: ${label}` } }),
  },

  async writeSign({ path, body }, { items }) {
    const room = await items('/rooms').update(path.roomId, (room) => ({ ...room, label: body.label }))
    if (room === undefined) throw new Problem('not-found', 'You have no such room.')
    return { status: 200, body: { sign: `${room.name}: ${body.label}` } }
  },
}
