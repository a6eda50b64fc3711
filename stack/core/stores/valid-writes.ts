// Nothing invalid is stored: service, mock and handlers write through one wrapper, which validates an item before its
// write. So a 500 because of an invalid item means that nothing has changed.
import type { Collection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import type { Validator } from '../contract/validator.ts'
import { type AnyHandlers, type Read, writtenFor } from '../handlers/any-handlers.ts'
import { currentItem, type Item } from '../items/item.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import { getBody } from '../pipeline/response.ts'
import { AnyProblem } from '../problem.ts'
import type { Change, ItemStore } from './item-store.ts'

/** @returns What is wrong with a stored item as it is sent; `undefined` for a valid one. */
export function itemError(validator: Validator, collection: Collection, stored: unknown): string | undefined {
  const { get, create, list } = collection.successes
  // All methods have the same schema of an item.
  const body = get ?? create ?? list
  const item = collection.declared(stored)
  return body && validator.validateResponse(body, body === list ? [item] : item)
}

/**
 * @param handlers What their readers return for an item must be valid, too.
 * @returns A store that rejects the write of an invalid item, and then has changed nothing.
 */
export function withValidWrites<Store extends ItemStore>(
  { collectionAt, conditionSubjects, lookUpOperation, renderProblem }: Contract,
  store: Store,
  validator: Validator,
  handlers: AnyHandlers,
): Store {
  const readers = Object.values(conditionSubjects).flatMap(({ collection: path, parameter, read: id }) => {
    const { read } = writtenFor(handlers, parameter && id)
    return read && id ? [{ path, id, read }] : []
  })

  function show(read: Read, item: Item): DraftResponse {
    try {
      return read(item)
    } catch (error) {
      if (error instanceof AnyProblem) return renderProblem(error, crypto.randomUUID())
      throw error
    }
  }

  /** @returns What is wrong with the response of a reader to an item; `undefined` for a valid one. */
  function readerError(collection: Collection, text: string): string | undefined {
    for (const { id, read } of readers.filter(({ path }) => path === collection.path)) {
      const draft = show(read, currentItem(collection, JSON.parse(text)))
      const response = lookUpOperation(id).responses.get(draft.status)
      if (response === undefined) return `${id} cannot show it: it has no response ${draft.status}`
      const body = getBody(response, draft)
      const error = body && validator.validateResponse(body, body.declared(draft.body))
      if (error) return `${id} cannot show it: ${error}`
    }
    return undefined
  }

  function requireValid(path: string, id: string, text: string): void {
    const collection = collectionAt(path)
    const error = itemError(validator, collection, JSON.parse(text)) ?? readerError(collection, text)
    if (error !== undefined) throw new Error(`The item "${id}" was not stored because it breaks the contract: ${error}`)
  }

  return {
    ...store,
    async create(place, creation, options) {
      requireValid(place.path, creation.id, creation.text)
      return store.create(place, creation, options)
    },
    update(place, id, change, options) {
      const validChange: Change = (text, creator) => {
        const changed = change(text, creator)
        if (changed !== text) requireValid(place.path, id, changed)
        return changed
      }
      return store.update(place, id, validChange, options)
    },
    async commit(reads, writes, options) {
      for (const write of writes) if (write.kind !== 'delete') requireValid(write.place.path, write.id, write.text)
      return store.commit(reads, writes, options)
    },
  }
}
