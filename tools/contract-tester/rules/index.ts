// All rules, in the order in which they run.
import { callerRules } from './callers.ts'
import { entityTagRules } from './entity-tags.ts'
import { idempotencyRules } from './idempotency.ts'
import { listRules } from './lists.ts'
import { plantRules } from './plants.ts'

const all = [...plantRules, ...listRules, ...idempotencyRules, ...entityTagRules, ...callerRules]
/** Those that run alone come first, so that the others do not wait for them. */
export const rules = [...all.filter(({ alone }) => alone), ...all.filter(({ alone }) => !alone)]
