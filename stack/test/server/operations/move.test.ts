// `make move`: the service over PostgreSQL serves what it served over SQLite.
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { developmentOwner } from '../../../server/auth/development-issuer.ts'
import { prepareDatabase } from '../../../server/store/postgres/prepare.ts'
import { product } from '../../product/generated/product.ts'
import { newFolder } from '../../support/folder.ts'
import { readEverything } from '../../support/lamp-client.ts'
import { type Database, newDatabase } from '../../support/postgres/database.ts'
import { openSession } from '../../support/postgres/session.ts'
import { type Settings, start } from '../../support/process.ts'
import { json, type Service, startService } from '../../support/service.ts'
import { runCommand, runServer } from '../../support/service-process.ts'
import { filledFolder, getLamps, openLamps, toLamp } from '../../support/stored-lamps.ts'

const move = (settings: Settings) => runCommand('move', settings)
const toHash = async (file: string) => hash('sha256', await readFile(file))

const unusual = [
  'é e\u0301 🌵 \u200d \ufeff \' " \\ %',
  '{NULL,"a\\b"}',
  'NULL',
  '\u2028\u{10ffff}',
  ' ',
  '\ue000',
  '🌱',
]

/** A data folder of a service that had callers with many lamps, with few, with unusual ones, and with keys. */
async function usedFolder() {
  const folder = await newFolder()
  const store = await openLamps(folder)
  const locate = (subject: string) => getLamps(developmentOwner(product, subject))
  const lamps = Array.from({ length: 1_100 }, (_, number) => toLamp(`n${number}`, { tag: `tag ${number % 3}` }))
  await Promise.all(lamps.map((lamp) => store.create(locate('gardener'), lamp)))
  const others = unusual.map((text, number) => toLamp(`u${number}`, { name: text, tag: text }))
  await Promise.all(others.map((lamp) => store.create(locate('Ünusual "\\ owner'), lamp)))
  await store.close()
  return folder
}

const subjects = ['gardener', 'Ünusual "\\ owner', 'ann']
/** Of today, because PostgreSQL has its own clock. It stands still: both services have the same time. */
const startTime = new Date()
const now = () => startTime

function createWithKey(service: Service, name: string) {
  const { headers, ...init } = json({ name })
  return service.request('/lamps', { ...init, headers: { ...headers, 'Idempotency-Key': '"key-1"' } })
}

it('moves every lamp and every key, and does not change the file', async () => {
  const folder = await usedFolder()
  const read = async (service: Service) => ({
    everything: await readEverything(service, subjects),
    replay: await createWithKey(service, 'Desk').then(async (response) => [response.status, await response.text()]),
  })
  let before: Awaited<ReturnType<typeof read>>
  {
    await using service = await startService({ folder, now })
    expect((await createWithKey(service, 'Desk')).status).toBe(201)
    before = await read(service)
  }
  const file = join(folder, 'rooms.db')
  const unchanged = await toHash(file)
  const database = await newDatabase()
  const { code, stdout, stderr } = await move({ DATABASE_URL: database.url, DATA: folder })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Copying \S+rooms.db to PostgreSQL...\n/)
  expect(stdout).toMatch(/^Moved 1,108 items and 1 idempotency key\.$/m)
  expect(stdout).toMatch(/^Next: start the service with the same DATABASE_URL/m)
  expect(await toHash(file)).toBe(unchanged)

  const DATABASE_URL = database.url
  await using service = await startService({ folder, now, settings: { DATABASE_URL } })
  expect(withoutListTags(await read(service))).toEqual(withoutListTags(before))
  expect((await service.request('/lamps', json({ name: 'After' }))).status).toBe(201)
})

type Everything = Awaited<ReturnType<typeof readEverything>>

/** The entity tag of a list names the state of the database, which is another one. */
function withoutListTags({ everything, replay }: { everything: Everything; replay: unknown }) {
  const entries = Object.entries(everything).map(([subject, { pages, lamps }]) => {
    return [subject, { lamps, pages: pages.map(({ etag, ...page }) => page) }] as const
  })
  return { replay, everything: Object.fromEntries(entries) }
}

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
    const child = start(process.execPath, ['stack/test/product/main.ts', 'move'], { settings })
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
    await expect.poll(() => database.query(waiting)).toHaveLength(1)
    expect((await child.end('SIGKILL')).stdout).not.toContain('Moved')
  })

  it('continues after its last batch, before which no service starts, and builds the indexes at its end', async () => {
    const getIndexes = () => database.query("SELECT FROM pg_indexes WHERE indexname LIKE 'item\\_index\\_%'")
    const before = await getFirstRow()
    const items = Number((await getContent(database))?.items)
    expect(items).toBeGreaterThanOrEqual(1_000)
    expect(items).toBeLessThan(2_400)
    expect(await getIndexes()).toEqual([])
    expect(await runServer({ DATABASE_URL: database.url })).toMatchObject({
      code: 1,
      stderr:
        'DATABASE_URL= cannot be used: a move from SQLite to it has not ended. Run the command move again: it continues.\n',
    })
    expect(await move(settings)).toMatchObject({ code: 0, stderr: '' })
    expect(await getFirstRow()).toEqual(before)
    expect(await getContent(database)).toEqual({ items: 2_400, keys: 0, revisions: 2 })
    expect(await getIndexes()).not.toEqual([])
    await using _service = await startService({ settings: { DATABASE_URL: database.url } })
  })

  it('is refused at its end if the file has changed since its begin', async () => {
    const [first] = await getFirstRow()
    const store = await openLamps(folder)
    await store.delete(getLamps('ann'), String(first?.id), () => {})
    await store.close()
    expect(await move(settings)).toMatchObject({
      code: 1,
      stderr:
        'DATABASE_URL= cannot be used: it has other rows than SQLite, which has changed since the move began. Drop the database, create it again, and run the command again.\n',
    })
    expect((await runServer({ DATABASE_URL: database.url })).stderr).toContain('has not ended')
  })
})

it('refuses what cannot be moved, in one line that says what to do', async () => {
  const folder = await newFolder()
  const store = await openLamps(folder)
  const database = await newDatabase()
  const settings = { DATABASE_URL: database.url, DATA: folder }
  const toError = async (changes: Settings = {}) => {
    const { code, stderr } = await move({ ...settings, ...changes })
    expect(code).toBe(1)
    expect(stderr.trimEnd()).not.toMatch(/\n|password=/)
    return stderr.trimEnd()
  }
  expect(await toError()).toBe(
    `The data folder ${folder} cannot be used: database is locked. Stop the other server that uses it, or choose another folder with DATA=.`,
  )
  await store.create(getLamps('ann'), toLamp('a'))
  await store.close()
  const empty = await newFolder()
  expect(await toError({ DATA: empty })).toBe(`There is no ${empty}/rooms.db. Set DATA= as for the service.`)
  expect(await toError({ DATABASE_URL: '' })).toBe('DATABASE_URL= is missing: set it to the new database.')
  expect(await toError({ DATABASE_URL: `${database.url}_none` })).toMatch(
    /^DATABASE_URL= cannot be used: .* does not exist. Create the database/,
  )
  expect((await move(settings)).code).toBe(0)
  expect(await toError()).toBe(
    'DATABASE_URL= cannot be used: it has items or idempotency keys already. Create a new database for the move.',
  )
  expect(await getContent(database)).toMatchObject({ items: 1 })
})
