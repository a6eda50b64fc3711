// The items of a caller, as a handler reads and writes them: with the defaults of the contract, and with the ids and times that
// the service sets.
import type { Contract } from '../contract/contract.ts'
import type { ParameterValue } from '../contract/validator.ts'
import type { Call } from '../pipeline/pipeline.ts'
import { requireDeleted } from './deletion.ts'
import type { HandlerItems } from './handler.ts'
import type { HandlerConditions } from './handler-conditions.ts'
import { type HandlerKey, requireSameBody } from './idempotency-key.ts'
import { completeItem, currentItem, type Item, newItem, replacedItem, withUndeclared } from './item.ts'
import type { ItemStore } from './item-store.ts'
import { placeIn } from './place.ts'

export interface ItemParts {
  store: ItemStore
  now: () => Date
  newId: () => string
}

/** `ItemsOf` of any contract: the validator has checked what callers send, and the store what handlers write. */
export type AnyItems = (path: string, parameters?: Record<string, ParameterValue>) => HandlerItems<Item, Item>

export function handlerItems(
  { collectionAt }: Contract,
  call: Call,
  { store, now, newId }: ItemParts,
  conditions: HandlerConditions,
  key: HandlerKey,
): AnyItems {
  const { caller, request } = call

  return (path, parameters = {}) => {
    const collection = collectionAt(path)
    const place = placeIn(collection, caller.owner, parameters)
    const parsed = (text: string) => currentItem(collection, JSON.parse(text))
    const written = (id: string, text: string | undefined) => {
      const item = text === undefined ? undefined : parsed(text)
      conditions.wrote(place, id, item)
      return item
    }
    return {
      async list({ filters = {}, after, limit = 100 } = {}) {
        const page = await store.list(place, { filters, after, limit })
        return page?.items.map(({ text }) => parsed(text))
      },
      async get(id) {
        const text = await store.get(place, id)
        return text === undefined ? undefined : parsed(text)
      },
      async create(draft, id = newId()) {
        const item = newItem(collection, draft, id, now().toISOString())
        const check = conditions.ofNew(place, id)
        const creation = { id, text: JSON.stringify(item), key: key.take(), check }
        const created = written(id, await store.create(place, creation, request))
        if (created !== undefined) requireSameBody(collection, created, item)
        return created
      },
      async update(id, change) {
        const time = now().toISOString()
        const evaluate = conditions.ofItem(place, id)
        key.requireTaken()
        const replace = (text: string) => {
          const stored = completeItem(collection, JSON.parse(text))
          const item = collection.declared(stored)
          evaluate?.(item)
          // Another object, in case that the function changes it.
          const replaced = replacedItem(collection, item, change(parsed(text)), time)
          return replaced === item ? text : JSON.stringify(withUndeclared(stored, item, replaced))
        }
        return written(id, await store.update(place, id, replace, request))
      },
      async delete(id, check) {
        const evaluate = conditions.ofItem(place, id)
        key.requireTaken()
        const checkAll = (text: string) => {
          evaluate?.(parsed(text))
          check?.(parsed(text))
        }
        const deletion = await store.delete(place, id, evaluate || check ? checkAll : undefined, request)
        if (deletion === undefined) conditions.wrote(place, id, undefined)
        else requireDeleted(collection, deletion)
        return deletion && 'deleted'
      },
    }
  }
}
