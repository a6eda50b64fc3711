// The key of a collection in a store, the owner and the creator of its items, and the filters of a list.

import type { Collection } from '../contract/contract.ts'
import type { ParameterValue } from '../contract/validator.ts'
import type { Principal } from '../principal.ts'
import type { CollectionKey, Scalar } from '../stores/item-store.ts'
import type { Item } from './item.ts'
import { storageKey } from './item-id.ts'

type FieldDefaults = Record<string, { default?: unknown }>

/** Returns the value of a field; its default for an item without the field. */
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

/** @returns The value that filters compare; `null` without a value, and for arrays and objects. */
export function getScalar(fields: FieldDefaults, name: string, item: Item): Scalar | null {
  const value = getField(fields, name, item)
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isScalar ? value : null
}

/** Shared items belong to the service: collection key, revision and entity tags are the same for all principals. */
export function ownerIn({ access }: Pick<Collection, 'access'>, principalOwner: string): string {
  return access === undefined ? principalOwner : ''
}

/** Returns the creator that a store has with a shared item, whose owner is the service. */
export function creatorIn({ access }: Pick<Collection, 'access'>, principalOwner: string): string | undefined {
  return access && principalOwner
}

/** Returns the creator that an item must have for a write of this principal; `undefined` if anyone may write. */
export function neededCreator({ access }: Pick<Collection, 'access'>, principal: Principal): string | undefined {
  return access?.write === 'creator' ? principal.owner : undefined
}

/** @param parameters Path parameters, which identify each ancestor of the collection. */
export function collectionKeyFor(
  collection: Collection,
  principalOwner: string,
  parameters: Record<string, ParameterValue>,
): CollectionKey {
  // The ancestors of the collection have the same owner (stack/contract/check/access.ts).
  return resolveKey(collection, ownerIn(collection, principalOwner), parameters)
}

function resolveKey(
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
  const parent = resolveKey({ path: path.split('/').slice(0, last).join('/'), segments: ancestors }, owner, parameters)
  const id = storageKey(parameters[segments[last]?.parameter ?? ''])
  return { owner, path, collection: filled.join('/'), parent: { collectionKey: parent, id } }
}
