// Failures of data files or the disk: the service returns 503, or 500 for a write that may be stored, and recovers by itself.
import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ItemStore } from '../../../../core/stores/item-store.ts'
import { newFolder } from '../../../support/folder.ts'
import { expectProblem } from '../../../support/problem.ts'
import { json, type Service, startService } from '../../../support/service.ts'
import { existingDataFolder, getLog, limitFileSize, startProcess, tokenFor } from '../../../support/service-process.ts'
import { getLamps, openLamps, toLamp } from '../../../support/stored-lamps.ts'
import { waitFor } from '../../../support/wait.ts'

afterEach(() => vi.restoreAllMocks())

const settings = { OPS_PORT: '0' }

type RunningService = Pick<Service, 'request' | 'monitoringUrl'>
const listNames = async ({ request }: RunningService): Promise<unknown[]> =>
  Object.values(await (await request('/lamps')).json()).map((lamp) => Object(lamp).name)
const addLamp = ({ request }: RunningService, name: string) => request('/lamps', json({ name }))
const readyStatus = async ({ monitoringUrl }: RunningService) => (await fetch(`${monitoringUrl}/ready`)).status
// The service tries to open its data once a second.
const waitForRecovery = (service: RunningService) => waitFor(async () => expect(await readyStatus(service)).toBe(200))

async function expectUnavailable(service: Service): Promise<void> {
  const detail = 'The service cannot use its data at the moment. Retry after the time in Retry-After.'
  for (const response of [await addLamp(service, 'Lost'), await service.request('/lamps')]) {
    await expectProblem(response, 'unavailable', { detail })
    expect(response.headers.get('Retry-After')).toBe('5')
  }
  expect(await readyStatus(service)).toBe(503)
  expect(service.internalErrors).toEqual([])
}

/** Adds more lamps than fit into the page cache of SQLite, so that it must read the file. */
async function fill(store: ItemStore): Promise<void> {
  const lamps = Array.from({ length: 4_000 }, (_, index) => toLamp(`${index}`, { name: 'x'.repeat(600) }))
  await Promise.all(lamps.map((lamp) => store.create(getLamps('other'), lamp)))
}

describe('the service', () => {
  it.concurrent.each<[string, (folder: string) => void]>([
    ['rooms.db is deleted', (folder) => rmSync(join(folder, 'rooms.db'))],
    [
      'pages of rooms.db are overwritten',
      (folder) => {
        const file = join(folder, 'rooms.db')
        const bytes = readFileSync(file).fill('damaged ', 4 * 4096, 44 * 4096)
        writeFileSync(file, bytes, { flag: 'r+' })
      },
    ],
    ['rooms.db is replaced by an empty file', (folder) => writeFileSync(join(folder, 'rooms.db'), '')],
  ])('is unavailable while %s, and works again with restored files', async (_what, damage) => {
    const folder = await newFolder()
    const store = await openLamps(folder)
    await fill(store)
    await store.close()
    await using service = await startService({ folder, settings })
    expect((await addLamp(service, 'Desk')).status).toBe(201)
    const backup = join(await newFolder(), 'backup')
    cpSync(folder, backup, { recursive: true })
    damage(folder)
    await expectUnavailable(service)
    await sleep(1_100)
    // By now, the service has tried to reopen the files.
    await expectUnavailable(service)
    const failed = { level: 50, msg: 'the data cannot be used; requests get 503', reason: expect.any(String) }
    expect(service.log).toContainEqual(expect.objectContaining(failed))
    rmSync(folder, { recursive: true, force: true })
    renameSync(backup, folder)
    await waitForRecovery(service)
    expect(await listNames(service)).toEqual(['Desk'])
    expect((await addLamp(service, 'Wall')).status).toBe(201)
    expect(await listNames(service)).toEqual(['Desk', 'Wall'])
    expect(service.log.filter(({ msg }) => msg !== 'response').at(-1)).toEqual({
      level: 30,
      time: expect.any(String),
      msg: 'the data can be used again',
    })
  })

  it.concurrent.each<[string, (wal: string) => void]>([
    ['deleted', (wal) => rmSync(wal)],
    ['extended', (wal) => appendFileSync(wal, 'more')],
  ])('loses no acknowledged write if rooms.db-wal is %s', async (_what, change) => {
    await using service = await startService({ settings })
    expect((await addLamp(service, 'Desk')).status).toBe(201)
    change(join(service.folder, 'rooms.db-wal'))
    await expectProblem(await addLamp(service, 'Wall'), 'unavailable')
    await waitForRecovery(service)
    expect(await listNames(service)).toEqual(['Desk'])
  })

  it('acknowledges no write while another server uses its data folder, and recovers when that server has stopped', async () => {
    const folder = await existingDataFolder()
    await using first = await startService({ folder, settings })
    expect((await addLamp(first, 'Desk')).status).toBe(201)
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    {
      await using second = await startService({ folder, settings })
      expect((await addLamp(second, 'Wall')).status).toBe(201)
      for (let count = 0; count < 3; count++) {
        await expectUnavailable(first)
        await sleep(600)
      }
      expect(await listNames(second)).toEqual(['Wall'])
    }
    await waitForRecovery(first)
    expect(await listNames(first)).toEqual(['Wall'])
  })

  it('returns a problem that says that the outcome is unknown if the files disappear during a write', async () => {
    await using service = await startService({ settings })
    beforeCommit(() => renameSync(service.folder, `${service.folder}-moved`))
    await expectProblem(await addLamp(service, 'Desk'), 'internal-error', {
      detail:
        'The change may or may not have been stored. Read the lamp to find out. A retry with Idempotency-Key or If-Match is safe.',
    })
    expect(service.internalErrors).toHaveLength(1)
    vi.restoreAllMocks()
    await expectProblem(await addLamp(service, 'Wall'), 'unavailable')
    renameSync(`${service.folder}-moved`, service.folder)
    await waitForRecovery(service)
    expect(await listNames(service)).toEqual(['Desk'])
  })
})

