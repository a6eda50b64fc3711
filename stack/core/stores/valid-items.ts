// Stored items can break the contract: it became stricter without a migration, or somebody changed the data. One such
// item must not hide the items after it. Items can also have properties that the contract no longer declares.
import type { Contract } from '../contract/contract.ts'
import type { Validator } from '../contract/validator.ts'
import { currentItem, parsedItem } from '../items/item.ts'
import { getPosition } from '../items/list-order.ts'
import type { ItemStore, ListedItem, Page } from './item-store.ts'
import { itemError } from './valid-writes.ts'

export interface InvalidItem {
  id: string
  error: string
}

/** If one page meets more invalid items, all data are probably wrong: then an error is better than an empty list. */
const maxInvalid = 1_000

/**
 * Completes the items of a list, and leaves out what is not declared and the items that are not valid.
 * @param report Called with the items that a list leaves out.
 */
export function withoutInvalidItems(
  { collectionAt }: Contract,
  store: ItemStore,
  validator: Validator,
  report: (items: InvalidItem[]) => void,
): ItemStore {
  return {
    ...store,
    async list(place, query) {
      const collection = collectionAt(place.path)
      const valid: ListedItem[] = []
      const invalid: InvalidItem[] = []
      let { after, afterValue } = query
      let found: Page | undefined
      // The first revision: a change between two reads then leads to another one.
      let revision: string | undefined
      do {
        found = await store.list(place, { ...query, after, afterValue })
        if (found === undefined) return undefined
        revision ??= found.revision
        for (const listed of found.items) {
          const item = currentItem(collection, parsedItem(listed.text))
          const error = itemError(validator, collection, item)
          const { id, value } = getPosition(collection, query.order, listed)
          after = id
          afterValue = value
          if (error === undefined) valid.push({ ...listed, text: JSON.stringify(item) })
          else invalid.push({ id, error })
        }
        if (invalid.length > maxInvalid) throw new Error(`More than ${maxInvalid} stored items break the contract.`)
      } while (found.items.length === query.limit && valid.length < query.limit)
      if (invalid.length > 0) report(invalid)
      return { items: valid.slice(0, query.limit), revision }
    },
  }
}
