// Numbers that look random and come again with the same seed (mulberry32).

export interface Random {
  /** From 0 to less than 1. */
  (): number
  pick<T>(from: readonly T[]): T
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, {
    pick<T>(from: readonly T[]): T {
      const one = from[Math.floor(next() * from.length)]
      if (one === undefined) throw new RangeError('nothing to pick from')
      return one
    },
  })
}

/** The seed of one run among many: other seeds have other runs, not the same ones in another order. */
export function seedOf(seed: number, run: number): number {
  return Math.floor(seeded(seed)() * 2 ** 32) + run
}
