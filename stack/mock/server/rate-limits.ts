// The rate limits of a mock: those of the service, with a window for each caller, because a caller can have its own clock
// and can be reset alone.
import { LRUCache } from 'lru-cache'
import { createRateLimits, type RateLimits } from '../../server/http/rate-limit.ts'

const maxCallers = 1_000

/** @param now The time of a caller, in milliseconds. Returns `undefined` for 0: no limits at all. */
export function mockRateLimits(perMinute: number, now: (caller?: string) => number) {
  const ofAddresses = createRateLimits(perMinute, () => now())
  if (ofAddresses === undefined) return undefined
  const ofCallers = new LRUCache<string, RateLimits>({ max: maxCallers })
  return {
    countAddress: ofAddresses.countAddress,
    countCaller(caller, headers) {
      const limits = ofCallers.get(caller) ?? createRateLimits(perMinute, () => now(caller))
      if (limits !== undefined) ofCallers.set(caller, limits)
      limits?.countCaller(caller, headers)
    },
    /** Forgets the counts of a caller. Default: all counts. */
    reset(caller?: string) {
      if (caller !== undefined) return void ofCallers.delete(caller)
      ofAddresses.reset()
      ofCallers.clear()
    },
  } satisfies RateLimits
}
