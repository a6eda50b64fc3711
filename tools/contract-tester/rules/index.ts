// All rules, in the order in which they run.
import { callerRules } from './callers.ts'
import { collectionRules } from './collections.ts'
import { entityTagRules } from './entity-tags.ts'
import { idempotencyRules } from './idempotency.ts'
import { listRules } from './lists.ts'
import { plantRules } from './plants.ts'

export const rules = [
  ...plantRules,
  ...listRules,
  ...idempotencyRules,
  ...entityTagRules,
  ...callerRules,
  ...collectionRules,
]
