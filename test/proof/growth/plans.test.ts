// A small make growth: the data that both engines load, and the plans that they choose for it.
import { afterAll, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { idOf, ownerName, ownerNumberOf, plantOf } from './data.ts'
import { startPostgres } from './postgres-database.ts'
import { sqlite } from './sqlite-database.ts'

afterAll(cleanUp)

const plants = 20_000

it.each([
  ['SQLite', async () => sqlite],
  ['PostgreSQL', () => startPostgres(plants)],
])('%s reads one range of an index for each statement, with statistics', { timeout: 60_000 }, async (_, start) => {
  const serve = await (await start()).load(plants)
  const { service, inspect } = await serve()
  for (const n of [0, 1, 14, 19_998, 19_999]) {
    expect(await service.store.get(ownerName(ownerNumberOf(n, plants)), idOf(n))).toEqual(plantOf(n, plants))
  }
  await service.close()
  const { plans } = await inspect()
  expect(plans.length).toBeGreaterThan(9)
  expect(plans.filter(({ faults }) => faults.length > 0)).toEqual([])
})
