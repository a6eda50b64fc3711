// Items that a person writes for a mock, in a file or in a test.

import { findDraftCollection } from '../../core/contract/collections.ts'
import type { Collection, Contract } from '../../core/contract/contract.ts'
import { schemaMessage } from '../../core/contract/field-message.ts'
import { unescapeToken } from '../../core/contract/json-pointer.ts'
import { getOperation } from '../../core/contract/routes.ts'
import { malformedStrings, type Validator, type Violation } from '../../core/contract/validator.ts'
import { newItem } from '../../core/items/item.ts'
import { type ItemId, storedId } from '../../core/items/item-id.ts'
import type { StoredItem } from '../../core/stores/item-store.ts'
import { type MemoryItem, toMemory } from '../../core/stores/memory-store.ts'
import { itemError } from '../../core/stores/validation.ts'

export function draftViolations(contract: Contract, draft: unknown, { validateRequest }: Validator): Violation[] {
  const create = findDraftCollection(contract)?.methods.create
  if (create === undefined) return []
  const operation = getOperation(contract, create)
  const parts = { path: {}, query: {}, headers: {}, cookies: {}, body: draft }
  return [...validateRequest(operation, Object.keys(operation.requestBodies)[0], parts), ...malformedStrings(parts)]
}

/** The first violation of the draft, or of its item, in words; `undefined` for a valid draft. */
export function draftError(contract: Contract, draft: unknown, validator: Validator): string | undefined {
  const [violation] = draftViolations(contract, draft, validator)
  if (violation !== undefined) return `${getField(violation)} ${schemaMessage(violation)}`.trim()
  const draftCollection = findDraftCollection(contract)
  if (draftCollection === undefined) return undefined
  const [first] = getFirstItems(draftCollection, [Object(draft)])
  return itemError(validator, draftCollection, first?.item)
}

export function getField({ name }: Violation): string {
  return unescapeToken(name.slice(1))
}

/** What is special about the items that a mock starts with. */
export interface MockSeed {
  /** Columns of a file, and the fields that they have. */
  columns: Record<string, string>
  /** Makes a draft. @param index From 0. */
  generate: (index: number) => object
}

export function toItem(collection: Collection, draft: object, id: ItemId, at: Date): StoredItem {
  return { id: storedId(id), text: JSON.stringify(newItem(collection, { ...draft }, id, at.toISOString())) }
}

/** The nth id: the same in each run, so that it is easy to expect in a test. */
export function getId(count: number): string {
  return `00000000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`
}

const firstTime = Date.UTC(2025, 0, 1)

/** What every collection starts with. Equal drafts give equal ids and times. */
export function getFirstItems(collection: Collection, drafts: object[]): MemoryItem[] {
  return drafts.map((draft, index) => {
    const id = collection.integerIds ? index + 1 : getId(index + 1)
    return toMemory(toItem(collection, draft, id, new Date(firstTime + index * 1000)))
  })
}
