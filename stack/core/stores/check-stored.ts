// After a change of the contract, stored items may break it, have undeclared properties, or have an owner who no longer
// sees them. The check counts them, and changes no item.
import type { Collection, Contract } from '../contract/contract.ts'
import { getOperation } from '../contract/routes.ts'
import { matches } from '../contract/segments.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { Validator } from '../contract/validator.ts'
import { completeItem, parseItem } from '../items/item.ts'
import { publicId } from '../items/item-id.ts'
import { truncate } from '../problem.ts'
import type { KeyedItem, StoredItemKey, StoredItems } from './item-store.ts'
import { type InvalidItem, itemError, type Validation } from './validation.ts'

/** Few enough items to keep the service responsive. */
const itemsPerStep = 100
const maxNamed = 10

/** Problems of the items of one path: their counts, and the first invalid items. */
export interface StoredProblems {
  path: string
  invalid: { count: number; items: InvalidItem[] }
  /** Items with undeclared properties. */
  undeclared: { count: number; properties: Record<string, number> }
  /** Number of items whose owner no longer sees them. */
  orphaned: number
}

/**
 * Checks all items if the store has not saved a check for this contract. Then the store trusts the collections whose
 * items are all sent as they are stored. @param report Called for each path with problems.
 */
export async function checkStored(
  contract: Contract,
  store: StoredItems,
  validator: Validator,
  { key }: Pick<Validation, 'key'>,
  report: (problems: StoredProblems) => void,
  isStopping: () => boolean,
): Promise<void> {
  if ((await store.checkedContract()) === key) return
  const trusted = new Set(contract.collections.map(({ path }) => path))
  const problems = await findStoredProblems(contract, store, validator, isStopping, (path) => trusted.delete(path))
  if (isStopping()) return
  for (const problem of problems) report(problem)
  await store.keepCheckedContract(key, [...trusted])
}

/** @param onUntrusted Called with each path that may have an item that is not sent as it is stored. */
export async function findStoredProblems(
  contract: Contract,
  store: Pick<StoredItems, 'itemsAfter'>,
  validator: Validator,
  isStopping: () => boolean = () => false,
  onUntrusted: (path: string) => void = () => {},
): Promise<StoredProblems[]> {
  const { collections } = contract
  const problemsByPath = new Map<string, StoredProblems>()
  const collectionsByPath = new Map(collections.map((collection) => [collection.path, collection]))
  // Collections whose operations all need a credential.
  const authenticatedCollections = collections.filter(({ methods }) =>
    Object.values(methods).every((id) => getOperation(contract, id).security?.isOptional === false),
  )

  function check({ path, key: [owner, filled, id], text }: KeyedItem): void {
    const collection = collectionsByPath.get(path)
    const isAtPath = collection !== undefined && matches(collection.segments, filled.split('/'))
    const hasNoOwner = owner === ''
    const requiresCredentials = authenticatedCollections.some((candidate) => candidate === collection)
    const isOrphaned = collection?.access === undefined ? hasNoOwner && requiresCredentials : !hasNoOwner
    const { error, undeclared, serialized } = checkItem(collection, text, validator)
    // Reads select by the filled path, so a row with a wrong path can be in any collection.
    if (!isAtPath) for (const path of collectionsByPath.keys()) onUntrusted(path)
    else if (error !== undefined || serialized !== text) onUntrusted(path)
    const pointers = [...undeclared]
    if (error === undefined && pointers.length === 0 && !isOrphaned) return
    const noProblems = { path, invalid: { count: 0, items: [] }, undeclared: { count: 0, properties: {} }, orphaned: 0 }
    const problems: StoredProblems = problemsByPath.get(path) ?? noProblems
    problemsByPath.set(path, problems)
    if (isOrphaned) problems.orphaned++
    addUndeclared(problems.undeclared, pointers)
    if (error === undefined) return
    const { invalid } = problems
    invalid.count++
    if (invalid.items.length < maxNamed) invalid.items.push({ id: publicId(collection ?? {}, id), error })
  }

  let after: StoredItemKey | undefined
  do {
    const start = performance.now()
    const items = await store.itemsAfter(after, itemsPerStep)
    for (const item of items) check(item)
    after = items.length === itemsPerStep ? items.at(-1)?.key : undefined
    // Requests get at least as much time as the check.
    await new Promise((resolve) => setTimeout(resolve, performance.now() - start))
  } while (after !== undefined && !isStopping())
  return [...problemsByPath.values()]
}

function checkItem(collection: Collection | undefined, text: string, validator: Validator) {
  if (collection === undefined) return { error: 'The contract has no such collection.', undeclared: [], serialized: '' }
  const item = completeItem(collection, parseItem(text))
  const undeclared = new Set<string>()
  const declared = stripUnknown(collection.shape, item, (pointer) => undeclared.add(truncate(pointer)))
  return { error: itemError(validator, collection, declared), undeclared, serialized: JSON.stringify(declared) }
}

function addUndeclared(undeclared: StoredProblems['undeclared'], pointers: string[]): void {
  if (pointers.length > 0) undeclared.count++
  for (const pointer of pointers) {
    const { [pointer]: counted } = undeclared.properties
    if (counted === undefined && Object.keys(undeclared.properties).length === maxNamed) continue
    undeclared.properties[pointer] = (counted ?? 0) + 1
  }
}
