// What GET returns for an item, and its validators (RFC 9110, 8.8).
import type { Validators } from '../conditions/conditions.ts'
import type { Digest } from '../conditions/digest.ts'
import { itemTag } from '../conditions/entity-tag.ts'
import type { Collection } from '../contract/collections.ts'
import type { ResponsePlan } from '../contract/plan.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { AnyHandlers } from './handler.ts'
import type { Item } from './item.ts'

/** What a reader does, after its types are checked. */
export type Read = (item: Item) => DraftResponse

/** @returns The reader of a GET; `undefined` if the GET returns an item as it is. */
export function readerOf(handlers: AnyHandlers, get: string | undefined): Read | undefined {
  // Its type says that it takes an item of the collection that its path names.
  return get === undefined ? undefined : (handlers[get] as { read?: Read } | undefined)?.read
}

/** @param text What GET returns. */
export function itemValidators(
  { digest, now }: { digest: Digest; now: () => Date },
  owner: string,
  { updatedField = '' }: Pick<Collection, 'updatedField'>,
  item: Item,
  text: string,
): Validators {
  const { [updatedField]: time } = item
  const date = typeof time === 'string' ? lastModified(time, now()) : undefined
  return { ETag: itemTag(digest, owner, text), 'Last-Modified': date }
}

/** The validators that the response has. */
export function documented({ headerNames }: ResponsePlan, validators: Validators): Partial<Validators> {
  const { ETag, 'Last-Modified': date } = validators
  return {
    ...(headerNames.has('ETag') && { ETag }),
    ...(headerNames.has('Last-Modified') && { 'Last-Modified': date }),
  }
}

/** Never later than the clock (RFC 9110, 8.8.2.1), which may have been set back. @param time RFC 3339. */
function lastModified(time: string, now: Date): string {
  return new Date(Math.min(Date.parse(time), now.getTime())).toUTCString()
}
