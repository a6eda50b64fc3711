// The writes of a handler. An error after one of them must not look as if nothing had changed.

import type { Contract } from '../contract/contract.ts'
import { Problem } from '../problem.ts'
import type { ItemStore, Place } from './item-store.ts'

export interface Change {
  place: Place
  id: string
}

/** @param note Called after each write that has changed something. */
export function withNotedWrites<Store extends ItemStore>(store: Store, note: (change: Change) => void): Store {
  return {
    ...store,
    async create(place, creation, options) {
      const text = await store.create(place, creation, options)
      // Another text is that of an earlier creation.
      if (text === creation.text) note({ place, id: creation.id })
      return text
    },
    async update(place, id, change, options) {
      let before: string | undefined
      const notingChange = (stored: string) => {
        before = stored
        return change(stored)
      }
      const text = await store.update(place, id, notingChange, options)
      if (text !== undefined && text !== before) note({ place, id })
      return text
    },
    async delete(place, id, check, options) {
      const deletion = await store.delete(place, id, check, options)
      if (deletion === 'deleted') note({ place, id })
      return deletion
    },
  }
}

/** @param changes Those of the request. @returns The error for the caller. The log names the operation and the items. */
export function errorAfter({ collectionAt }: Contract, operation: string, changes: Change[], error: unknown): unknown {
  const [first] = changes
  if (first === undefined || error instanceof Problem) return error
  const items = changes.map(({ place, id }) => `${place.collection}/${id}`).join(', ')
  const cause = new Error(`${operation} has stored a change of ${items}, and then failed`, { cause: error })
  const { noun } = collectionAt(first.place.path)
  const detail = `The service failed after it had stored a change. Read the ${noun} to see it.`
  return new Problem('internal-error', detail, { cause })
}
