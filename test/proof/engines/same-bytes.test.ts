// SQLite and PostgreSQL serve the same bytes, and so does the mock with state.
import { afterAll, describe, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/environment.ts'
import { cleanUp } from '../../support/folder.ts'
import { compareBytes, pairs } from './same-bytes.ts'

afterAll(cleanUp)

describe.each(Object.entries(pairs))('%s', (_, pair) => {
  it('return the same bytes to requests that are always the same', { timeout: 60_000 }, async () => {
    const { statuses, differences } = await compareBytes(pair, 20_261_122, 600)
    expect(differences).toEqual([])
    expect(Object.keys(statuses)).toEqual(['200', '201', '204', '304', '400', '404', '405', '412', '422'])
  })

  const seed = readSeed()
  it(`return the same bytes to requests that are random (SEED=${seed})`, { timeout: 60_000 }, async () => {
    const { statuses, differences } = await compareBytes(pair, seed, 300)
    expect(differences).toEqual([])
    // Rarer ones may be missing.
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '404']))
  })
})
