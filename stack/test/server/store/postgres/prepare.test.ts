// The start over PostgreSQL: migrations while instances of the previous version run, and databases that it rejects.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { readConfiguration } from '../../../../server/configuration/read-configuration.ts'
import { StartUpError } from '../../../../server/configuration/start-up-error.ts'
import { openStore, usingPostgres } from '../../../../server/store/open-store.ts'
import { type PrepareOptions, prepareDatabase } from '../../../../server/store/postgres/prepare.ts'
import { postgresSchema } from '../../../../server/store/schemas.ts'
import { contract } from '../../../product/generated/index.ts'
import { createCaller } from '../../../support/caller.ts'
import { newFolder } from '../../../support/folder.ts'
import { freePort } from '../../../support/free-port.ts'
import { type Database, newDatabase } from '../../../support/postgres/database.ts'
import { openSession } from '../../../support/postgres/session.ts'
import { startService } from '../../../support/service.ts'

let database: Database
beforeEach(async () => {
  database = await newDatabase()
})

// An expanding migration, which needs an ACCESS EXCLUSIVE lock.
const { tables, migrations } = postgresSchema
const expand = 'ALTER TABLE item ADD COLUMN pot text; ALTER TABLE item_creation ADD COLUMN pot text'
const nextSchema = { tables: tables + expand, migrations: [...migrations, expand] }
const prepare = (options: Partial<PrepareOptions> = {}, url = database.url) =>
  usingPostgres(() => prepareDatabase(url, { connectTimeoutMs: 10_000, collections: [], ...options }))
const readVersion = async () => (await database.query('SELECT version FROM data_version'))[0]?.version

describe('a migration', () => {
  it('waits for a long transaction, while the previous version serves all requests', async () => {
    await using oldService = await startService({ settings: { DATABASE_URL: database.url } })
    const ann = createCaller(oldService, 'ann')
    await ann.create('Desk')
    await using reader = await openSession(database.url)
    await reader.query('BEGIN; SELECT FROM item')

    const crud = async () => {
      const { path } = await ann.create('Wall')
      expect((await ann.send('PATCH', path, { body: { tag: 'x' } })).status).toBe(200)
      expect(await ann.lamps()).not.toEqual([])
      expect((await ann.send('DELETE', path)).status).toBe(204)
    }
    const migrated = prepare({ schema: nextSchema })
    // This takes longer than one attempt of a migration to get its lock.
    for (const end = performance.now() + 1_500; performance.now() < end; ) await Promise.all([crud(), crud(), crud()])
    expect(await readVersion()).toBe(migrations.length)
    await reader.query('COMMIT')
    await migrated
    expect(await readVersion()).toBe(nextSchema.migrations.length)
    await crud()
    expect(oldService.internalErrors).toEqual([])
  })

  it('adds the column `creator`, and the previous version can still write', async () => {
    const firstTables = tables.replace(/^ *(creator|valid_hash) .*\n/gm, '')
    await prepare({ schema: { tables: firstTables, migrations: [firstTables] } })
    const insert = (id: string) =>
      database.query(`INSERT INTO item (owner, collection, id, path, text) VALUES ('ann', '/a', '${id}', '/a', '{}')`)
    await insert('before')
    await prepare()
    await insert('after')
    expect(await readVersion()).toBe(migrations.length)
    const rows = await database.query('SELECT id, creator FROM item ORDER BY id')
    expect(rows).toEqual(['after', 'before'].map((id) => ({ id, creator: '' })))
  })

  it('gives up after a timeout, with a line that names the locking session, and changes nothing', async () => {
    await prepare()
    await using reader = await openSession(database.url)
    const { rows } = await reader.query<{ session: string }>(
      `SELECT format('session %s of the user %s', pg_backend_pid(), user) AS session`,
    )
    await reader.query('BEGIN; SELECT FROM item_creation')
    await expect(prepare({ schema: nextSchema, patienceMs: 500 })).rejects.toThrow(
      `DATABASE_URL= cannot be used: its tables cannot be changed, because ${rows[0]?.session} has locked them. End that session, or start again when it has ended.`,
    )
    expect(await readVersion()).toBe(migrations.length)
    await prepare()
    await reader.query('COMMIT')
    await prepare({ schema: nextSchema })
    expect(await readVersion()).toBe(nextSchema.migrations.length)
  })

  it('waits for the migration of another instance until a timeout', async () => {
    await using otherSession = await openSession(database.url)
    await otherSession.query('SELECT pg_advisory_lock(7305804402)')
    await expect(prepare({ patienceMs: 300 })).rejects.toThrow(
      'another instance has been changing its tables for too long. Start again when that instance is ready or has ended.',
    )
    const waiting = prepare()
    await sleep(300)
    await otherSession.query('SELECT pg_advisory_unlock(7305804402)')
    await waiting
    // A start with nothing to migrate needs no lock.
    await otherSession.query('SELECT pg_advisory_lock(7305804402)')
    await prepare()
  })
})

async function getStartUpError(settings: Record<string, string>): Promise<string> {
  const configuration = readConfiguration({ DATA: await newFolder(), ...settings })
  const error = await openStore(configuration, contract).then(
    () => new Error('The store is open.'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartUpError)
  const { message } = error as StartUpError
  expect(message).not.toMatch(/\n|secret|password=/)
  return message
}

it('a start with a database that cannot be used fails with one line that says what to do', async () => {
  const url = (changes: Partial<URL>) => Object.assign(new URL(database.url), changes).href
  const host = `127.0.0.1:${await freePort()}`
  const errors: [changes: Partial<URL>, end: RegExp][] = [
    [{ password: 'secret' }, /for user "\w+"\. Check the user and the password in DATABASE_URL=\.$/],
    [{ pathname: 'none' }, /"none" does not exist\. Create the database, or correct its name in DATABASE_URL=\.$/],
    [{ host }, / ECONNREFUSED \S+\. Start the server, or correct its host and port in DATABASE_URL=\.$/],
    [{ search: '?sslmode=verify-full' }, /The server does not support SSL connections\. Check DATABASE_URL=\.$/],
    [{ search: '?sslrootcert=/none.pem' }, /open '\/none\.pem'\. Check the paths of files in DATABASE_URL=\.$/],
  ]
  for (const [changes, end] of errors) {
    const error = await getStartUpError({ DATABASE_URL: url(changes) })
    expect(error).toMatch(/^DATABASE_URL= cannot be used: /)
    expect(error).toMatch(end)
  }
})

it('a start with a database of a newer version fails, and does not change it', async () => {
  await database.query('CREATE TABLE data_version AS SELECT 999 AS version')
  expect(await getStartUpError({ DATABASE_URL: database.url })).toBe(
    `DATABASE_URL= cannot be used: a newer version of this service has changed it (schema version 999, this service supports ${postgresSchema.migrations.length}). Start that version or a newer one.`,
  )
  expect(await database.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toHaveLength(1)
})
