// PATCH of an item (https://google.aip.dev/134). Conditions are evaluated inside the write.
import type { Respond } from '../pipeline/pipeline.ts'
import type { Change } from '../stores/item-store.ts'
import { collectionKeyFor } from './collection-key.ts'
import { completeItem, currentItem, patchItem, selectInputFields } from './item.ts'
import { storageKey } from './item-id.ts'
import { checkFor, itemResponse, type MethodParts, requireFound } from './standard-method.ts'

export function updateMethod(parts: MethodParts): Respond {
  const { store, now, collection } = parts
  const { parameter = '' } = collection
  return async (call) => {
    const { principal, path, body, request } = call
    const time = now().toISOString()
    const check = checkFor(parts, call)
    const change: Change = (text, createdBy) => {
      check?.(text, createdBy)
      const item = completeItem(collection, JSON.parse(text))
      const changed = patchItem(collection, item, selectInputFields(collection, 'update', body), time)
      return changed === item ? text : JSON.stringify(changed)
    }
    const collectionKey = collectionKeyFor(collection, principal.owner, path)
    const storedText = requireFound(
      await store.update(collectionKey, storageKey(path[parameter]), change, request),
      collection,
    )
    const item = currentItem(collection, JSON.parse(storedText))
    return itemResponse(parts, call, item, JSON.stringify(item))
  }
}
