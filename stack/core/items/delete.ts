// DELETE of an item (https://google.aip.dev/135). Conditions are evaluated inside the write.
import type { Respond } from '../pipeline/pipeline.ts'
import type { Check } from '../stores/item-store.ts'
import { currentItem } from './item.ts'
import { storedId } from './item-id.ts'
import { hasChildren, requireCreator } from './item-problems.ts'
import { placeIn } from './place.ts'
import { type MethodParts, requireFor, requireFound } from './standard-method.ts'

export function deleteMethod(parts: MethodParts): Respond {
  const { store, collection } = parts
  const { parameter = '' } = collection
  return async (call) => {
    const { caller, path, request } = call
    const require = requireFor(parts, call)
    const requireOwn = requireCreator(collection, caller)
    const checkAll: Check = (text, creator) => {
      requireOwn?.(creator)
      require?.(currentItem(collection, JSON.parse(text)))
    }
    const check = require || requireOwn ? checkAll : undefined
    const place = placeIn(collection, caller.owner, path)
    const outcome = requireFound(await store.delete(place, storedId(path[parameter]), check, request), collection)
    if (outcome === 'has-children') throw hasChildren(collection)
    return { status: 204 }
  }
}
