// Nothing invalid is stored: service, mock and handlers write through one wrapper, which validates an item before its
// write. So a 500 because of an invalid item means that nothing has changed.
import { type Collection, lookUpByPath } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import type { Validator } from '../contract/validator.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import { getBody } from '../pipeline/response.ts'
import { AnyProblem } from '../problem.ts'
import { type AnyHandlers, findReader, type Read } from './any-handlers.ts'
import { currentItem, type Item } from './item.ts'
import type { Change, ItemStore } from './item-store.ts'

/** The response that shows an item of the collection, and its value for an item. `undefined` if no response does. */
export function itemResponse({ successes: { get, create, list } }: Collection) {
  // All methods have the same schema of an item.
  const body = get ?? create ?? list
  const isList = body !== undefined && body === list
  return body && { body, isList, valueOf: (item: unknown) => (isList ? [item] : item) }
}

/** @returns What is wrong with a stored item as it is sent; `undefined` for a valid one. */
export function itemError(validator: Validator, collection: Collection, stored: unknown): string | undefined {
  const response = itemResponse(collection)
  return response && validator.validateResponse(response.body, response.valueOf(collection.declared(stored)))
}

/** @returns What is wrong with the response of a reader to an item; `undefined` for a valid one. */
function readerValidator(
  { conditionSubjects, lookUpOperation, renderProblem }: Contract,
  collection: Collection,
  validator: Validator,
  handlers: AnyHandlers,
) {
  const readers = Object.values(conditionSubjects).flatMap(({ collection: path, parameter, read: id }) => {
    const read = path === collection.path ? findReader(handlers, parameter && id) : undefined
    return read && id ? [{ id, read }] : []
  })

  function show(read: Read, item: Item): DraftResponse {
    try {
      return read(item)
    } catch (error) {
      if (error instanceof AnyProblem) return renderProblem(error, crypto.randomUUID())
      throw error
    }
  }

  return (text: string): string | undefined => {
    for (const { id, read } of readers) {
      const draft = show(read, currentItem(collection, JSON.parse(text)))
      const response = lookUpOperation(id).responses.get(draft.status)
      if (response === undefined) return `${id} cannot show it: it has no response ${draft.status}`
      const body = getBody(response, draft)
      const error = body && validator.validateResponse(body, body.declared(draft.body))
      if (error) return `${id} cannot show it: ${error}`
    }
    return undefined
  }
}

/**
 * Returns a function that says why an item may not be stored; `undefined` for a valid one.
 * @param handlers What their readers return for the item must be valid, too.
 */
export function writeErrors(contract: Contract, validator: Validator, handlers: AnyHandlers) {
  const errorAt = lookUpByPath(
    contract.collections.map((collection) => ({
      path: collection.path,
      collection,
      readerError: readerValidator(contract, collection, validator, handlers),
    })),
  )
  return (path: string, text: string): string | undefined => {
    const { collection, readerError } = errorAt(path)
    return itemError(validator, collection, JSON.parse(text)) ?? readerError(text)
  }
}

/** @returns A store that rejects the write of an invalid item, and then has changed nothing. */
export function withValidWrites<Store extends ItemStore>(
  contract: Contract,
  store: Store,
  validator: Validator,
  handlers: AnyHandlers,
): Store {
  const toError = writeErrors(contract, validator, handlers)

  function requireValid(path: string, id: string, text: string): void {
    const error = toError(path, text)
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
