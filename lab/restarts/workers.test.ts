// A restart of all workers under load, and then a stop of the service.
import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { createPlantClient } from '../../client/index.ts'
import { product } from '../../generated/product.ts'
import { developmentIssuer } from '../../stack/server/auth/development-issuer.ts'
import { cleanUp } from '../../stack/test/support/folder.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { seededRandom } from '../../stack/test/support/seeded-random.ts'
import { waitUntil } from '../../stack/test/support/wait.ts'
import { startProcess, usedFolder } from '../../test/support/service-process.ts'
import { Load } from '../load/load.ts'

afterAll(cleanUp)

async function getWorkers(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
}

it('a restart of both workers under load loses no request, on connections that stay open and on new ones', async () => {
  const DATA = await usedFolder()
  const settings = { DATA, DATABASE_URL: (await newDatabase()).url, WORKERS: '2', RATE_LIMIT_PER_MINUTE: '0' }
  const service = await startProcess({ ...settings, LOG_LEVEL: 'warn' })
  const issuer = await developmentIssuer(product, DATA)
  const token = (subject = '') => issuer.sign({ subject, scope: 'plants:read plants:write' })
  const loads = await Promise.all(
    [true, false].map(async (keepAlive) => {
      const owner = `keepAlive ${keepAlive}`
      const callers = Array(4).fill({ owner, token: await token(owner) })
      return { owner, load: new Load({ urls: [service.url], callers, random: seededRandom(1), keepAlive }) }
    }),
  )
  const responses = () => loads.reduce((sum, { load }) => sum + load.counts.values().reduce((a, b) => a + b, 0), 0)
  for (const { load } of loads) load.start()
  await waitUntil(() => responses() > 100)
  const before = await getWorkers(service.pid)
  service.kill('SIGHUP')
  await waitUntil(async () => {
    const workers = await getWorkers(service.pid)
    return workers.length === 2 && workers.every((pid) => !before.includes(pid))
  })
  const then = responses()
  await waitUntil(() => responses() > then + 100)
  for (const { load } of loads) await load.stop()
  for (const { owner, load } of loads) {
    expect(load.errors).toEqual([])
    const client = createPlantClient({ baseUrl: service.url, token: () => token(owner) })
    const stored = await Array.fromAsync(client.allPlants({ limit: 100 }), (plant) => ({ ...plant, owner }))
    expect(load.record.compare(stored)).toEqual({ lost: [], duplicated: [], unexpected: [] })
  }
  expect(await service.end()).toMatchObject({ code: 0, signal: null })
})
