// Which mutants a run takes: at random, at least one of each operator, the others in proportion.
import fc from 'fast-check'
import type { Mutant } from './mutants.ts'

export function sample(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const all = shuffled(mutants, seed)
  const first = new Set(
    [...Map.groupBy(all, ({ operator }) => operator).values()].flatMap((group) => group.slice(0, 1)),
  )
  return shuffled([...first, ...all.filter((mutant) => !first.has(mutant))].slice(0, count), seed)
}

function shuffled<T>(items: T[], seed: number): T[] {
  const whole = { minLength: items.length, maxLength: items.length }
  return fc.sample(fc.shuffledSubarray(items, whole), { seed, numRuns: 1 })[0] ?? []
}
