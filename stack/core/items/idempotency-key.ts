// The Idempotency-Key header: bare, or as the quoted string of the IETF draft. Both forms name the same key.
// https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
import type { Collection, Limits } from '../contract/contract.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { OperationCall } from '../pipeline/pipeline.ts'
import { Problem } from '../problem.ts'
import type { Creation } from '../stores/item-store.ts'
import type { Item } from './item.ts'

/** Returns the key of a creation; `undefined` without one. A key belongs to its principal, even for a shared item. */
export function creationKey(
  { headers, principal, operation }: OperationCall,
  { access }: Pick<Collection, 'access'>,
  limits: Limits,
): Creation['key'] {
  if (headers['Idempotency-Key'] === undefined || operation.takesIdempotencyKey !== true) return undefined
  const header = String(headers['Idempotency-Key'])
  const key = header.startsWith('"') ? header.slice(1, -1).replace(/\\(["\\])/g, '$1') : header
  const name = access === undefined ? key : JSON.stringify([principal.owner, key])
  return { name, ttlHours: limits.idempotencyKeyHours }
}

/** @param created The created item, or that of an earlier creation with the same key. @throws {Problem} 422 */
export function requireSameBody({ fields, shape, itemName }: Collection, created: Item, item: Item): void {
  const [first, second] = [stripUnknown(shape, created), stripUnknown(shape, item)]
  // Times and ids are not compared.
  const inputNames = Object.keys(fields).filter((name) => fields[name]?.create)
  if (inputNames.every((name) => JSON.stringify(first[name]) === JSON.stringify(second[name]))) return
  throw reusedKey(`This Idempotency-Key was already used for a ${itemName} with other fields. Choose a new key.`)
}

export function reusedKey(detail: string): Problem {
  return new Problem('idempotency-key-reused', detail)
}
