// A backup of PostgreSQL, restored: the service over it serves the same bytes. The packages of the tests have no pg_dump and
// no pg_basebackup, so this is what pg_basebackup does: a copy of the files of a server that runs, and its log.
// https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
import { globSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { everythingOf } from '../../support/everything-of.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { giveToDatabaseUser } from '../../support/postgres/database-user.ts'
import { copyOfDataFolder, PostgresServer, startPostgresServer } from '../../support/postgres/server.ts'
import { json, type Service, startService } from '../../support/service.ts'

afterAll(cleanUp)

/** @returns A data folder. */
async function backUp(server: PostgresServer): Promise<string> {
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('test', fast => true)`)
    const copy = await copyOfDataFolder(server.dataFolder)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    for (const file of globSync('{postmaster.{pid,opts},pg_wal/0*}', { cwd: copy })) await rm(join(copy, file))
    const added = globSync('pg_wal/0*', { cwd: server.dataFolder })
    for (const file of added) await cp(join(server.dataFolder, file), join(copy, file))
    await writeFile(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
    for (const file of [...added, 'backup_label']) await giveToDatabaseUser(join(copy, file))
    return copy
  } finally {
    await client.end()
  }
}

it('a restored copy of the files serves the same bytes, and never a wrong 304', { timeout: 120_000 }, async () => {
  const now = () => new Date('2026-11-22T10:00:00.120Z')
  const folder = await newFolder()
  const server = await startPostgresServer({ fsync: false })
  await using service = await startService({ folder, now, settings: { DATABASE_URL: server.url() } })
  const add = async (one: Service, subject: string, name: string) => {
    const { method = '', headers, body = '' } = json({ name })
    const Authorization = `Bearer ${await one.token(subject)}`
    return (await one.request('/plants', { method, body, headers: { ...headers, Authorization } })).status
  }
  for (let number = 0; number < 250; number++)
    await add(service, number % 50 === 0 ? 'ann' : 'gardener', `Fern ${number}`)

  let writes = 0
  let isDone = false
  const writers = Array.from({ length: 5 }, async () => {
    while (!isDone) if ((await add(service, 'bob', 'Moss')) === 201) writes++
  })
  await vi.waitFor(() => expect(writes).toBeGreaterThan(20), 20_000)
  const before = writes
  const copy = await backUp(server)
  isDone = true
  await Promise.all(writers)
  const restored = new PostgresServer(server.installation, copy, await freePort())
  await restored.start()
  await using again = await startService({ folder, now, settings: { DATABASE_URL: restored.url() } })

  const subjects = ['gardener', 'ann']
  expect(await everythingOf(again, subjects)).toEqual(await everythingOf(service, subjects))
  const { bob } = await everythingOf(again, ['bob'])
  const count = bob?.pages.flatMap(({ body }) => JSON.parse(body)).length ?? 0
  expect(count).toBeGreaterThanOrEqual(before)
  expect(count).toBeLessThanOrEqual(writes)

  expect(await add(service, 'gardener', 'Lost')).toBe(201)
  const etag = (await service.request('/plants')).headers.get('ETag') ?? ''
  const ask = async () => (await again.request('/plants', { headers: { 'If-None-Match': etag } })).status
  expect(await ask()).toBe(200)
  expect(await add(again, 'gardener', 'Another')).toBe(201)
  expect(await ask()).toBe(200)
})
