// The short form of `make storm`: the same failures each time, and random ones with a printed seed.
import { expect, it } from 'vitest'
import { readSeed } from '../../../tools/environment.ts'
import { failures } from './failures.ts'
import { runStorm } from './storm.ts'

it.each([
  ['the same failures', 20_261_120],
  ['random failures', readSeed()],
])('the client has no errors in a storm with %s (SEED=%i)', { timeout: 60_000 }, async (_, seed) => {
  const { errors, requests, calls } = await runStorm({ seed, runs: 60, concurrency: 30 })
  expect(errors).toEqual([])
  expect(new Set(requests.map(({ failure }) => failure))).toEqual(new Set([undefined, ...Object.keys(failures)]))
  expect(new Set(calls.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'unchanged', 'unknown']))
})
