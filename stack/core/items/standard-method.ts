// What the standard methods of a collection share.
import type { Collection, Limits } from '../contract/contract.ts'
import { type AnyHandlers, type Serializer, serializeBody } from '../handlers/any-handlers.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import type { Check, ItemStore } from '../stores/item-store.ts'
import { ownerIn } from './collection-key.ts'
import { type Digest, isConditional, itemValidators, requireConditions, withValidators } from './conditions.ts'
import { currentItem, type Item } from './item.ts'
import { creatorCheck, notFound } from './item-problems.ts'

export interface StandardParts {
  store: ItemStore
  handlers: AnyHandlers
  digest: Digest
  now: () => Date
  newId: () => string
  /** Returns an integer id, greater than all before. */
  newInteger: () => number
}

export interface MethodParts extends StandardParts {
  limits: Limits
  collection: Collection
  /** Parent collection; the collection itself at the top level. */
  parent: Collection
  /** Serializer of the product for the GET of an item. */
  serializer: Serializer | undefined
}

function validatorsOf(parts: MethodParts, { principal }: OperationCall, item: Item, text: string) {
  const { collection, serializer } = parts
  const body = serializer === undefined ? text : (serializeBody(serializer, item) ?? text)
  return itemValidators(parts, ownerIn(collection, principal.owner), collection, item, body)
}

/** Returns the successful response with an item, with the validators of its GET. @param text The item as JSON. */
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

/** @returns The check that a write must call with the stored item, which throws 403 and 412; `undefined` for none. */
export function checkFor(parts: MethodParts, call: OperationCall): Check | undefined {
  const { collection } = parts
  const { headers, principal } = call
  const checkCreator = creatorCheck(collection, principal)
  if (!isConditional(headers)) return checkCreator && ((_text, createdBy) => checkCreator(createdBy))
  return (text, createdBy) => {
    checkCreator?.(createdBy)
    const item = currentItem(collection, JSON.parse(text))
    requireConditions(headers, validatorsOf(parts, call, item, JSON.stringify(item)))
  }
}

/** @throws {Problem} 404 without a value. */
export function requireFound<T>(value: T | undefined, collection: Pick<Collection, 'access' | 'itemName'>): T {
  if (value === undefined) throw notFound(collection)
  return value
}
