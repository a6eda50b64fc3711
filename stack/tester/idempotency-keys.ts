// Idempotency keys that a defective service may confuse.
import { randomUUID } from 'node:crypto'
import { supportsKey } from './contract/operations.ts'
import type { ContractOperation } from './contract/tested-contract.ts'

/** Returns new keys that differ in case, a dot or the last character, or UUIDs if the contract allows no such keys. */
export function keysFor(create: ContractOperation): string[] {
  const unique = randomUUID()
  if (!supportsKey(create)) return []
  const { schema } = create.parameters.find(({ name }) => name === 'Idempotency-Key') ?? {}
  const all = Array.from({ length: 10 }, (_, index) => {
    const long = `${'k'.repeat(217)}${unique}${index}`
    return [`a${unique}${index}`, `A${unique}${index}`, `a${unique}${index}.`, long, `${long}x`]
  }).flat()
  const valid = all.filter((key) => schema?.isValid(key))
  return valid.length > 0 ? valid : all.map(() => randomUUID())
}
