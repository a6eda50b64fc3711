// Parts of a service that are the same in each run.
import type { ServiceParts } from '../../server/service.ts'

/** UUIDs that sort like their numbers. */
export function uuidOf(number: number): string {
  return `019a9f5c-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** Ids and request ids that count from 0, and a clock. */
export function fixedParts(now: () => Date): Pick<ServiceParts, 'now' | 'newId' | 'newRequestId'> {
  let ids = 0
  let requests = 0
  return { now, newId: () => uuidOf(ids++), newRequestId: () => uuidOf(requests++) }
}
