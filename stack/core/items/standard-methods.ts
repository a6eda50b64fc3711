// The standard methods of any collection (https://google.aip.dev/130): list, create, get, update and delete.
// Conditions of writes are evaluated inside the write.

import type { Collection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import { type AnyHandlers, isStandard, shownText, writtenFor } from '../handlers/any-handlers.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Call, Respond } from '../pipeline/pipeline.ts'
import type { Change, Check, ItemStore, Place, StoredItem } from '../stores/item-store.ts'
import {
  type Digest,
  documented,
  isConditional,
  isNotModified,
  itemValidators,
  listTag,
  requireConditions,
  type Validators,
} from './conditions.ts'
import { creationKey, requireSameBody } from './idempotency-key.ts'
import { changedItem, completeItem, currentItem, givenFields, type Item, newItem, parsedItem } from './item.ts'
import { shownId, storedId } from './item-id.ts'
import { hasChildren, notFound, requireCreator } from './item-problems.ts'
import { readItemsQuery, readPosition } from './items-query.ts'
import { getLocation, nextLink } from './link-headers.ts'
import { listItems } from './list-items.ts'
import { creatorIn, ownerIn, placeIn } from './place.ts'

export interface StandardParts {
  store: ItemStore
  handlers: AnyHandlers
  digest: Digest
  now: () => Date
  newId: () => string
  /** Makes integer ids, each greater than those before. */
  newInteger: () => number
}

/** By the operationId. An operation that is not standard has none, unless an adapter makes it standard. */
export function standardMethods(contract: Contract, parts: StandardParts): (readonly [string, Respond])[] {
  return contract.collections.flatMap((collection) => {
    const methods = getMethods(contract, collection, parts)
    return Object.entries(collection.methods)
      .filter(([name, id]) => name in methods && isStandard(contract, parts.handlers, id))
      .map(([name, id]) => [id, methods[name as keyof typeof methods]] as const)
  })
}

function getMethods({ collections, limits }: Contract, collection: Collection, parts: StandardParts) {
  const { store, handlers, digest, now, newId } = parts
  const { listDigest, parameter = '', parameters, defaultQuery } = collection
  const parent = collections.find(({ path }) => path === collection.parent)
  const { read: shown } = writtenFor(handlers, collection.getOperation)
  const chosen = Object.keys(parameters)

  const locate = ({ caller, path }: Call) => placeIn(collection, caller.owner, path)
  const getId = ({ path }: Call) => storedId(path[parameter])
  const canLackDefaults = collection.fieldsInOrder.some(([, field]) => field.optional)
  const read = (text: string): Item => currentItem(collection, JSON.parse(text))

  function tagOfList(place: Place, revision: string, query: Record<string, unknown>): Validators {
    return { ETag: listTag(digest, place, listDigest, revision, query) }
  }

  /** @param text The item as JSON, which GET returns if it has no reader. */
  function getValidators({ caller }: Call, item: Item, text: string): Validators {
    const owner = ownerIn(collection, caller.owner)
    return itemValidators(parts, owner, collection, item, (shown && shownText(shown, item)) ?? text)
  }

  /** Conditions that the contract documents for this operation; a function for the current item. */
  function requireFor(call: Call): ((item: Item) => void) | undefined {
    const { headers } = call
    if (!isConditional(headers)) return undefined
    return (item) => requireConditions(headers, getValidators(call, item, JSON.stringify(item)))
  }

  /** With the defaults that the contract got later. A response without a required one is invalid, and read again. */
  function toText(items: readonly StoredItem[]): string {
    const texts = items.map(({ text }) => {
      if (!canLackDefaults) return text
      const stored = parsedItem(text)
      const item = completeItem(collection, stored)
      return item === stored ? text : JSON.stringify(item)
    })
    return `[${texts.join(',')}]`
  }

  /** @param text The item as JSON. */
  function success(
    call: Call,
    item: Item,
    text = JSON.stringify(item),
    validators = getValidators(call, item, text),
  ): DraftResponse {
    const { operation } = call
    return { status: operation.success.status, body: item, text, headers: documented(operation.success, validators) }
  }

  return {
    async list(call: Call): Promise<DraftResponse> {
      const { headers, query, operation } = call
      const place = locate(call)
      if (isConditional(headers)) {
        const validators = tagOfList(place, found(await store.revision(place), parent), query)
        if (isNotModified(headers, validators))
          return { status: 304, headers: documented(operation.success, validators) }
      }
      const wanted = readItemsQuery(collection, query)
      const after = await readPosition(collection, wanted, query, (id) => store.get(place, id))
      const bounds = { after, limit: Number(query.limit), itemBytes: limits.bodyBytes }
      const page = found(await listItems(collection, wanted, bounds, (one) => store.list(place, one)), parent)
      const validators = tagOfList(place, page.revision, query)
      if (isNotModified(headers, validators)) return { status: 304, headers: documented(operation.success, validators) }
      const next = page.next && { ...page.next, id: shownId(collection, page.next.id) }
      const link = next && { Link: nextLink(next, query, chosen, operation) }
      return {
        status: 200,
        text: toText(page.items),
        headers: { ...link, ...documented(operation.success, validators) },
      }
    },

    async create(call: Call): Promise<DraftResponse> {
      const { headers, body, request } = call
      const place = locate(call)
      const id = newId()
      const item = newItem(collection, givenFields(collection, 'create', body), id, now().toISOString())
      // Its conditions are about the list.
      const check = isConditional(headers)
        ? (revision: string) => requireConditions(headers, tagOfList(place, revision, defaultQuery))
        : undefined
      const text = JSON.stringify(item)
      const creator = creatorIn(collection, call.caller.owner)
      const creation = { id, text, creator, key: creationKey(call, collection, limits), check }
      const stored = found(await store.create(place, creation, request), parent)
      // A new id makes a new text.
      const isNew = stored === text
      const created = isNew ? collection.declared(item) : read(stored)
      if (!isNew) requireSameBody(collection, created, item)
      const response = success(call, created, created === item ? text : undefined)
      return { ...response, headers: { ...getLocation(collection, created), ...response.headers } }
    },

    async get(call: Call): Promise<DraftResponse> {
      const stored = found(await store.get(locate(call), getId(call)))
      const item = read(stored)
      const text = JSON.stringify(item)
      const validators = getValidators(call, item, text)
      const { 'If-Modified-Since': _, ...undated } = call.headers
      // A change of the contract can change the body of an unchanged item, whose date stays.
      const headers = text === stored ? call.headers : undated
      const { success: plan } = call.operation
      if (isNotModified(headers, validators)) return { status: 304, headers: documented(plan, validators) }
      return success(call, item, text, validators)
    },

    async update(call: Call): Promise<DraftResponse> {
      const time = now().toISOString()
      const require = requireFor(call)
      const requireOwn = requireCreator(collection, call.caller)
      const change: Change = (text, creator) => {
        requireOwn?.(creator)
        const item = completeItem(collection, JSON.parse(text))
        require?.(collection.declared(item))
        const changed = changedItem(collection, item, givenFields(collection, 'update', call.body), time)
        return changed === item ? text : JSON.stringify(changed)
      }
      return success(call, read(found(await store.update(locate(call), getId(call), change, call.request))))
    },

    async delete(call: Call): Promise<DraftResponse> {
      const require = requireFor(call)
      const requireOwn = requireCreator(collection, call.caller)
      const checkAll: Check = (text, creator) => {
        requireOwn?.(creator)
        require?.(read(text))
      }
      const check = require || requireOwn ? checkAll : undefined
      const outcome = found(await store.delete(locate(call), getId(call), check, call.request))
      if (outcome === 'has-children') throw hasChildren(collection)
      return { status: 204 }
    },
  }

  function found<T>(value: T | undefined, of: Pick<Collection, 'access' | 'itemName'> = collection): T {
    if (value === undefined) throw notFound(of)
    return value
  }
}
