// Numbers that look random and come again with the same seed.
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'

export interface Random {
  /** From 0 to less than 1. */
  (): number
  pick<T>(from: readonly T[]): T
}

export function seeded(seed: number): Random {
  const generator = mersenne(seed)
  const next = () => uniformFloat64(generator)
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
