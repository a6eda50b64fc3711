// The short form of `make parity`: the same requests every time, plain Prism included, and random ones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/settings.ts'
import { cleanUp } from '../../support/folder.ts'
import { type Implementations, parity, startImplementations } from './parity.ts'

let implementations: Implementations
beforeAll(async () => {
  implementations = await startImplementations()
})
afterAll(cleanUp)

describe('service and mock are the same API', { timeout: 120_000 }, () => {
  it('on requests that are always the same, and differ from plain Prism only as listed', async () => {
    const result = await parity(implementations, { seed: 20251120, requests: 1_200, maxWithoutResponse: 1 })
    expect(result.errors).toEqual([])
    expect(result.requests).toBeGreaterThanOrEqual(1_200)
  })

  it('on random requests', async () => {
    const seed = readSeed()
    const { errors } = await parity(implementations, { seed, requests: 500, maxWithoutResponse: 0 })
    expect(errors, `make parity SEED=${seed} REQUESTS=500`).toEqual([])
  })
})
