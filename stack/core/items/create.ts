// POST to a collection (https://google.aip.dev/133).
import type { Collection } from '../contract/contract.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { AnyHandler } from '../handlers/any-handlers.ts'
import type { Respond } from '../pipeline/pipeline.ts'
import { collectionKeyFor, creatorIn } from './collection-key.ts'
import { isConditional, listTag, requireConditions } from './conditions.ts'
import { creationKey, requireSameBody } from './idempotency-key.ts'
import { currentItem, type Item, newItem, selectInputFields } from './item.ts'
import { notFound } from './item-problems.ts'
import { itemResponse, type MethodParts, requireFound } from './standard-method.ts'

export function createMethod(parts: MethodParts): Respond {
  const { store, now, newId, limits, collection, parent } = parts
  const { listDigest, defaultQuery } = collection
  return async (call) => {
    const { headers, body, request, principal } = call
    const collectionKey = collectionKeyFor(collection, principal.owner, call.path)
    const id = newId()
    const item = newItem(collection, selectInputFields(collection, 'create', body), id, now().toISOString())
    // The preconditions of a creation refer to the list.
    const check = isConditional(headers)
      ? (revision: string) =>
          requireConditions(headers, { ETag: listTag(collectionKey, listDigest, revision, defaultQuery) })
      : undefined
    const text = JSON.stringify(item)
    const creation = {
      id,
      text,
      createdBy: creatorIn(collection, principal.owner),
      key: creationKey(call, collection, limits),
      check,
    }
    const storedText = requireFound(await store.create(collectionKey, creation, request), parent)
    // A new id makes the text different from that of any earlier item.
    const isNew = storedText === text
    const created = isNew ? stripUnknown(collection.shape, item) : currentItem(collection, JSON.parse(storedText))
    if (!isNew) requireSameBody(collection, created, item)
    const responseBody = created === item ? text : JSON.stringify(created)
    return itemResponse(parts, call, created, responseBody, getLocation(collection, created))
  }
}

/** Returns the create method as a handler, which runs again with a different integer id if the first is in use. */
export function createHandler({ collection, parent }: Pick<MethodParts, 'collection' | 'parent'>): AnyHandler {
  return async ({ path, body }, { items }) => {
    const created = await items(collection.path, path).create(selectInputFields(collection, 'create', body))
    if (created === undefined) throw notFound(parent)
    return { status: 201, body: created, headers: getLocation(collection, created) }
  }
}

/** Returns the header Location of a creation, relative to the URL of the collection. */
export function getLocation({ name, idField }: Collection, item: Item): { Location: string } {
  return { Location: `${name}/${encodeURIComponent(String(item[idField]))}` }
}
