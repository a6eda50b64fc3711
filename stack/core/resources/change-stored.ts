// Changes the stored items of one collection, in steps beside the requests. After an interruption, it is started again.
import type { Collection } from '../contract/collections.ts'
import { existing, findErrors } from '../contract/compiled-validator.ts'
import type { CompiledValidators } from '../contract/contract-data.ts'
import { unescapeToken } from '../contract/json-pointer.ts'
import { declaresPlace, generalPlace } from '../contract/property-place.ts'
import { bodyViolation } from '../contract/validator.ts'
import { completeItem, currentItem, type Item, inOrder, parsedItem } from './item.ts'
import { type ChangeRules, changedByOperator, type ItemChange } from './item-change.ts'
import { shownId, storedId } from './item-id.ts'
import { type ItemStore, type KeyedItem, type StoredItems, storedSteps } from './item-store.ts'
import { addInvalid, type InvalidItems } from './valid-items.ts'
import { itemResponse } from './valid-writes.ts'

/** Items between two pauses for requests. */
const groupSize = 100

export interface ChangeOptions {
  collection: Collection
  changes: ItemChange[]
  findFaults: FindFaults
  /** @returns What is wrong with an item that would be stored; `undefined` for a valid one. */
  toError: (text: string) => string | undefined
  /** Default: nothing is written, and the changes are counted. */
  update?: ItemStore['update'] | undefined
  /** Updates at the same time. Default: a whole group, which shares a commit of SQLite. */
  updatesAtATime?: number
  /** Called after each step. */
  onProgress?: (soFar: ChangedItems) => void
  isStopping?: () => boolean
}

export interface ChangedItems {
  /** Items of the collection that were read. */
  items: number
  changed: number
  /** Items that stay as they are, because the change would leave them invalid. */
  left: InvalidItems
}

type Decision = { text: string } | { error: string }

export async function changeStored(
  store: Pick<StoredItems, 'itemsAfter'>,
  options: ChangeOptions,
): Promise<ChangedItems> {
  const { collection, update, updatesAtATime = groupSize, onProgress, isStopping } = options
  const result: ChangedItems = { items: 0, changed: 0, left: { count: 0, items: [] } }

  async function change({ key: [owner, filled, id], path, text }: KeyedItem, first: Decision): Promise<void> {
    let decision: Decision | undefined = first
    if (update !== undefined && 'text' in first) {
      // A request may have changed the item since it was read.
      const stored = await update({ owner, path, collection: filled }, id, (current) => {
        decision = current === text ? first : decide(options, id, current)
        return decision !== undefined && 'text' in decision ? decision.text : current
      })
      if (stored === undefined) return
    }
    if (decision === undefined) return
    if ('error' in decision) addInvalid(result.left, { id: shownId(collection, id), error: decision.error })
    else result.changed++
  }

  for await (const step of storedSteps(store, isStopping)) {
    const items = step.filter(({ path }) => path === collection.path)
    for (const group of getGroups(items, groupSize)) {
      const decided = group.flatMap((item) => {
        const decision = decide(options, item.key[2], item.text)
        return decision === undefined ? [] : [[item, decision] as const]
      })
      for (const some of getGroups(decided, updatesAtATime)) {
        await Promise.all(some.map(([item, decision]) => change(item, decision)))
      }
      await new Promise((resolve) => setTimeout(resolve))
    }
    result.items += items.length
    onProgress?.(result)
  }
  return result
}

function getGroups<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

export function changeRules(collection: Collection, findFaults: FindFaults): ChangeRules {
  const { shape } = collection
  return {
    getFaults: (item) => findFaults(collection, item).map(({ place }) => place),
    isDeclared: (place) => declaresPlace(shape, generalPlace(shape, place)),
  }
}

/** @returns `undefined` if the item stays as it is. */
function decide(
  { collection, changes, findFaults, toError }: ChangeOptions,
  id: string,
  text: string,
): Decision | undefined {
  const item = parsedItem(text)
  try {
    const changed = changedByOperator(item, changes, changeRules(collection, findFaults))
    if (changed === item) return undefined
    if (storedId(changed[collection.idField]) !== id) return { error: `${collection.idField} must stay the same` }
    const error = toError(JSON.stringify(completeItem(collection, changed)))
    return error === undefined ? { text: JSON.stringify(inOrder(collection.fieldsInOrder, changed)) } : { error }
  } catch (error) {
    // The item has both names of a renamed property, or a reader of a product cannot show it.
    return { error: String(Object(error).message) }
  }
}

/** A place at which a stored item breaks the contract. */
export interface Fault {
  place: string[]
  keyword: string | undefined
  /** Of the keyword, as Ajv reports them. */
  params: Record<string, unknown>
  message: string
}

/**
 * Returns why an item is not valid, as far as the first fault: several for one value that fits none of its schemas.
 * None for a valid item.
 */
export type FindFaults = (collection: Collection, item: Item) => Fault[]

export function faultFinder({ responseValidators }: CompiledValidators): FindFaults {
  return (collection, item) => {
    const response = itemResponse(collection)
    if (response?.body.validator === undefined) return []
    const validate = existing(responseValidators, response.body.validator)
    const value = response.valueOf(currentItem(collection, item))
    const depth = response.isList ? 3 : 2
    return findErrors(validate, { response: value }).map((error) => {
      const { name, keyword, message } = bodyViolation(error)
      return { place: name.split('/').slice(depth).map(unescapeToken), keyword, params: error.params, message }
    })
  }
}
