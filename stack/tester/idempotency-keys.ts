// Keys of creations that a careless service confuses.
import { randomUUID } from 'node:crypto'
import { takesKey } from './contract/operations.ts'
import type { ContractOperation } from './contract/tested-contract.ts'

/** Keys that differ in case, in a dot, or in their last character. A service keeps keys for a day, so each run has others. */
export function keysFor(create: ContractOperation): string[] {
  const unique = randomUUID()
  if (!takesKey(create)) return []
  const { schema } = create.parameters.find(({ name }) => name === 'Idempotency-Key') ?? {}
  const all = Array.from({ length: 10 }, (_, index) => {
    const long = `${'k'.repeat(217)}${unique}${index}`
    return [`a${unique}${index}`, `A${unique}${index}`, `a${unique}${index}.`, long, `${long}x`]
  }).flat()
  const valid = all.filter((key) => schema?.isValid(key))
  return valid.length > 0 ? valid : all.map(() => randomUUID())
}
