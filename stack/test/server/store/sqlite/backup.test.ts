// Backups of SQLite while the service runs, through its monitoring port and with `make backup`.
import { existsSync } from 'node:fs'
import { copyFile, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { developmentOwner } from '../../../../server/auth/development-issuer.ts'
import { product } from '../../../product/generated/product.ts'
import { createCaller } from '../../../support/caller.ts'
import { newFolder } from '../../../support/folder.ts'
import { freePort } from '../../../support/free-port.ts'
import { readEverything } from '../../../support/lamp-client.ts'
import { newDatabase } from '../../../support/postgres/database.ts'
import { failed } from '../../../support/process.ts'
import { json, startService } from '../../../support/service.ts'
import { limitFileSize, runCommand, startProcess } from '../../../support/service-process.ts'
import { filledFolder } from '../../../support/stored-lamps.ts'
import { waitFor } from '../../../support/wait.ts'

afterEach(() => vi.restoreAllMocks())

const settings = { OPS_PORT: '0' }
const backUp = async (monitoringUrl: string | undefined) => {
  const response = await fetch(`${monitoringUrl}/backup`, { method: 'POST' })
  return { status: response.status, text: await response.text() }
}

/** Creates a data folder as after a first start, with lamps of `gardener`. Each has almost 1 KB. */
async function usedFolder(count: number): Promise<string> {
  const folder = await filledFolder(count, [developmentOwner(product, 'gardener')], '🌵'.repeat(200))
  await writeFile(join(folder, 'example-collection-added'), '')
  return folder
}

/** Creates a data folder with this backup as its data, and with the signing key of the folder `from`. */
async function restore(backup: string, from: string): Promise<string> {
  const folder = await newFolder()
  await copyFile(backup, join(folder, 'rooms.db'))
  await copyFile(join(from, 'development-key.json'), join(folder, 'development-key.json'))
  return folder
}

async function listBackups(folder: string): Promise<string[]> {
  const backups = join(folder, 'backups')
  return existsSync(backups) ? readdir(backups) : []
}

it('a backup under write load contains each write that was acknowledged before it, and serves the same bytes', async () => {
  const now = () => new Date('2026-11-22T10:00:00.000Z')
  const folder = await usedFolder(500)
  await using service = await startService({ folder, settings, now })
  const { create } = createCaller(service, 'bob')
  const acknowledged: string[] = []
  let isDone = false
  const writers = Array.from({ length: 10 }, async () => {
    while (!isDone) acknowledged.push((await create('Wall')).lamp.id)
  })
  await waitFor(() => expect(acknowledged.length).toBeGreaterThan(50))
  const before = [...acknowledged]
  const { status, text } = await backUp(service.monitoringUrl)
  const afterwards = acknowledged.length
  await waitFor(() => expect(acknowledged.length).toBeGreaterThan(afterwards + 20))
  isDone = true
  await Promise.all(writers)
  expect([status, text]).toEqual([201, expect.stringMatching(/^\S+\/backups\/rooms-\d{8}T\d{9}Z\.db\n$/)])
  expect(await listBackups(folder)).toHaveLength(1)
  expect((await stat(join(folder, 'backups'))).mode & 0o777).toBe(0o700)

  await using copy = await startService({ folder: await restore(text.trim(), folder), settings, now })
  expect(await readEverything(copy, ['gardener'])).toEqual(await readEverything(service, ['gardener']))
  const bob = await readEverything(copy, ['bob'])
  const ids = bob.bob?.pages.flatMap(({ body }) => JSON.parse(body).map(({ id }: { id: string }) => id)) ?? []
  expect(before.filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.filter((id) => !acknowledged.includes(id))).toEqual([])
  expect(ids.length).toBeLessThan(acknowledged.length)
  expect(copy.log.filter(({ level }) => Number(level) >= 40)).toEqual([])
  expect((await copy.request('/lamps', json({ name: 'After' }))).status).toBe(201)
})

it('a restored backup returns 200, not 304, for a list that had different lamps before', async () => {
  const folder = await newFolder()
  await using service = await startService({ folder, settings })
  const { text } = await backUp(service.monitoringUrl)
  await createCaller(service).create('Lost')
  const headers = { 'If-None-Match': (await service.request('/lamps')).headers.get('ETag') ?? '' }
  await using copy = await startService({ folder: await restore(text.trim(), folder) })
  await createCaller(copy).create('Another')
  expect((await copy.request('/lamps', { headers })).status).toBe(200)
})

it('a second backup at the same time returns 409, and the first completes', async () => {
  const folder = await usedFolder(3_000)
  await using service = await startService({ folder, settings })
  const [first, second] = await Promise.all([backUp(service.monitoringUrl), backUp(service.monitoringUrl)])
  expect([first, second].toSorted((first, second) => first.status - second.status)).toEqual([
    { status: 201, text: expect.stringContaining('.db') },
    { status: 409, text: 'Another backup is being made.\n' },
  ])
  expect(await backUp(service.monitoringUrl)).toMatchObject({ status: 201 })
  expect(await listBackups(folder)).toHaveLength(2)
})

it('a backup on a full disk fails and leaves no partial file, and the service continues', async () => {
  const folder = await usedFolder(1_000)
  const service = await startProcess({ DATA: folder, OPS_PORT: '0' })
  limitFileSize(service, '400000')
  expect(await backUp(service.opsUrl)).toEqual({
    status: 500,
    text: expect.stringMatching(/^The backup failed: .*\n$/),
  })
  expect(await listBackups(folder)).toEqual([])
  limitFileSize(service, 'unlimited')
  await waitFor(async () => expect((await fetch(`${service.opsUrl}/ready`)).status).toBe(200))
  expect((await backUp(service.opsUrl)).status).toBe(201)
  expect(await service.end()).toMatchObject({ code: 0 })
})

it('a backup that would fill the disk does not start', async () => {
  const folder = await usedFolder(10)
  // The file is sparse: it uses no disk space.
  await truncate(join(folder, 'rooms.db'), 2 ** 43)
  await using service = await startService({ folder, settings })
  expect(await backUp(service.monitoringUrl)).toEqual({
    status: 500,
    text: expect.stringMatching(
      /^The backup failed: the disk is too full: a copy needs 87960\d\d MB, and \d+ MB are free\n$/,
    ),
  })
  expect(await listBackups(folder)).toEqual([])
})

it('a kill during a backup leaves no file that looks complete, and the next backup deletes it', async () => {
  const folder = await usedFolder(25_000)
  const service = await startProcess({ DATA: folder, OPS_PORT: '0' })
  const outcome = backUp(service.opsUrl).catch(() => 'killed')
  await waitFor(async () => expect(await listBackups(folder)).not.toEqual([]), { interval: 1 })
  await service.end('SIGKILL')
  expect(await outcome).toBe('killed')
  expect((await listBackups(folder)).filter((name) => name.endsWith('.db'))).toEqual([])
  await using restarted = await startService({ folder, settings })
  const { text } = await backUp(restarted.monitoringUrl)
  expect((await listBackups(folder)).map((name) => join(folder, 'backups', name))).toEqual([text.trim()])
})

const command = (settings: Record<string, string>) => runCommand('back-up', settings)

it('make backup prints the path of a new backup', async () => {
  await using service = await startService({ settings })
  const { code, stdout, stderr } = await command({ OPS_PORT: new URL(service.monitoringUrl ?? '').port })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect((await stat(stdout.trimEnd())).size).toBeGreaterThan(0)
})

it('make backup fails with one line if there is no backup', async () => {
  const port = String(await freePort())
  await using service = await startService({ settings: { ...settings, DATABASE_URL: (await newDatabase()).url } })
  const overPostgres = new URL(service.monitoringUrl ?? '').port
  const lines: [settings: Record<string, string>, line: string][] = [
    [{}, 'OPS_PORT= is missing: set it as for the running service.'],
    [{ OPS_PORT: 'x' }, 'OPS_PORT=x is not a valid port: use a number from 0 to 65535.'],
    [
      { OPS_PORT: port },
      `No service responds on 127.0.0.1 port ${port}. Set OPS_PORT= and OPS_HOST= as for the running service.`,
    ],
    [{ OPS_PORT: overPostgres }, 'The items are in PostgreSQL: make a backup with pg_dump.'],
  ]
  for (const [environment, line] of lines) expect(await command(environment)).toEqual(failed(line))
})
