// The items that a principal sees, as a handler reads and writes them: with the defaults of the contract, and with the
// ids and times that the service sets.
import { getCollection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import { collectionKeyFor, creatorIn, neededCreator } from '../items/collection-key.ts'
import { requireSameBody } from '../items/idempotency-key.ts'
import { completeItem, currentItem, type Item, newItem, replaceItem, withUndeclared } from '../items/item.ts'
import { storageKey } from '../items/item-id.ts'
import { readCursor, readSort, withSort } from '../items/items-query.ts'
import { toSearchTerms } from '../items/search-terms.ts'
import type { StandardParts } from '../items/standard-method.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import type { AnyItems } from './any-handlers.ts'
import type { HandlerQuery } from './handler.ts'
import type { Transaction } from './transaction.ts'

export function handlerItems(
  { collections }: Contract,
  { principal }: OperationCall,
  { now, newId, newInteger }: Pick<StandardParts, 'now' | 'newId' | 'newInteger'>,
  transaction: Transaction,
): AnyItems {
  return (path, parameters = {}) => {
    const collection = getCollection(collections, path)
    const collectionKey = collectionKeyFor(collection, principal.owner, parameters)
    const createdBy = creatorIn(collection, principal.owner)
    const requiredCreator = neededCreator(collection, principal)
    const parse = (text: string) => currentItem(collection, JSON.parse(text))
    const parseIfPresent = (text: string | undefined) => (text === undefined ? undefined : parse(text))

    async function list({ filters = {}, ranges = {}, search = '', sort, after, limit = pageSize }: HandlerQuery = {}) {
      const sortOrder = sort === undefined ? undefined : readSort(sort)
      const query = withSort({ filters, ranges, searchTerms: toSearchTerms(search), sort: sortOrder })
      const readText = (id: string) => transaction.get(collectionKey, id)
      let cursor = after === undefined ? undefined : await readCursor(collection, query, { after }, readText)
      const items: Item[] = []
      if (cursor === 'end') return items
      do {
        const page = await transaction.list(collectionKey, { ...query, after: cursor, limit: limit - items.length })
        if (page === undefined) return undefined
        items.push(...page.items.map(({ text }) => parse(text)))
        cursor = page.next
      } while (cursor !== undefined && items.length < limit)
      return items
    }

    return {
      list,
      async *all(filters = {}) {
        let page: Item[] | undefined
        do {
          const last = page?.at(-1)?.[collection.idField]
          page = await list({ filters, ...(last !== undefined && { after: storageKey(last) }) })
          yield* page ?? []
        } while (page?.length === pageSize)
      },
      async get(id) {
        return parseIfPresent(await transaction.get(collectionKey, storageKey(id)))
      },
      async create(draft, explicitId) {
        const id = explicitId ?? (collection.integerIds ? newInteger() : newId())
        const item = newItem(collection, draft, id, now().toISOString())
        const creation = { id: storageKey(id), text: JSON.stringify(item), createdBy }
        const created = parseIfPresent(await transaction.create(collectionKey, creation))
        if (created !== undefined) requireSameBody(collection, created, item)
        return created
      },
      async update(id, change) {
        const time = now().toISOString()
        const replace = (text: string) => {
          const stored = completeItem(collection, JSON.parse(text))
          const item = stripUnknown(collection.shape, stored)
          // A separate object, in case the function changes it.
          const replaced = replaceItem(collection, item, change(parse(text)), time)
          return replaced === item ? text : JSON.stringify(withUndeclared(stored, item, replaced))
        }
        return parseIfPresent(await transaction.update(collectionKey, storageKey(id), replace, requiredCreator))
      },
      async delete(id) {
        return (await transaction.delete(collectionKey, storageKey(id), requiredCreator)) === undefined
          ? undefined
          : 'deleted'
      },
    }
  }
}

const pageSize = 100
