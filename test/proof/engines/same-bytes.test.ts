// SQLite and PostgreSQL serve the same bytes, and so does the mock with state.
import { afterAll, describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { cleanUp } from '../../support/folder.ts'
import { compareBytes, pairs } from './same-bytes.ts'

afterAll(cleanUp)

describe.each(Object.entries(pairs))('%s', (_, pair) => {
  it.each([
    ['that are always the same', 20_261_122, 600],
    ['that are random', readSeed(), 300],
  ])('return the same bytes to requests %s (SEED=%i)', { timeout: 60_000 }, async (_, seed, count) => {
    const { statuses, differences } = await compareBytes(pair, seed, count)
    expect(differences).toEqual([])
    expect(Object.keys(statuses)).toEqual(['200', '201', '204', '304', '400', '404', '405', '412', '422'])
  })
})
