// An item as a JSON object: built, changed, completed and compared by the fields of its collection.

import type { BodyMethod, Collection } from '../contract/collections.ts'
import type { FieldData } from '../contract/contract-data.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { ItemId } from './item-id.ts'

export type Item = Record<string, unknown>

type Fields = Pick<Collection, 'fieldsInOrder'>

/** @param time RFC 3339, as the contract has it. */
export function newItem({ fieldsInOrder }: Fields, body: Item, id: ItemId, time: string): Item {
  const set = { id, created: time, updated: time }
  const item: Item = {}
  for (const [name, field] of fieldsInOrder) {
    const value = field.role === undefined ? givenOrDefault(field, body[name]) : set[field.role]
    if (value !== undefined) item[name] = value
  }
  return item
}

/** The fields of a body that a caller can set. An open body can have others, which no schema has checked. */
export function givenFields({ bodyFields }: Pick<Collection, 'bodyFields'>, method: BodyMethod, body: unknown): Item {
  const all: Item = Object(body)
  const given: Item = {}
  for (const name of bodyFields[method]) if (Object.hasOwn(all, name)) given[name] = all[name]
  return given
}

type Changing = Fields & Pick<Collection, 'updatedField'>

/**
 * Applies a merge patch (RFC 7396). With `null`, a field that cannot be null gets its default, or goes.
 * @returns The same item if nothing is different.
 */
export function changedItem(collection: Changing, item: Item, patch: Item, time: string): Item {
  const changed = { ...item }
  for (const [name, field] of collection.fieldsInOrder) {
    if (!(name in patch)) continue
    const value = givenOrDefault(field, merged(item[name], patch[name]))
    if (value === undefined) delete changed[name]
    else changed[name] = value
  }
  return updated(collection, item, changed, time)
}

/**
 * Replaces an item, but not what the service sets. A field without a value gets its default.
 * @returns The same item if nothing is different.
 */
export function replacedItem(collection: Changing, item: Item, next: Item, time: string): Item {
  const replaced: Item = { ...next }
  for (const [name, { role }] of collection.fieldsInOrder) if (role !== undefined) replaced[name] = item[name]
  return updated(collection, item, completeItem(collection, replaced), time)
}

function updated({ fieldsInOrder, updatedField }: Changing, item: Item, changed: Item, time: string): Item {
  const ordered = inOrder(fieldsInOrder, changed)
  if (JSON.stringify(ordered) === JSON.stringify(item)) return item
  // A clock may have been set back. Times in this format compare as text.
  if (updatedField !== undefined && time > String(item[updatedField])) ordered[updatedField] = time
  return ordered
}

/** Adds the defaults of fields that the item lacks because the contract got them later. */
export function completeItem({ fieldsInOrder }: Fields, item: Item): Item {
  const isMissing = ([name, { default: missing }]: Fields['fieldsInOrder'][number]) =>
    missing !== undefined && item[name] === undefined
  const added = fieldsInOrder.filter(isMissing).map(([name, field]) => [name, field.default] as const)
  return added.length === 0 ? item : inOrder(fieldsInOrder, { ...item, ...Object.fromEntries(added) })
}

/** An item as responses have it. The same item if the contract has not changed. */
export function currentItem(collection: Fields & Pick<Collection, 'shape'>, item: Item): Item {
  return stripUnknown(collection.shape, completeItem(collection, item))
}

/**
 * Keeps what the contract no longer declares, in each object that a change has kept.
 * @param shown What the change got of the stored value.
 */
export function withUndeclared(stored: unknown, shown: unknown, changed: unknown): unknown {
  if (stored === shown) return changed
  if (JSON.stringify(shown) === JSON.stringify(changed)) return stored
  if (!isObject(stored) || !isObject(shown) || !isObject(changed)) return changed
  const all = new Map(Object.entries(changed))
  for (const [name, value] of Object.entries(stored)) {
    if (!(name in shown)) all.set(name, value)
    else if (all.has(name)) all.set(name, withUndeclared(value, shown[name], all.get(name)))
  }
  return Object.fromEntries(all)
}

function givenOrDefault({ nullable, default: missing }: FieldData, value: unknown): unknown {
  return value === undefined || (value === null && !nullable) ? missing : value
}

/** Fields that the contract does not have stay, at the end. */
function inOrder(fieldsInOrder: Fields['fieldsInOrder'], item: Item): Item {
  const known = fieldsInOrder.filter(([name]) => name in item).map(([name]) => [name, item[name]] as const)
  return { ...Object.fromEntries(known), ...item }
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  // In a map, __proto__ is a name like any other.
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, merged(result.get(name), value))
  }
  return Object.fromEntries(result)
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text that is not JSON is an item without fields. */
export function parsedItem(text: string): Item {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
