// The short form of `make storm`.
import { expect, it } from 'vitest'
import { readSeed } from '../../stack/environment.ts'
import { failures } from './failures.ts'
import { runStorm } from './storm.ts'

const seed = readSeed()

it(`the client has no errors in a storm (SEED=${seed})`, async () => {
  const { errors, requests, calls } = await runStorm({ seed, runs: 60, concurrency: 5 })
  expect(errors).toEqual([])
  expect(new Set(requests.map(({ failure }) => failure))).toEqual(new Set([undefined, ...Object.keys(failures)]))
  expect(new Set(calls.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'unchanged', 'unknown']))
})
