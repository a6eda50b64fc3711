// The short form of `make restarts`: a stop of the service under load, a rolling restart of its workers under load, and
// a network that fails.
import { expect, it } from 'vitest'
import { product } from '../../generated/product.ts'
import { developmentOwner } from '../../stack/server/auth/development-issuer.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { findChildren } from '../../stack/test/support/process.ts'
import { readSeed } from '../../stack/test/support/read-settings.ts'
import { seededRandom } from '../../stack/test/support/seeded-random.ts'
import { waitUntil } from '../../stack/test/support/wait.ts'
import { startProcess, tokenFor, usedFolder } from '../../test/support/service-process.ts'
import { failures } from './failing-proxy.ts'
import { runFaultInjection } from './fault-injection.ts'
import { startLoad } from './load.ts'

/** Starts a load of one subject. @param keepAlive Without it, each request opens a new connection. */
async function loadAs(subject: string, url: string, DATA: string, concurrency: number, keepAlive: boolean) {
  const caller = { owner: developmentOwner(product, subject), token: await tokenFor({ DATA, SUB: subject }) }
  return startLoad(url, caller, concurrency, seededRandom(1), keepAlive)
}

const none = { lost: [], duplicated: [], unexpected: [] }

it('a service that is stopped under load sends each response, and loses no acknowledged write', async () => {
  const settings = { DATA: await usedFolder(), RATE_LIMIT_PER_MINUTE: '0' }
  const service = await startProcess(settings)
  // Without keep-alive, new connections arrive all the time.
  const load = await loadAs('gardener', service.url, settings.DATA, 16, false)
  await waitUntil(() => load.record.acknowledged > 100)
  expect(await service.end()).toMatchObject({ code: 0, signal: null })
  await load.stop()
  // A connection that the kernel accepts at the last moment is reset. Only socket activation prevents that.
  expect(load.errors.filter((error) => !/ECONNREFUSED$|ECONNRESET$/.test(error))).toEqual([])
  // A request without a response was not executed: each plant has its last certain state.
  for (const plant of load.record.plants) plant.states = new Set([...plant.states].slice(0, 1))
  expect(await load.compare((await startProcess(settings)).url)).toEqual(none)
})

it('no request fails during a rolling restart of both workers, on keep-alive connections and on new ones', async () => {
  const DATA = await usedFolder()
  const settings = { DATA, DATABASE_URL: (await newDatabase()).url, WORKERS: '2', RATE_LIMIT_PER_MINUTE: '0' }
  const service = await startProcess({ ...settings, LOG_LEVEL: 'warn' })
  const loads = [await loadAs('ann', service.url, DATA, 4, false), await loadAs('bob', service.url, DATA, 4, true)]
  const responses = () => loads.reduce((sum, load) => sum + load.countResponses(), 0)
  await waitUntil(() => responses() > 100)
  const before = findChildren(service.pid)
  service.kill('SIGHUP')
  await waitUntil(() => {
    const workers = findChildren(service.pid)
    return workers.length === 2 && workers.every((pid) => !before.includes(pid))
  })
  const then = responses()
  await waitUntil(() => responses() > then + 100)
  for (const load of loads) await load.stop()
  for (const load of loads) {
    expect(load.errors).toEqual([])
    expect(await load.compare(service.url)).toEqual(none)
  }
  expect(await service.end()).toMatchObject({ code: 0, signal: null })
})

const seed = readSeed()

it(`the client reports each write correctly while half of its requests fail (SEED=${seed})`, async () => {
  const { errors, requests, outcomes } = await runFaultInjection({ seed, runs: 60 })
  expect(errors).toEqual([])
  expect(new Set(requests.map(({ failure }) => failure))).toEqual(new Set([undefined, ...Object.keys(failures)]))
  expect(new Set(outcomes)).toEqual(new Set(['done', 'unchanged', 'unknown']))
})
