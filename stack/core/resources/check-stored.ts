// After a change of the contract, stored items may break it, have undeclared properties, or have an owner that does not
// see them. They are counted; nothing is changed.

import type { Collection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import type { Validator } from '../contract/validator.ts'
import { truncate } from '../problem.ts'
import { completeItem, parsedItem } from './item.ts'
import { shownId } from './item-id.ts'
import { type StoredItems, storedSteps } from './item-store.ts'
import { addInvalid, type InvalidItems } from './valid-items.ts'
import { itemError } from './valid-writes.ts'

const maxPlaces = 10

/** Of the items of one path. */
export interface StoredProblems {
  path: string
  invalid: InvalidItems
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
  isStopping?: () => boolean,
): Promise<StoredProblems[]> {
  const found = new Map<string, StoredProblems>()
  const byPath = new Map(
    contract.collections.map((collection) => [
      collection.path,
      { collection, needsCaller: needsCaller(contract, collection) },
    ]),
  )
  for await (const items of storedSteps(store, isStopping)) {
    for (const item of items) {
      const { collection, needsCaller = false } = byPath.get(item.path) ?? {}
      const isOfService = item.key[0] === ''
      const isUnseen = collection?.access === undefined ? isOfService && needsCaller : !isOfService
      const { error, undeclared } = checkItem(collection, item.text, validator)
      const places = [...undeclared]
      if (error === undefined && places.length === 0 && !isUnseen) continue
      const problems = found.get(item.path) ?? noProblems(item.path)
      found.set(item.path, problems)
      if (error !== undefined) addInvalid(problems.invalid, { id: shownId(collection ?? {}, item.key[2]), error })
      if (isUnseen) problems.unseen++
      addUndeclared(problems.undeclared, places)
    }
  }
  return [...found.values()]
}

function checkItem(collection: Collection | undefined, text: string, validator: Validator) {
  if (collection === undefined) return { error: 'The contract has no such collection.', undeclared: [] }
  const item = completeItem(collection, parsedItem(text))
  const undeclared = new Set<string>()
  const declared = collection.declared(item, (place) => undeclared.add(truncate(place)))
  return { error: itemError(validator, collection, declared), undeclared }
}

function noProblems(path: string): StoredProblems {
  return { path, invalid: { count: 0, items: [] }, undeclared: { count: 0, properties: {} }, unseen: 0 }
}

function addUndeclared(undeclared: StoredProblems['undeclared'], places: string[]): void {
  if (places.length > 0) undeclared.count++
  for (const place of places) {
    const { [place]: counted } = undeclared.properties
    if (counted === undefined && Object.keys(undeclared.properties).length === maxPlaces) continue
    undeclared.properties[place] = (counted ?? 0) + 1
  }
}

/** Whether each operation of the collection needs a credential: then nobody is the caller without one. */
function needsCaller({ lookUpOperation }: Contract, { methods }: Collection): boolean {
  const all = Object.values(methods).map((id) => lookUpOperation(id).security)
  return all.every((security) => security !== undefined && !security.isOptional)
}
