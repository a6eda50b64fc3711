// Fixtures: items that a developer writes for a mock, in a file or in a test.

import { findSeedableCollection } from '../../core/contract/collections.ts'
import type { Collection, Contract } from '../../core/contract/contract.ts'
import { schemaMessage } from '../../core/contract/field-message.ts'
import { unescapeToken } from '../../core/contract/json-pointer.ts'
import { getOperation } from '../../core/contract/routes.ts'
import { findMalformedStrings, type Validator, type Violation } from '../../core/contract/validator.ts'
import { type Item, newItem } from '../../core/items/item.ts'
import { type ItemId, storageKey } from '../../core/items/item-id.ts'
import type { StoredItem } from '../../core/stores/item-store.ts'
import { itemError } from '../../core/stores/validation.ts'

/** Validates the fields of a fixture that a caller can set. Adds defaults in place, as for a creation. */
export function draftViolations(contract: Contract, fixture: object, { validateRequest }: Validator): Violation[] {
  const { methods, fields = {} } = findSeedableCollection(contract) ?? {}
  if (methods?.create === undefined) return []
  const operation = getOperation(contract, methods.create)
  const isReadOnly = (name: string) => Object.hasOwn(fields, name) && (!fields[name]?.create || fields[name].readOnly)
  const draft = Object.fromEntries(Object.entries(fixture).filter(([name]) => !isReadOnly(name)))
  const parts = { path: {}, query: {}, headers: {}, cookies: {}, body: draft }
  const violations = validateRequest(operation, Object.keys(operation.requestBodies)[0], parts)
  Object.assign(fixture, draft)
  return [...violations, ...findMalformedStrings(parts)]
}

/** Describes the first violation of a fixture, or of its item; `undefined` for a valid fixture. */
function fixtureError(contract: Contract, fixture: object, validator: Validator): string | undefined {
  const [violation] = draftViolations(contract, fixture, validator)
  if (violation !== undefined) return `${getFieldName(violation)} ${schemaMessage(violation)}`.trim()
  const collection = findSeedableCollection(contract)
  if (collection === undefined) return undefined
  const { idField, integerIds, updatedField = '' } = collection
  const nextId = () => (integerIds ? 1 : getId(1))
  const item: Item = JSON.parse(toItem(collection, { ...fixture }, nextId, new Date(firstTime)).text)
  for (const [name, { role }] of Object.entries(collection.fields)) {
    const isTime = item[name] !== null && new Date(String(item[name])).toJSON() === item[name]
    // Lists compare times as strings.
    if ((role === 'created' || role === 'updated') && !isTime)
      return `${name} must be a time like 2026-01-31T12:00:00.000Z`
  }
  const createdField = findCreatedField(collection) ?? updatedField
  if (String(item[updatedField]) < String(item[createdField]))
    return `${updatedField} must not be before ${createdField}`
  const error = itemError(validator, collection, item)?.replace(/^\/response\/(?:0\/)?/, '')
  return error?.startsWith(`${idField} `) && !integerIds ? `${idField} must be a UUID in lower case` : error
}

/** Returns the first invalid fixture; adds defaults to the others. @param hasId Whether an item has the id. */
export function findInvalid(
  contract: Contract,
  fixtures: object[],
  validator: Validator,
  hasId = (_id: string) => false,
): { index: number; error: string } | undefined {
  const { idField = '' } = findSeedableCollection(contract) ?? {}
  const ids = new Set<unknown>()
  for (const [index, fixture] of fixtures.entries()) {
    const { [idField]: id } = Object(fixture)
    const exists = id !== undefined && (ids.has(id) || hasId(storageKey(id)))
    ids.add(id)
    const error = fixtureError(contract, fixture, validator) ?? (exists ? `${idField} ${id} is not unique` : undefined)
    if (error !== undefined) return { index, error }
  }
  return undefined
}

export function getFieldName({ name }: Violation): string {
  return unescapeToken(name.slice(1))
}

/** @param at Time of a fixture without times. */
export function toItem(collection: Collection, fixture: Item, nextId: () => ItemId, at: Date): StoredItem {
  const { idField, updatedField = '' } = collection
  const created = fixture[findCreatedField(collection) ?? ''] ?? fixture[updatedField]
  const item = newItem(collection, fixture, '', String(created ?? at.toISOString()))
  if (fixture[updatedField] !== undefined) item[updatedField] = fixture[updatedField]
  item[idField] = fixture[idField] ?? nextId()
  return { id: storageKey(item[idField]), text: JSON.stringify(item) }
}

export function findCreatedField({ fields }: Collection): string | undefined {
  return Object.keys(fields).find((name) => fields[name]?.role === 'created')
}

/** Returns the nth id: the same in each run, so that a test can expect it. */
export function getId(count: number): string {
  return `${idStart}${count.toString(16).padStart(12, '0')}`
}

const idStart = '00000000-0000-7000-8000-'

/** Returns the number in an id, so that later ids are different; 0 for an id of a different form. */
export function toCount(id: unknown): number {
  if (typeof id === 'string' && id.startsWith(idStart)) return Number.parseInt(id.slice(idStart.length), 16) || 0
  return typeof id === 'number' ? id : 0
}

/** Time of the first of the initial items. */
export const firstTime = Date.UTC(2025, 0, 1)
