// Remembers what is valid: clients send the same query and headers again and again, and read the same lists.
import { hash } from 'node:crypto'
import type { BodyPlan } from '../../core/contract/plan.ts'
import type { RequestParts, Validator } from '../../core/contract/validator.ts'
import { RecentMap } from '../recent-map.ts'

const maxRequests = 10_000

/** Of the key of a request, in characters. */
const maxLength = 500

/** Of lists only hashes are remembered: long texts that stay in memory slow down the process. */
const maxLists = 5_000

/**
 * A result depends only on what is validated. That is the key, with every byte or as their SHA-256, so no result
 * becomes wrong: a process has one contract. Only valid requests and responses are remembered.
 * @param validator Fills in defaults in the query of a request, and in objects. It changes nothing else.
 */
export function cacheValidations(validator: Validator): Validator {
  return {
    validateRequest: requestValidation(validator.validateRequest),
    validateResponse: responseValidation(validator.validateResponse),
  }
}

// A body is always validated: few are repeated.
function requestValidation(validateRequest: Validator['validateRequest']): Validator['validateRequest'] {
  const remembered = new RecentMap<RequestParts['query']>(maxRequests)
  return (operation, mediaType, parts) => {
    if (operation.requestMediaTypes.length > 0) return validateRequest(operation, mediaType, parts)
    const key = JSON.stringify([operation.id, parts.path, parts.query, parts.headers, parts.cookies])
    const query = remembered.get(key)
    if (query !== undefined) {
      for (const name in query) parts.query[name] = own(query[name])
      return []
    }
    const violations = validateRequest(operation, mediaType, parts)
    if (violations.length === 0 && key.length <= maxLength && !fillsIn(parts))
      remembered.set(key, structuredClone(parts.query))
    return violations
  }
}

/** A handler may change what it gets. */
function own(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value
}

/** Whether the validator can have filled in defaults of the properties of an object, outside of the query. */
function fillsIn({ path, headers, cookies }: RequestParts): boolean {
  return [path, headers, cookies].some((values) => Object.values(values).some((value) => typeof value === 'object'))
}

function responseValidation(validateResponse: Validator['validateResponse']): Validator['validateResponse'] {
  const remembered = new RecentMap<BodyPlan>(maxLists)
  return (plan, body, text) => {
    // Validating one item is as cheap as hashing it.
    if (text?.startsWith('[') !== true) return validateResponse(plan, body, text)
    const key = hash('sha256', text)
    if (remembered.get(key) === plan) return undefined
    const error = validateResponse(plan, body, text)
    if (error === undefined) remembered.set(key, plan)
    return error
  }
}
