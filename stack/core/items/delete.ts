// DELETE of an item (https://google.aip.dev/135). Conditions are evaluated inside the write.
import type { Respond } from '../pipeline/pipeline.ts'
import { collectionKeyFor } from './collection-key.ts'
import { storageKey } from './item-id.ts'
import { childrenProblem } from './item-problems.ts'
import { checkFor, type MethodParts, requireFound } from './standard-method.ts'

export function deleteMethod(parts: MethodParts): Respond {
  const { store, collection } = parts
  const { parameter = '' } = collection
  return async (call) => {
    const { principal, path, request } = call
    const collectionKey = collectionKeyFor(collection, principal.owner, path)
    const result = await store.delete(collectionKey, storageKey(path[parameter]), checkFor(parts, call), request)
    const outcome = requireFound(result, collection)
    if (outcome === 'has-children') throw childrenProblem(collection)
    return { status: 204 }
  }
}
