// Conditional writes through the service, over PostgreSQL, of clients that leave.
import { Client } from 'pg'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { callerOf } from '../../support/caller.ts'
import { cleanUp } from '../../support/folder.ts'
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
