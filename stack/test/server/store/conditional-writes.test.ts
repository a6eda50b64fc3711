// Conditional writes through the service, over a real database: many at the same time, of clients that leave, and of a lamp
// that no longer equals what is read.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { callerOf } from '../../support/caller.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { openSession } from '../../support/postgres/session.ts'
import { startService } from '../../support/service.ts'

afterAll(cleanUp)
afterEach(() => vi.restoreAllMocks())

// Long enough for a busy machine.
const timeouts = { DATABASE_CONNECT_TIMEOUT_MS: '20000', DATABASE_STATEMENT_TIMEOUT_MS: '20000' }
const headers = { 'If-Match': '*' }

/** The names or texts of the statements that the process has sent since. */
function sentStatements(): () => string[] {
  const query = vi.spyOn(Client.prototype, 'query')
  return () =>
    query.mock.calls.map(([sent]: unknown[]) => (typeof sent === 'string' ? sent : (Object(sent).name ?? 'settings')))
}

it('200 conditional changes of one lamp succeed with a bounded number of statements', async () => {
  await using database = await newDatabase()
  await using service = await startService({ settings: { ...timeouts, DATABASE_URL: database.url } })
  const ann = callerOf(service, 'ann')
  const { path } = await ann.create('Desk')
  const sent = sentStatements()
  const changes = Array.from({ length: 200 }, (_, index) =>
    ann.send('PATCH', path, { headers, body: { name: `Desk ${index}` } }),
  )
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]))
  const counts = Object.groupBy(sent(), (name) => name)
  expect(counts.get?.length).toBeLessThanOrEqual(2 * 200)
  expect(counts.update?.length).toBeLessThanOrEqual(3 * 200)
  for (const name of ['BEGIN', 'getLocked', 'COMMIT']) expect(counts[name]?.length ?? 0, name).toBeLessThanOrEqual(200)
  expect(counts.ROLLBACK).toBeUndefined()
})

it('a client that has left causes no more statements', async () => {
  await using database = await newDatabase()
  const settings = { ...timeouts, DATABASE_URL: database.url, DATABASE_POOL_SIZE: '1' }
  await using service = await startService({ settings })
  const ann = callerOf(service, 'ann')
  const { path } = await ann.create('Desk')
  const Authorization = `Bearer ${await service.token('ann')}`
  await using locker = await openSession(database.url)
  await locker.query('BEGIN; UPDATE item SET text = text')
  const leaving = new AbortController()
  const clients = Array.from({ length: 50 }, () =>
    fetch(service.url + path, {
      method: 'PATCH',
      headers: { ...headers, Authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Wall' }),
      signal: leaving.signal,
    }).catch(() => 'left'),
  )
  const waiting = `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  await expect.poll(async () => (await locker.query(waiting)).rows).toEqual([{ count: 1 }])
  leaving.abort()
  await Promise.all(clients)
  await expect.poll(() => service.log.filter(({ aborted }) => aborted).length).toBe(50)
  const sent = sentStatements()
  await locker.query('COMMIT')
  // The pool serves this one last.
  expect((await ann.send('GET', path)).status).toBe(200)
  expect(sent().filter((name) => name !== 'COMMIT')).toEqual(['get'])
  expect(service.internalErrors).toEqual([])
})

it('a lamp whose name is not UTF-8 can be changed and deleted under a condition', async () => {
  const folder = await newFolder()
  const { path } = await (async () => {
    await using service = await startService({ folder })
    return await callerOf(service).create('Desk')
  })()
  const database = new DatabaseSync(join(folder, 'rooms.db'))
  database.exec(`UPDATE item SET text = CAST(replace(CAST(text AS BLOB), 'Desk', x'ff') AS TEXT)`)
  database.close()
  await using service = await startService({ folder })
  const { send } = callerOf(service)
  const read = await send('GET', path)
  expect(read).toMatchObject({ status: 200, body: { name: '\ufffd' } })
  const tag = read.headers.get('ETag') ?? ''
  const changed = await send('PATCH', path, { headers: { 'If-Match': tag }, body: { tag: 'stairs' } })
  expect(changed).toMatchObject({ status: 200, body: { name: '\ufffd', tag: 'stairs' } })
  expect((await send('DELETE', path, { headers: { 'If-Match': tag } })).status).toBe(412)
  expect((await send('DELETE', path, { headers })).status).toBe(204)
})
