// `make move`: the service over PostgreSQL serves what it served over SQLite.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { developmentOwner } from '../../../server/auth/development-issuer.ts'
import { prepareDatabase } from '../../../server/store/postgres/prepare.ts'
import { product } from '../../product/generated/product.ts'
import { createCaller } from '../../support/caller.ts'
import { newFolder } from '../../support/folder.ts'
import { readEverything } from '../../support/lamp-client.ts'
import { type Database, newDatabase } from '../../support/postgres/database.ts'
import { openSession } from '../../support/postgres/session.ts'
import { type Settings, start } from '../../support/process.ts'
import { json, type Service, startService } from '../../support/service.ts'
import { runCommand, runServer } from '../../support/service-process.ts'
import { filledFolder, getLamps, openLamps, toLamp } from '../../support/stored-lamps.ts'

const move = (settings: Settings) => runCommand('move', settings)

const unusualStrings = [
  'é e\u0301 🌵 \u200d \ufeff \' " \\ %',
  '{NULL,"a\\b"}',
  'NULL',
  '\u2028\u{10ffff}',
  ' ',
  '\ue000',
  '🌱',
]
const subjects = ['gardener', 'Ünusual "\\ owner', 'ann']

/** Creates a data folder with a subject that has many lamps, one that has few and one that has none. */
async function usedFolder() {
  const folder = await newFolder()
  const store = await openLamps(folder)
  const [many, few] = subjects.map((subject) => getLamps(developmentOwner(product, subject)))
  const create = (key: typeof many, lamps: ReturnType<typeof toLamp>[]) =>
    key && Promise.all(lamps.map((lamp) => store.create(key, lamp)))
  await create(
    many,
    Array.from({ length: 1_100 }, (_, number) => toLamp(`n${number}`, { tag: `tag ${number % 3}` })),
  )
  await create(
    few,
    unusualStrings.map((text, number) => toLamp(`u${number}`, { name: text, tag: text })),
  )
  await store.close()
  return folder
}

/** The time of both services, which does not advance. It is today because PostgreSQL uses its own clock. */
const startTime = new Date()
const now = () => startTime

/** Reads everything, and repeats a creation with a key. Omits entity tags of lists, which differ by database. */
async function readAll(service: Service) {
  const headers = { 'Idempotency-Key': '"key-1"' }
  const { status, text } = await createCaller(service).send('POST', '/lamps', { headers, body: { name: 'Desk' } })
  const everything = Object.values(await readEverything(service, subjects))
  return {
    status,
    text,
    callers: everything.map(({ pages, lamps }) => [lamps, pages.map(({ etag: _, ...page }) => page)]),
  }
}

it('moves every lamp and every key, and does not change the file', async () => {
  const folder = await usedFolder()
  let before: Awaited<ReturnType<typeof readAll>>
  {
    await using service = await startService({ folder, now })
    before = await readAll(service)
  }
  const file = join(folder, 'rooms.db')
  const originalBytes = await readFile(file)
  const { url: DATABASE_URL } = await newDatabase()
  const { code, stdout, stderr } = await move({ DATABASE_URL, DATA: folder })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Copying \S+rooms.db to PostgreSQL...\n/)
  expect(stdout).toMatch(/^Moved 1,108 items and 1 idempotency key\.$/m)
  expect(stdout).toMatch(/^Next: start the service with the same DATABASE_URL/m)
  expect(originalBytes.equals(await readFile(file))).toBe(true)

  await using service = await startService({ folder, now, settings: { DATABASE_URL } })
  expect(await readAll(service)).toEqual(before)
  expect((await service.request('/lamps', json({ name: 'After' }))).status).toBe(201)
})

async function getContent(database: Database) {
  const [row] = await database.query(
    `SELECT (SELECT count(*)::int FROM item) AS items, (SELECT count(*)::int FROM item_creation) AS keys,
            (SELECT count(*)::int FROM item_revision) AS revisions`,
  )
  return row
}

