// SQLite and PostgreSQL serve the same bytes.
import { afterAll, expect, it } from 'vitest'
import { readSeed } from '../../../tools/contract-tester/settings.ts'
import { cleanUp } from '../../support/folder.ts'
import { compareEngines } from './same-bytes.ts'

afterAll(cleanUp)

it.each([
  ['that are always the same', 20_261_122, 1_000],
  ['that are random', readSeed(), 500],
])('both engines return the same bytes to requests %s (SEED=%i)', { timeout: 60_000 }, async (_, seed, count) => {
  const { statuses, differences } = await compareEngines(seed, count)
  expect(differences).toEqual([])
  expect(Object.keys(statuses)).toEqual(['200', '201', '204', '304', '400', '404', '405', '412', '422'])
})
