// The disk takes no more writes, or fails.
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../../../../core/resources/item-store.ts'
import { newFolder } from '../../../support/folder.ts'
import { expectProblem } from '../../../support/problem.ts'
import { getLog, limitFiles, startProcess, tokenFor, usedFolder } from '../../../support/service-process.ts'
import { getLamps, listLamps, openLamps, toLamp } from '../../../support/stored-lamps.ts'
import { waitFor } from '../../../support/wait.ts'

afterEach(() => vi.restoreAllMocks())

it('the service as a process whose disk takes no more is unavailable until it does, and loses no acknowledged write', async () => {
  const data = await usedFolder()
  const service = await startProcess({ DATA: data, OPS_PORT: '0', LOG_LEVEL: 'info' })
  const Authorization = `Bearer ${await tokenFor({ DATA: data })}`
  const send = (name?: string) =>
    fetch(`${service.url}/lamps`, {
      headers: { Authorization, 'Content-Type': 'application/json' },
      ...(name && { method: 'POST', body: JSON.stringify({ name }) }),
    })
  const ready = async () => (await fetch(`${service.opsUrl}/ready`)).status

  expect([(await send('Desk')).status, await ready()]).toEqual([201, 200])
  limitFiles(service, '1')
  // The first write fails at its commit.
  await expectProblem(await send('Lost'), 'internal-error')
  for (const name of ['Lost too', 'Lost as well']) await expectProblem(await send(name), 'unavailable')
  expect(await ready()).toBe(503)
  limitFiles(service, 'unlimited')
  await waitFor(async () => expect(await ready()).toBe(200))
  expect((await send('Wall')).status).toBe(201)
  const names = Object.values(await (await send()).json()).map((lamp) => Object(lamp).name)
  expect(names.filter((name) => name !== 'Lost')).toEqual(['Desk', 'Wall'])
  expect(await service.end()).toMatchObject({ code: 0 })
  const messages = getLog(service).map(({ msg }) => msg)
  expect([...new Set(messages)].filter((msg) => !/^(?:response|internal error)$/.test(String(msg)))).toEqual([
    'the data cannot be used; requests get 503',
    'the data can be used again',
    'stopping',
  ])
  expect(messages.filter((msg) => msg === 'the data can be used again')).toHaveLength(1)
})

it.each([
  [8, 'READONLY'],
  [10, 'IOERR'],
  [11, 'CORRUPT'],
  [13, 'FULL'],
])('the store is unavailable after the error %i of SQLite, %s', async (errcode) => {
  const store = openLamps(await newFolder())
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
    throw Object.assign(new Error('an error of the files'), { errcode })
  })
  await expect(store.create(getLamps('ann'), toLamp('a'))).rejects.toThrow(StoreUnavailable)
  await store.close()
})

it('the store writes what waits when it is closed, and then rejects every call', async () => {
  const folder = await newFolder()
  const store = openLamps(folder)
  const written = store.create(getLamps('ann'), toLamp('a'))
  await store.close()
  expect(await written).toBe(toLamp('a').text)
  await expect(listLamps(store, 'ann')).rejects.toThrow('The store is closed.')
  await expect(store.create(getLamps('ann'), toLamp('b'))).rejects.toThrow('The store is closed.')
  expect(await store.isReady()).toBe(false)
  const next = openLamps(folder)
  expect(await listLamps(next, 'ann')).toEqual([toLamp('a').item])
  await next.close()
})
