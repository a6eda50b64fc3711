// The log of an outage of the data has a first line and a last line.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { createLog, logOutages } from '../../../server/monitoring/log.ts'
import { cleanUp } from '../../support/folder.ts'
import { json, type Service, startService } from '../../support/service.ts'
import { waitFor } from '../../support/wait.ts'

afterAll(cleanUp)
afterEach(() => vi.restoreAllMocks())

const failed = 'the data cannot be used; requests get 503'
const worksAgain = 'the data can be used again'
const outagesIn = ({ log }: Service) => log.map(({ msg }) => msg).filter((msg) => msg !== 'response')
const add = async ({ request }: Service) => (await request('/lamps', json({ name: 'Desk' }))).status

it('a read on a full disk does not log that the data can be used again', async () => {
  await using service = await startService()
  const { exec } = DatabaseSync.prototype
  const disk = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (/BEGIN|user_version/.test(sql)) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    exec.call(this, sql)
  })
  const read = async () => (await service.request('/lamps')).status
  expect(await add(service)).toBe(503)
  await sleep(1_000)
  expect([await read(), await read()]).toEqual([200, 200])
  expect(outagesIn(service)).toEqual([failed])
  disk.mockRestore()
  await waitFor(async () => {
    expect(await read()).toBe(200)
    expect(outagesIn(service)).toEqual([failed, worksAgain])
  })
})

it('failures with pauses of less than a second are one outage, and the next outage names its reason again', () => {
  const now = vi.spyOn(performance, 'now')
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) })
  const outages = logOutages(log)
  const at = (ms: number, run: () => void) => {
    now.mockReturnValue(1_000_000 + ms)
    run()
  }
  const fail = () => outages.report('the disk is full')
  at(0, outages.end)
  at(0, fail)
  at(900, fail)
  at(1_800, outages.end)
  expect([outages.mayBeOver(), lines]).toEqual([false, [failed]])
  at(1_900, outages.end)
  at(1_900, outages.end)
  at(2_000, fail)
  expect(lines).toEqual([failed, worksAgain, failed])
})
