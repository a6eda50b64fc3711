// The key of a collection in a store, the owner and the creator of its items, and the filters of a list.

import type { Collection } from '../contract/contract.ts'
import type { ParameterValue } from '../contract/validator.ts'
import type { Principal } from '../principal.ts'
import type { CollectionKey, Scalar } from '../stores/item-store.ts'
import type { Item } from './item.ts'
import { storageKey } from './item-id.ts'

type FieldDefaults = Record<string, { default?: unknown }>

/** An item without the field has the default of the contract. */
export function getField(fields: FieldDefaults, name: string, item: Item): unknown {
  return Object.hasOwn(item, name) ? item[name] : fields[name]?.default
}

/** @param filters By field: its value, or values any of which matches. `null` matches an item without a value. */
export function matchesFilters(
  fields: FieldDefaults,
  item: Item,
  filters: Record<string, Scalar | null | (Scalar | null)[]>,
): boolean {
  return Object.entries(filters).every(([name, expected]) => {
    const value = getScalar(fields, name, item)
    return Array.isArray(expected) ? expected.includes(value) : expected === value
  })
}

/** @returns The value of a filter; `null` without one, and for arrays and objects. */
export function getScalar(fields: FieldDefaults, name: string, item: Item): Scalar | null {
  const value = getField(fields, name, item)
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isScalar ? value : null
}

/** Items that several principals see belong to the service: they have one collection key, revision and entity tag for all. */
export function ownerIn({ access }: Pick<Collection, 'access'>, principal: string): string {
  return access === undefined ? principal : ''
}

/** The creator of an item that several principals see, as a store keeps it with the item: its owner does not say it. */
export function creatorIn({ access }: Pick<Collection, 'access'>, principal: string): string | undefined {
  return access && principal
}

/** The creator that an item must have for a write of this principal; `undefined` if every principal may write. */
export function neededCreator({ access }: Pick<Collection, 'access'>, principal: Principal): string | undefined {
  return access?.write === 'creator' ? principal.owner : undefined
}

/** @param parameters Those of the path, which name each ancestor of the collection. */
export function collectionKeyFor(
  collection: Collection,
  principal: string,
  parameters: Record<string, ParameterValue>,
): CollectionKey {
  // Its ancestors have the same owner (stack/contract/check/access.ts).
  return locate(collection, ownerIn(collection, principal), parameters)
}

function locate(
  { path, segments }: Pick<Collection, 'path' | 'segments'>,
  owner: string,
  parameters: Record<string, ParameterValue>,
): CollectionKey {
  if (!path.includes('{')) return { owner, path, collection: path }
  const filled = segments.map(
    ({ text, parameter = '' }) => text ?? encodeURIComponent(storageKey(parameters[parameter])),
  )
  const last = segments.findLastIndex(({ parameter }) => parameter !== undefined)
  const ancestors = segments.slice(0, last)
  const parent = locate({ path: path.split('/').slice(0, last).join('/'), segments: ancestors }, owner, parameters)
  const id = storageKey(parameters[segments[last]?.parameter ?? ''])
  return { owner, path, collection: filled.join('/'), parent: { collectionKey: parent, id } }
}
