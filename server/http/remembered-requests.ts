// Remembers valid requests: clients send the same query and headers again and again. A body is always validated.
import { LRUCache } from 'lru-cache'
import type { RequestParts, Validator } from '../core/contract/validator.ts'

/** The longest texts of requests that fit, in characters: about 20,000 requests. */
const maxCharacters = 4_000_000

type ValidateRequest = Validator['validateRequest']

/**
 * The verdict depends only on the operation and the parts. They are the key, with every byte that is validated, so nothing
 * makes it invalid: a process has one contract.
 * @param validateRequest Converts numbers and fills in defaults in `query`, and changes no other part.
 */
export function rememberValid(validateRequest: ValidateRequest): ValidateRequest {
  const remembered = new LRUCache<string, RequestParts['query']>({
    maxSize: maxCharacters,
    sizeCalculation: (_query, key) => key.length,
  })

  return (operation, mediaType, parts) => {
    if (operation.requestMediaTypes.length > 0) return validateRequest(operation, mediaType, parts)
    const key = JSON.stringify([operation.id, parts.path, parts.query, parts.headers])
    const query = remembered.get(key)
    if (query !== undefined) {
      Object.assign(parts.query, query)
      return []
    }
    const violations = validateRequest(operation, mediaType, parts)
    if (violations.length === 0) remembered.set(key, { ...parts.query })
    return violations
  }
}
