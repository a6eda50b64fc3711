// A seeded pseudorandom number generator.
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'

export interface Random {
  /** From 0 to less than 1. */
  (): number
  pick<T>(from: readonly T[]): T
}

export function seededRandom(seed: number): Random {
  const generator = mersenne(seed)
  const next = () => uniformFloat64(generator)
  return Object.assign(next, {
    pick<T>(from: readonly T[]): T {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new RangeError('there is nothing to pick from')
      return picked
    },
  })
}

/** Derives the seed of a run. A different `seed` gives different runs, not the same runs in a different order. */
export function seedOfRun(seed: number, run: number): number {
  return Math.floor(seededRandom(seed)() * 2 ** 32) + run
}
