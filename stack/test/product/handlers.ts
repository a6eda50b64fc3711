// The handlers of the rooms contract.
import { type Handlers, Problem } from './generated/handlers.ts'

const notFound = () => new Problem('not-found', 'You have no such room.')

export const handlers: Handlers = {
  listBookings: {
    adapt: ({ query: { date, ...query }, ...input }) => ({ ...input, query: { ...(date && { day: date }), ...query } }),
  },

  async closeRoom({ path: { roomId } }, { items }) {
    const room = await items('/rooms').update(roomId, (room) => {
      if (!room.isOpen) throw new Problem('room-closed', 'The room is closed already.')
      return { ...room, isOpen: false }
    })
    if (room === undefined) throw notFound()
    return { status: 200, body: room }
  },

  readSign: {
    read: ({ name, label = '' }) => ({ status: 200, body: { sign: `${name}: ${label}` } }),
  },

  async writeSign({ path: { roomId }, body: { label } }, { items }) {
    const room = await items('/rooms').update(roomId, (room) => ({ ...room, label }))
    if (room === undefined) throw notFound()
    return { status: 200, body: { sign: `${room.name}: ${label}` } }
  },
}
