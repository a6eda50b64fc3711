// Items as JSON objects: creates, changes and completes them by the fields of their collection.
import type { Collection, FieldData } from '../contract/contract.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { ItemId } from './item-id.ts'

export type Item = Record<string, unknown>

type BodyMethod = 'create' | 'update' | 'replace'

type WithFields = Pick<Collection, 'fields'>

/** @param time Time of the creation, in the format of `toISOString`. */
export function newItem({ fields }: WithFields, body: Item, id: ItemId, time: string): Item {
  const roleValues = { id, created: time, updated: time }
  const item: Item = {}
  for (const name in fields) {
    const field = fields[name] ?? {}
    const value = field.role === undefined ? valueOrDefault(field, body[name]) : roleValues[field.role]
    if (value !== undefined) item[name] = value
  }
  return item
}

/** Returns the fields of a body that a client can set. Additional properties are not checked by any schema. */
export function selectInputFields({ fields }: WithFields, method: BodyMethod, body: unknown): Item {
  const bodyFields: Item = Object(body)
  const input: Item = {}
  for (const name in fields) {
    const { [method]: isInput, readOnly } = fields[name] ?? {}
    if (isInput && !readOnly && Object.hasOwn(bodyFields, name)) input[name] = bodyFields[name]
  }
  return input
}

type UpdatableCollection = WithFields & Pick<Collection, 'updatedField'>

/**
 * Applies a merge patch (RFC 7396). `null` resets a field that is not nullable to its default, or removes it.
 * @returns The same object if nothing changes.
 */
export function patchItem(collection: UpdatableCollection, item: Item, patch: Item, time: string): Item {
  const changed = { ...item }
  for (const [name, field] of Object.entries(collection.fields)) {
    if (!(name in patch)) continue
    const value = valueOrDefault(field, mergePatch(item[name], patch[name]))
    if (value === undefined) delete changed[name]
    else changed[name] = value
  }
  return finishChange(collection, item, changed, time)
}

/**
 * Replaces an item, except the fields that the service sets. A field without a value gets its default.
 * @returns The same object if nothing changes.
 */
export function replaceItem(collection: UpdatableCollection, item: Item, next: Item, time: string): Item {
  const replaced: Item = { ...next }
  for (const [name, { role }] of Object.entries(collection.fields)) if (role !== undefined) replaced[name] = item[name]
  return finishChange(collection, item, completeItem(collection, replaced), time)
}

function finishChange({ fields, updatedField }: UpdatableCollection, item: Item, changed: Item, time: string): Item {
  const ordered = inSchemaOrder(fields, changed)
  if (JSON.stringify(ordered) === JSON.stringify(item)) return item
  // A clock may have been set back. Times in this format are compared as strings.
  if (updatedField !== undefined && time > String(item[updatedField])) ordered[updatedField] = time
  return ordered
}

/** Adds the defaults of fields that the item lacks, for example because they are new in the contract. */
export function completeItem({ fields }: WithFields, item: Item): Item {
  let completed = item
  for (const name in fields) {
    const { default: missing } = fields[name] ?? {}
    if (missing !== undefined && item[name] === undefined) completed = { ...completed, [name]: missing }
  }
  return completed === item ? item : inSchemaOrder(fields, completed)
}

/** Returns an item as in responses: completed, without undeclared properties. The same object if nothing changes. */
export function currentItem(collection: WithFields & Pick<Collection, 'shape'>, item: Item): Item {
  return stripUnknown(collection.shape, completeItem(collection, item))
}

/**
 * Restores what the contract no longer declares, in each object that a change has kept.
 * @param serialized The stored value as the change has received it.
 */
export function withUndeclared(stored: unknown, serialized: unknown, changed: unknown): unknown {
  if (stored === serialized) return changed
  if (JSON.stringify(serialized) === JSON.stringify(changed)) return stored
  if (!isObject(stored) || !isObject(serialized) || !isObject(changed)) return changed
  const restored = new Map(Object.entries(changed))
  for (const [name, value] of Object.entries(stored)) {
    if (!(name in serialized)) restored.set(name, value)
    else if (restored.has(name)) restored.set(name, withUndeclared(value, serialized[name], restored.get(name)))
  }
  return Object.fromEntries(restored)
}

function valueOrDefault({ nullable, default: missing }: FieldData, value: unknown): unknown {
  return value === undefined || (value === null && !nullable) ? missing : value
}

/** Sorts the fields in the order of the schema, followed by undeclared fields. */
function inSchemaOrder(fields: Collection['fields'], item: Item): Item {
  const ordered: Item = {}
  for (const name in fields) if (name in item) ordered[name] = item[name]
  return { ...ordered, ...item }
}

function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  // In a Map, __proto__ is a name like any other.
  const result = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, mergePatch(result.get(name), value))
  }
  return Object.fromEntries(result)
}

function isObject(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an item without fields for a string that is not JSON. */
export function parseItem(text: string): Item {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
