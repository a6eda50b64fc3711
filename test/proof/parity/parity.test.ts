// The short form of `make parity`: the same requests every time, plain Prism included, and random ones.
import { afterAll, describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { engineNames } from '../../support/engines.ts'
import { cleanUp } from '../../support/folder.ts'
import { parity, startImplementations } from './parity.ts'

afterAll(cleanUp)

describe('service and mock are the same API', { timeout: 120_000 }, () => {
  it('on requests that are always the same, and differ from plain Prism only as listed', async () => {
    const implementations = await startImplementations('SQLite')
    const result = await parity(implementations, { seed: 20251120, requests: 1_200, maxWithoutResponse: 1 })
    expect(result.errors).toEqual([])
    expect(result.requests).toBeGreaterThanOrEqual(1_200)
  })

  it.each(engineNames)('on random requests, over %s', async (engine) => {
    const seed = readSeed()
    const implementations = await startImplementations(engine)
    const { errors } = await parity(implementations, { seed, requests: 500, maxWithoutResponse: 0 })
    expect(errors, `make parity SEED=${seed} REQUESTS=500`).toEqual([])
  })
})
