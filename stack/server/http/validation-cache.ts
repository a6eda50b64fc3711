// Remembers which lists are valid: clients read the same lists again and again.
import { hash } from 'node:crypto'
import type { BodyPlan } from '../../core/contract/plan.ts'
import type { Validator } from '../../core/contract/validator.ts'
import { RecentMap } from '../recent-map.ts'

/** Only hashes are remembered: long texts that stay in memory slow down the process. */
const maxLists = 5_000

/** A result depends only on what is validated. Its SHA-256 is the key, so no result becomes wrong. */
export function cacheValidLists({ validateRequest, validateResponse }: Validator): Validator {
  const remembered = new RecentMap<BodyPlan>(maxLists)
  return {
    validateRequest,
    validateResponse(plan, body, text) {
      // Validating one item is as cheap as hashing it.
      if (text?.startsWith('[') !== true) return validateResponse(plan, body, text)
      const key = hash('sha256', text)
      if (remembered.get(key) === plan) return undefined
      const error = validateResponse(plan, body, text)
      if (error === undefined) remembered.set(key, plan)
      return error
    },
  }
}
