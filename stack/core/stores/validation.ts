// A store validates each item before it writes it, so a 500 because of an invalid item means that nothing has changed.
import { getCollection } from '../contract/collections.ts'
import type { Collection, Contract } from '../contract/contract.ts'
import { renderProblem } from '../contract/problems.ts'
import { getResponse } from '../contract/responses.ts'
import { getOperation } from '../contract/routes.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { Validator } from '../contract/validator.ts'
import { type AnyHandlers, functionsOf, type Serializer } from '../handlers/any-handlers.ts'
import { currentItem, type Item, parseItem } from '../items/item.ts'
import { getCursor } from '../items/sort-order.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import { getBody } from '../pipeline/response.ts'
import { AnyProblem } from '../problem.ts'
import type { ItemStore, Page, StoredItem } from './item-store.ts'

/** What a store validates its items with. */
export interface Validation {
  /** Changes if different items could be valid, or if items could be sent differently. */
  key: string
  /**
   * @returns Whether standard methods send the item byte for byte as it is stored.
   * @throws {Error} if the item, or what a serializer returns for it, is not valid.
   */
  validate: (path: string, id: string, text: string) => boolean
}

/** What a store knows about a contract. */
export interface StoreContract {
  collections: Collection[]
  /** Default: items are not validated. */
  validation?: Validation | undefined
}

/** @returns What is wrong with a stored item, as it would be sent; `undefined` for a valid item. */
export function itemError(validator: Validator, collection: Collection, stored: unknown): string | undefined {
  const { shape, itemValidator } = collection
  const item = stripUnknown(shape, stored)
  return itemValidator && validator.validateResponse(itemValidator, itemValidator.isInList ? [item] : item)
}

/** @param handlers What their serializers return for an item must be valid too. */
export function itemValidation(contract: Contract, validator: Validator, handlers: AnyHandlers): Validation {
  const { collections } = contract
  const serializers = Object.values(contract.conditionSubjects).flatMap(({ collection: path, parameter, read: id }) => {
    const { read: serializer } = functionsOf(handlers, parameter && id)
    return serializer && id ? [{ path, id, read: serializer }] : []
  })

  function applySerializer(serializer: Serializer, item: Item): DraftResponse {
    try {
      return serializer(item)
    } catch (error) {
      if (error instanceof AnyProblem) return renderProblem(contract, error, crypto.randomUUID())
      throw error
    }
  }

  /** @returns What is wrong with the response of a serializer to an item; `undefined` for a valid one. */
  function serializerError(path: string, item: Item): string | undefined {
    for (const { id, read: serializer } of serializers.filter((route) => route.path === path)) {
      const draft = applySerializer(serializer, item)
      const response = getResponse(getOperation(contract, id).responses, draft.status)
      if (response === undefined) return `${id} cannot show it: it has no response ${draft.status}`
      const body = getBody(response, draft)
      const error = body && validator.validateResponse(body, stripUnknown(body.shape, draft.body))
      if (error) return `${id} cannot show it: ${error}`
    }
    return undefined
  }

  return {
    key: JSON.stringify([
      validator.digest,
      ...collections.map(({ path, schemaDigest, access }) => [path, schemaDigest, access && 'shared']),
    ]),
    validate(path, id, text) {
      const collection = getCollection(collections, path)
      const stored = JSON.parse(text)
      const item = currentItem(collection, stored)
      const error = itemError(validator, collection, stored) ?? serializerError(path, item)
      if (error !== undefined)
        throw new Error(`The item "${id}" was not stored because it breaks the contract: ${error}`)
      return JSON.stringify(item) === text
    },
  }
}

export interface InvalidItem {
  id: string
  error: string
}

/** If one page skips more invalid items, all data are probably wrong: then an error is better than an empty list. */
const maxInvalid = 1_000

/**
 * Completes the items of a list that is not trusted, and omits undeclared properties and invalid items: an item that
 * another program has changed, or that is older than a stricter contract, must not hide the items after it.
 * @param report Called with the items that a list omits.
 */
export function withoutInvalidItems(
  { collections }: Contract,
  store: ItemStore,
  validator: Validator,
  report: (items: InvalidItem[]) => void,
): ItemStore {
  return {
    ...store,
    async list(collectionKey, query) {
      const collection = getCollection(collections, collectionKey.path)
      const valid: StoredItem[] = []
      const invalid: InvalidItem[] = []
      let page: Page | undefined
      let hasInvalid = false
      // Revision of the first read. If the collection changes between two reads, the next request gets a different one.
      let revision: string | undefined
      let total: Page['total']
      do {
        // One more item shows whether the page is the last one.
        const limit = page === undefined ? query.limit : query.limit + 1 - valid.length
        const rest = { after: page?.next ?? query.after, limit }
        // Only the first read counts the items.
        const count = page === undefined && query.count === true
        page = await store.list(collectionKey, { ...query, ...rest, count })
        if (page === undefined || (page.isTrusted && revision === undefined)) return page
        revision ??= page.revision
        total ??= page.total
        const before = invalid.length
        for (const { id, text } of page.items) {
          const item = currentItem(collection, parseItem(text))
          const error = itemError(validator, collection, item)
          if (error === undefined) valid.push({ id, text: JSON.stringify(item) })
          else invalid.push({ id, error })
        }
        hasInvalid = invalid.length > before
        if (invalid.length > maxInvalid) throw new Error(`More than ${maxInvalid} stored items break the contract.`)
      } while (hasInvalid && page.next !== undefined && valid.length <= query.limit)
      if (invalid.length > 0) report(invalid)
      const items = valid.slice(0, query.limit)
      const last = valid.length > query.limit ? items.at(-1) : undefined
      const next = last === undefined ? page.next : getCursor(collection, query.sort, last.id, parseItem(last.text))
      return { items, next, revision, total, isTrusted: true }
    },
  }
}
