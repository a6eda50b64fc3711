// After a change of the contract, stored items may break it, have properties that it no longer declares, or belong to nobody that
// sees them. They are counted; nothing is changed.

import type { Collection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import { truncate } from '../contract/json-pointer.ts'
import type { Validator } from '../contract/validator.ts'
import { completeItem, parsedItem } from './item.ts'
import type { KeyedItem, StoredItems } from './item-store.ts'
import { storedSteps } from './stored-steps.ts'
import type { InvalidItem } from './valid-items.ts'
import { itemError } from './valid-writes.ts'

const maxNamed = 10

/** Of the items of one path. */
export interface StoredProblems {
  path: string
  /** Items that break the contract: how many, and the first ones. */
  invalid: { count: number; items: InvalidItem[] }
  /** Items with undeclared properties: how many in all, and for the first places. */
  undeclared: { count: number; properties: Record<string, number> }
  /** Items of an owner that the collection no longer has: their number. */
  unseen: number
}

/** Checks all items once for each contract. @param report Called for each path with problems. */
export async function checkStored(
  contract: Contract,
  store: StoredItems,
  validator: Validator,
  report: (problems: StoredProblems) => void,
  isStopping: () => boolean,
): Promise<void> {
  const digest = contract.collections
    .map(({ path, schemaDigest, access }) => `${path} ${schemaDigest}${access ? ' shared' : ''}`)
    .join()
  if ((await store.checkedContract()) === digest) return
  const problems = await findStoredProblems(contract, store, validator, isStopping)
  if (isStopping()) return
  for (const found of problems) report(found)
  await store.keepCheckedContract(digest)
}

export async function findStoredProblems(
  contract: Contract,
  store: Pick<StoredItems, 'itemsAfter'>,
  validator: Validator,
  isStopping = () => false,
): Promise<StoredProblems[]> {
  const found = new Map<string, StoredProblems>()
  const byPath = new Map(
    contract.collections.map((collection) => [
      collection.path,
      { collection, needsCaller: needsCaller(contract, collection) },
    ]),
  )
  for await (const items of storedSteps(store, isStopping)) {
    for (const item of items) checkItem(item, byPath.get(item.path) ?? {}, validator, found)
  }
  return [...found.values()]
}

function checkItem(
  { key, path, text }: KeyedItem,
  { collection, needsCaller = false }: { collection?: Collection; needsCaller?: boolean },
  validator: Validator,
  found: Map<string, StoredProblems>,
): void {
  const places = new Set<string>()
  const error =
    collection === undefined
      ? 'The contract has no such collection.'
      : errorOf(collection, text, validator, (place) => places.add(truncate(place)))
  const isOfService = key[0] === ''
  const isUnseen = collection?.access === undefined ? isOfService && needsCaller : !isOfService
  if (error === undefined && places.size === 0 && !isUnseen) return
  const problems = found.get(path) ?? {
    path,
    invalid: { count: 0, items: [] },
    undeclared: { count: 0, properties: {} },
    unseen: 0,
  }
  found.set(path, problems)
  const { invalid, undeclared } = problems
  if (error !== undefined) {
    invalid.count++
    if (invalid.items.length < maxNamed) invalid.items.push({ id: key[2], error })
  }
  if (isUnseen) problems.unseen++
  if (places.size > 0) undeclared.count++
  for (const place of places) {
    const { [place]: count } = undeclared.properties
    if (count === undefined && Object.keys(undeclared.properties).length === maxNamed) continue
    undeclared.properties[place] = (count ?? 0) + 1
  }
}

function errorOf(
  collection: Collection,
  text: string,
  validator: Validator,
  onUndeclared: (place: string) => void,
): string | undefined {
  const item = completeItem(collection, parsedItem(text))
  return itemError(validator, collection, collection.declared(item, onUndeclared))
}

/** Whether each operation of the collection needs a credential: then nobody is the caller without one. */
function needsCaller({ operationOf }: Contract, { methods }: Collection): boolean {
  const all = Object.values(methods).map((id) => operationOf(id).security)
  return all.every((security) => security !== undefined && !security.isOptional)
}
