// After a change of the contract, stored items may break it. They are counted once for each contract; nothing is changed.

import type { Collection } from '../contract/collections.ts'
import { collections } from '../contract/default-contract.ts'
import type { Validator } from '../contract/validator.ts'
import { completeItem, parsedItem } from './item.ts'
import type { ItemKey, StoredItems } from './item-store.ts'
import type { InvalidItem } from './valid-items.ts'
import { itemError } from './valid-writes.ts'

/** Items that are read at a time: few enough to keep the service responsive. */
const step = 500
const pauseMs = 10
const maxNamed = 10

export interface InvalidItems {
  path: string
  count: number
  /** The first ones. */
  items: InvalidItem[]
}

/** @param report Called for each path with invalid items. */
export async function checkStored(
  store: StoredItems,
  validator: Validator,
  report: (invalid: InvalidItems) => void,
  isStopping: () => boolean,
): Promise<void> {
  const contract = collections.map(({ path, schemaDigest }) => `${path} ${schemaDigest}`).join()
  if ((await store.checkedContract()) === contract) return
  const byPath = new Map(collections.map((collection) => [collection.path, collection]))
  const invalid = new Map<string, InvalidItems>()
  let after: ItemKey | undefined
  do {
    const stored = await store.itemsAfter(after, step)
    for (const { key, path, text } of stored) {
      const collection = byPath.get(path)
      const error = collection ? errorOf(collection, text, validator) : 'The contract has no such collection.'
      if (error === undefined) continue
      const known = invalid.get(path) ?? { path, count: 0, items: [] }
      invalid.set(path, known)
      known.count++
      if (known.items.length < maxNamed) known.items.push({ id: key[2], error })
    }
    after = stored.length === step ? stored.at(-1)?.key : undefined
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (after !== undefined && !isStopping())
  if (isStopping()) return
  for (const found of invalid.values()) report(found)
  await store.keepCheckedContract(contract)
}

function errorOf(collection: Collection, text: string, validator: Validator): string | undefined {
  return itemError(validator, collection, completeItem(collection, parsedItem(text)))
}
