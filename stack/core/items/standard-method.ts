// What the standard methods of a collection share.
import type { Collection, Limits } from '../contract/contract.ts'
import { type AnyHandlers, type Serializer, serializedText } from '../handlers/any-handlers.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import type { Check, ItemStore } from '../stores/item-store.ts'
import { ownerIn } from './collection-key.ts'
import { type Digest, isConditional, itemValidators, requireConditions, withValidators } from './conditions.ts'
import { currentItem, type Item } from './item.ts'
import { notFound, requireCreator } from './item-problems.ts'

export interface StandardParts {
  store: ItemStore
  handlers: AnyHandlers
  digest: Digest
  now: () => Date
  newId: () => string
  /** Makes integer ids, each greater than those before. */
  newInteger: () => number
}

export interface MethodParts extends StandardParts {
  limits: Limits
  collection: Collection
  /** Collection of the item that has this collection; the collection itself at the top. */
  parent: Collection
  /** Makes the body of the product for an item. */
  serializer: Serializer | undefined
}

function validatorsOf(parts: MethodParts, { principal }: OperationCall, item: Item, text: string) {
  const { collection, serializer } = parts
  const body = serializer === undefined ? text : (serializedText(serializer, item) ?? text)
  return itemValidators(parts, ownerIn(collection, principal.owner), collection, item, body)
}

/** A success that shows an item, as GET does. @param text The item as JSON. */
export function itemResponse(
  parts: MethodParts,
  call: OperationCall,
  item: Item,
  text: string,
  headers = {},
): DraftResponse {
  const { status } = call.operation.success
  return withValidators(call, { status, body: item, text, headers }, validatorsOf(parts, call, item, text))
}

/** @returns What a write must call with the stored item; `undefined` if nothing can refuse it. It throws 403 and 412. */
export function checkFor(parts: MethodParts, call: OperationCall): Check | undefined {
  const { collection } = parts
  const { headers, principal } = call
  const requireOwn = requireCreator(collection, principal)
  if (!isConditional(headers)) return requireOwn && ((_text, createdBy) => requireOwn(createdBy))
  return (text, createdBy) => {
    requireOwn?.(createdBy)
    const item = currentItem(collection, JSON.parse(text))
    requireConditions(headers, validatorsOf(parts, call, item, JSON.stringify(item)))
  }
}

/** @throws {Problem} 404 without a value. */
export function requireFound<T>(value: T | undefined, of: Pick<Collection, 'access' | 'itemName'>): T {
  if (value === undefined) throw notFound(of)
  return value
}