describe('an interrupted move', () => {
  let folder: string
  let database: Database
  let settings: Settings
  const getFirstRow = () => database.query('SELECT id, xmin FROM item ORDER BY owner, collection, id LIMIT 1')

  beforeEach(async () => {
    folder = await filledFolder(2_400, ['ann', 'ben'], 'Desk')
    database = await newDatabase()
    settings = { DATABASE_URL: database.url, DATA: folder }
    await prepareDatabase(database.url, { connectTimeoutMs: 10_000, collections: [] })
    await database.query(`
      CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
      CREATE TRIGGER wait AFTER INSERT ON item FOR EACH ROW WHEN (NEW.owner = 'ben') EXECUTE FUNCTION wait()`)
    await using session = await openSession(database.url)
    await session.query('SELECT pg_advisory_lock(1)')
    const child = start(process.execPath, ['stack/test/product/main.ts', 'move'], { env: settings })
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
    await expect.poll(() => database.query(waiting)).toHaveLength(1)
    expect((await child.end('SIGKILL')).stdout).not.toContain('Moved')
  })

  it('continues after its last batch and builds the indexes at its end; until then, no service starts', async () => {
    const getIndexes = () => database.query("SELECT FROM pg_indexes WHERE indexname LIKE 'item\\_index\\_%'")
    const before = await getFirstRow()
    const items = Number((await getContent(database))?.items)
    expect(items).toBeGreaterThanOrEqual(1_000)
    expect(items).toBeLessThan(2_400)
    expect(await getIndexes()).toEqual([])
    expect((await runServer({ DATABASE_URL: database.url })).stderr).toBe(
      'DATABASE_URL= cannot be used: a move from SQLite to it has not ended. Run the command move again: it continues.\n',
    )
    expect(await move(settings)).toMatchObject({ code: 0, stderr: '' })
    expect(await getFirstRow()).toEqual(before)
    expect(await getContent(database)).toEqual({ items: 2_400, keys: 0, revisions: 2 })
    expect(await getIndexes()).not.toEqual([])
    await using _service = await startService({ settings: { DATABASE_URL: database.url } })
  })

  it('fails at its end if the SQLite file has changed since the move began', async () => {
    const [first] = await getFirstRow()
    const store = await openLamps(folder)
    await store.delete(getLamps('ann'), String(first?.id))
    await store.close()
    expect(await move(settings)).toMatchObject({
      code: 1,
      stderr:
        'DATABASE_URL= cannot be used: its rows differ from those of SQLite, which has changed since the move began. Drop the database, create it again, and run the command again.\n',
    })
    expect((await runServer({ DATABASE_URL: database.url })).stderr).toContain('has not ended')
  })
})

it('a move that is not possible fails with one line that says what to do', async () => {
  const folder = await newFolder()
  const store = await openLamps(folder)
  const database = await newDatabase()
  const expectError = async (line: string | RegExp, changes: Settings = {}) => {
    const { code, stderr } = await move({ DATABASE_URL: database.url, DATA: folder, ...changes })
    expect(code).toBe(1)
    expect(stderr.trimEnd()).toMatch(line)
    expect(stderr.trimEnd()).not.toMatch(/\n|password=/)
  }
  await expectError(/ cannot be used: database is locked\. Stop the other server that uses it, or choose another/)
  await store.create(getLamps('ann'), toLamp('a'))
  await store.close()
  const empty = await newFolder()
  await expectError(`There is no ${empty}/rooms.db. Set DATA= as for the service.`, { DATA: empty })
  await expectError('DATABASE_URL= is missing: set it to the new database.', { DATABASE_URL: '' })
  await expectError(/ does not exist\. Create the database/, { DATABASE_URL: `${database.url}_none` })
  expect((await move({ DATABASE_URL: database.url, DATA: folder })).code).toBe(0)
  await expectError(/: it already has items or idempotency keys\. Create a new database for the move\.$/)
  expect(await getContent(database)).toMatchObject({ items: 1 })
})
