// GET of an item (https://google.aip.dev/131), optionally with a serializer of the product.
import type { Serializer } from '../handlers/any-handlers.ts'
import type { Respond } from '../pipeline/pipeline.ts'
import { stripDraft } from '../pipeline/response.ts'
import { collectionKeyFor } from './collection-key.ts'
import { itemValidators, withValidators } from './conditions.ts'
import { currentItem, type Item } from './item.ts'
import { storageKey } from './item-id.ts'
import { type MethodParts, requireFound } from './standard-method.ts'

const identity: Serializer = (item) => ({ status: 200, body: item })

export function getMethod(
  parts: Pick<MethodParts, 'collection' | 'store' | 'digest' | 'now'>,
  parameter: string,
  serialize: Serializer = identity,
): Respond {
  const { collection, store } = parts
  return async (call) => {
    const collectionKey = collectionKeyFor(collection, call.principal.owner, call.path)
    const storedText = requireFound(await store.get(collectionKey, storageKey(call.path[parameter])), collection)
    // What a serializer returns is validated each time.
    const isValid = storedText.isTrusted === true && serialize === identity
    const stored: Item = JSON.parse(storedText.text)
    const item = isValid ? stored : currentItem(collection, stored)
    const result = serialize(item)
    const text = isValid ? storedText.text : JSON.stringify(result.body)
    const validators = itemValidators(parts, collectionKey.owner, collection, item, text)
    const draft = serialize === identity ? { ...result, text, isValid } : stripDraft(call.operation, result)
    if (item === stored) return withValidators(call, draft, validators)
    // A change of the contract can change the body of an unchanged item, whose date stays the same.
    const { 'If-Modified-Since': _, ...headers } = call.headers
    return withValidators({ ...call, headers }, draft, validators)
  }
}
