// What the workers have reported for the rate limits in the current minute. A new worker begins with it.
import type { Usage } from '../http/shared-counts.ts'

export class UsageRelay {
  readonly #usages = new Map<string, Usage>()
  #endsAt = 0

  add(usage: Usage): void {
    if (usage.endsAt > this.#endsAt) {
      this.#usages.clear()
      this.#endsAt = usage.endsAt
    }
    if (usage.endsAt < this.#endsAt) return
    const key = `${usage.limit} ${usage.partition}`
    const requests = (this.#usages.get(key)?.requests ?? 0) + usage.requests
    this.#usages.set(key, { ...usage, requests })
  }

  current(): Iterable<Usage> {
    return this.#usages.values()
  }
}
