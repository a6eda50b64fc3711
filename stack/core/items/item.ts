// An item as a JSON object: built, changed, completed and compared by the fields of its collection.
import type { Collection, FieldData } from '../contract/contract.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { ItemId } from './item-id.ts'

export type Item = Record<string, unknown>

type BodyMethod = 'create' | 'update' | 'replace'

type WithFields = Pick<Collection, 'fields'>

/** @param time RFC 3339, as the contract has it. */
export function newItem({ fields }: WithFields, body: Item, id: ItemId, time: string): Item {
  const set = { id, created: time, updated: time }
  const item: Item = {}
  for (const name in fields) {
    const field = fields[name] ?? {}
    const value = field.role === undefined ? givenOrDefault(field, body[name]) : set[field.role]
    if (value !== undefined) item[name] = value
  }
  return item
}

/** The fields of a body that a client can set. An open body can have others, which no schema has checked. */
export function givenFields({ fields }: WithFields, method: BodyMethod, body: unknown): Item {
  const all: Item = Object(body)
  const input: Item = {}
  for (const name in fields) {
    const { [method]: isGiven, readOnly } = fields[name] ?? {}
    if (isGiven && !readOnly && Object.hasOwn(all, name)) input[name] = all[name]
  }
  return input
}

type Changing = WithFields & Pick<Collection, 'updatedField'>

/**
 * Applies a merge patch (RFC 7396). With `null`, a field that cannot be null gets its default, or goes.
 * @returns The same item if nothing is different.
 */
export function changedItem(collection: Changing, item: Item, patch: Item, time: string): Item {
  const changed = { ...item }
  for (const [name, field] of Object.entries(collection.fields)) {
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
  for (const [name, { role }] of Object.entries(collection.fields)) if (role !== undefined) replaced[name] = item[name]
  return updated(collection, item, completeItem(collection, replaced), time)
}

function updated({ fields, updatedField }: Changing, item: Item, changed: Item, time: string): Item {
  const ordered = inOrder(fields, changed)
  if (JSON.stringify(ordered) === JSON.stringify(item)) return item
  // A clock may have been set back. Times in this format compare as text.
  if (updatedField !== undefined && time > String(item[updatedField])) ordered[updatedField] = time
  return ordered
}

/** Adds the defaults of fields that the item lacks because the contract got them later. */
export function completeItem({ fields }: WithFields, item: Item): Item {
  let completed = item
  for (const name in fields) {
    const { default: missing } = fields[name] ?? {}
    if (missing !== undefined && item[name] === undefined) completed = { ...completed, [name]: missing }
  }
  return completed === item ? item : inOrder(fields, completed)
}

/** An item as responses have it. The same item if the contract has not changed. */
export function currentItem(collection: WithFields & Pick<Collection, 'shape'>, item: Item): Item {
  return stripUnknown(collection.shape, completeItem(collection, item))
}

/**
 * Keeps what the contract no longer declares, in each object that a change has kept.
 * @param serialized What the change got of the stored value.
 */
export function withUndeclared(stored: unknown, serialized: unknown, changed: unknown): unknown {
  if (stored === serialized) return changed
  if (JSON.stringify(serialized) === JSON.stringify(changed)) return stored
  if (!isObject(stored) || !isObject(serialized) || !isObject(changed)) return changed
  const all = new Map(Object.entries(changed))
  for (const [name, value] of Object.entries(stored)) {
    if (!(name in serialized)) all.set(name, value)
    else if (all.has(name)) all.set(name, withUndeclared(value, serialized[name], all.get(name)))
  }
  return Object.fromEntries(all)
}

function givenOrDefault({ nullable, default: missing }: FieldData, value: unknown): unknown {
  return value === undefined || (value === null && !nullable) ? missing : value
}

/** Fields that the contract does not have stay, at the end. */
function inOrder(fields: Collection['fields'], item: Item): Item {
  const known: Item = {}
  for (const name in fields) if (name in item) known[name] = item[name]
  return { ...known, ...item }
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
