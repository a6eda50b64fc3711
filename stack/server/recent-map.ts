/**
 * A map that keeps the entries that were used last, in two generations: when the younger one has half of the entries,
 * the older one is dropped. So an entry costs no list of uses, and stays for at least half of `most` other entries.
 */
export class RecentMap<V> {
  readonly #half: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(most: number) {
    this.#half = Math.ceil(most / 2)
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
