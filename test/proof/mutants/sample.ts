// Which mutants a run takes: as many of the server as of the contract, since either half alone would prove little; within
// each in proportion to the strata, the files of the server and the rules of the contract, and of each at least one.
import fc from 'fast-check'
import type { Mutant } from './mutant.ts'

export function sample(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const ofServer = mutants.filter(({ area }) => area === 'server')
  const ofContract = mutants.filter(({ area }) => area === 'contract')
  const half = Math.ceil(count / 2)
  return shuffled(
    [
      ...stratified(ofServer, half, seed, ({ file }) => file),
      ...stratified(ofContract, count - half, seed, ({ operator }) => operator),
    ],
    seed,
  )
}

function stratified(all: Mutant[], count: number, seed: number, stratum: (mutant: Mutant) => string): Mutant[] {
  const strata = [...Map.groupBy(shuffled(all, seed), stratum).values()]
  // Dealt like cards: what comes first in each stratum comes first of all, and then the larger strata more often.
  const dealt = strata.flatMap((mutants) =>
    mutants.map((mutant, index) => ({ mutant, turn: index === 0 ? 0 : (index + 0.5) / mutants.length })),
  )
  return dealt
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

function shuffled<T>(items: T[], seed: number): T[] {
  const whole = { minLength: items.length, maxLength: items.length }
  return fc.sample(fc.shuffledSubarray(items, whole), { seed, numRuns: 1 })[0] ?? []
}
