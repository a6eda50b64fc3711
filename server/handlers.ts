// What is special about the operations of this API: handlers, and adapters of standard methods.
import type { Handlers } from '../generated/handlers.ts'

/** An operation that is not standard needs a handler, or this does not compile. */
export const handlers: Handlers = {
  // Version 0.4.0 named a position in a list by a cursor.
  listPlants: {
    adapt({ query: { cursor, ...query }, ...input }) {
      const after = query.after ?? (cursor && idOfCursor(cursor))
      return { ...input, query: { ...query, ...(after && { after }) } }
    },
  },
}

// 32 characters of base64url (RFC 4648, 5). The first 16 of its 24 bytes are the UUID.
function idOfCursor(cursor: string): string {
  const bytes = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
  const digits = Array.from(bytes.slice(0, 16), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