/** Calls `run` between the statements of a write and its commit. */
function beforeCommit(run: () => void): void {
  const { exec } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === 'COMMIT') run()
    exec.call(this, sql)
  })
}

it('on a full disk, the service serves reads and loses no acknowledged write', async () => {
  const data = await existingDataFolder()
  const service = await startProcess({ DATA: data, OPS_PORT: '0', LOG_LEVEL: 'info' })
  const Authorization = `Bearer ${await tokenFor({ DATA: data })}`
  const request: Service['request'] = (path, init = {}) =>
    fetch(service.url + path, { ...init, headers: { ...Object(init.headers), Authorization } })
  const running = { request, monitoringUrl: service.opsUrl }

  expect((await addLamp(running, 'Desk')).status).toBe(201)
  limitFileSize(service, '1')
  // The first write fails at its commit.
  await expectProblem(await addLamp(running, 'Lost'), 'internal-error')
  await expectProblem(await addLamp(running, 'Lost too'), 'unavailable')
  await waitForRecovery(running)
  expect((await request('/lamps')).status).toBe(200)
  await expectProblem(await addLamp(running, 'Lost again'), 'unavailable')
  expect(await (await fetch(`${service.opsUrl}/metrics`)).text()).toContain('rooms_store_ready 0\n')
  limitFileSize(service, 'unlimited')
  await waitFor(async () => expect((await addLamp(running, 'Wall')).status).toBe(201))
  // The end of an outage is logged after a second without failures.
  await waitFor(async () => {
    await readyStatus(running)
    expect(service.stderr).toContain('the data can be used again')
  })
  expect((await listNames(running)).filter((name) => name !== 'Lost')).toEqual(['Desk', 'Wall'])
  expect(await service.end()).toMatchObject({ code: 0 })
  const messages = getLog(service).flatMap(({ msg }) =>
    /^(?:response|internal error)$/.test(String(msg)) ? [] : [msg],
  )
  const unusable = 'the data cannot be used; requests get 503'
  expect(new Set(messages)).toEqual(new Set([unusable, 'the data can be used again', 'stopping']))
  expect(messages.filter((msg) => msg !== unusable)).toHaveLength(2)
})
