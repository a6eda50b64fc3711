// All rules, in the order in which they run.
import { callerRules } from './callers.ts'
import { entityTagRules } from './entity-tags.ts'
import { idempotencyRules } from './idempotency.ts'
import { itemRules } from './items.ts'
import { listRules } from './lists.ts'
import { orderRules } from './orders.ts'

export const rules = [...itemRules, ...listRules, ...orderRules, ...idempotencyRules, ...entityTagRules, ...callerRules]
