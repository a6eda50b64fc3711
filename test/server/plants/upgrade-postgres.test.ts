// An upgrade of PostgreSQL from version 1.0.0, whose instances run on.
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { developmentOwner } from '../../../server/auth/development-issuer.ts'
import { postgresMigrations } from '../../../server/plants/upgrade-postgres.ts'
import { callerOf } from '../../support/caller.ts'
import { cleanUp } from '../../support/folder.ts'
import { type Database, newDatabase } from '../../support/postgres/database.ts'
import { openSession } from '../../support/postgres/session.ts'
import { startService } from '../../support/service.ts'
import { statements } from './statements-1.0.0.ts'

afterAll(cleanUp)

const owner = developmentOwner('ann')
const time = '2025-11-20T09:00:00.000Z'
const unusual = 'é e\u0301 🌵 \u2028 \u200d \ufeff \' " \\ %s {}'
type Name = keyof typeof statements

/** An instance of version 1.0.0: a session with its statements, which it prepares once. */
class OldInstance implements AsyncDisposable {
  readonly #session: Client

  constructor(session: Client) {
    this.#session = session
  }

  async run(name: Name, ...values: unknown[]): Promise<unknown[][]> {
    const { rows } = await this.#session.query<unknown[]>({ name, text: statements[name], values, rowMode: 'array' })
    return rows
  }

  create(id: string, name: string, tag = '') {
    return this.run('insert', owner, id, name, tag, time, time)
  }

  rename(id: string, name: string, expected: unknown[] = [null, null, null]) {
    return this.run('update', owner, id, name, null, '2025-11-21T09:00:00.000Z', ...expected)
  }

  async createOnce(key: string, name: string): Promise<unknown> {
    const [row] = await this.run('insertOnce', owner, randomUUID(), name, '', time, time, key, 24)
    return row?.[0]
  }

  async [Symbol.asyncDispose]() {
    await this.#session.end()
  }
}

let database: Database
beforeEach(async () => {
  database = await newDatabase()
  await using session = await openSession(database.url)
  await session.query('CREATE TABLE data_version (version integer NOT NULL); INSERT INTO data_version VALUES (1)')
  await session.query(postgresMigrations('')[0] ?? '')
})

async function oldInstance(): Promise<OldInstance> {
  return new OldInstance(await openSession(database.url))
}

async function upgraded() {
  const service = await startService({ settings: { DATABASE_URL: database.url } })
  return { service, ann: callerOf(service, 'ann'), [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

it('keeps plants, their texts and times, revisions and keys', async () => {
  await using old = await oldInstance()
  const [id, other] = [randomUUID(), randomUUID()].sort()
  await old.create(id ?? '', unusual, unusual)
  await old.create(other ?? '', 'Moss')
  const created = await old.createOnce('key', 'Fern')
  const [revision] = await old.run('revision', owner)
  await using after = await upgraded()
  const plant = { id, name: unusual, tag: unusual, createdAt: time, updatedAt: time }
  const { text } = await after.ann.send('GET', `/plants/${id}`)
  expect(text).toBe(JSON.stringify(plant))
  expect(await after.ann.plants()).toHaveLength(3)
  const again = { body: { name: 'Fern' }, headers: { 'Idempotency-Key': 'key' } }
  expect((await after.ann.send('POST', '/plants', again)).body).toMatchObject({ id: created, name: 'Fern' })
  expect(await old.run('revision', owner)).toEqual([revision])
})

it('old and new instances see what the other one writes', async () => {
  await using old = await oldInstance()
  const [id, prepared] = [randomUUID(), randomUUID()]
  // Prepared before the tables change.
  await old.create(prepared, 'Prepared')
  await old.rename(prepared, 'Renamed')
  await old.run('listTagged', owner, '00000000-0000-0000-0000-000000000000', 10, '')
  await using after = await upgraded()
  const { ann } = after
  const revisions = new Set<unknown>()
  const names = async () => (await ann.plants()).map(({ name }) => name).sort()
  const oldNames = async () => {
    const page = await old.run('listTagged', owner, '00000000-0000-0000-0000-000000000000', 10, '')
    revisions.add(page[0]?.[0])
    return page.map((row) => row[2]).sort()
  }
  await old.create(id, 'Old')
  const { path } = await ann.create('New')
  expect([await names(), await oldNames()]).toEqual(Array(2).fill(['New', 'Old', 'Renamed']))
  expect(await old.rename(id, unusual)).toMatchObject([{ 0: id, 1: unusual, 2: '' }])
  expect(await old.rename(prepared, 'Renamed')).toMatchObject([{ 0: prepared, 1: 'Renamed' }])
  await ann.send('PATCH', path, { body: { name: 'Newer' } })
  expect([await names(), await oldNames()]).toEqual(Array(2).fill(['Newer', 'Renamed', unusual]))
  const newId = path.slice('/plants/'.length)
  expect(await old.run('get', owner, newId)).toMatchObject([{ 0: newId, 1: 'Newer', 2: '' }])
  expect(await old.run('getLocked', owner, newId)).toMatchObject([{ 0: newId, 1: 'Newer', 2: '' }])
  expect(await old.run('remove', owner, newId, null, null, null)).toEqual([[true]])
  expect(await old.run('remove', owner, newId, null, null, null)).toEqual([])
  expect((await ann.send('DELETE', `/plants/${id}`)).status).toBe(204)
  expect([await names(), await oldNames()]).toEqual(Array(2).fill(['Renamed']))
  expect(revisions.size).toBe(3)
  expect(after.service.internalErrors).toEqual([])
})

it('an idempotency key is known to both', async () => {
  await using old = await oldInstance()
  await using after = await upgraded()
  const create = async (key: string, name: string) => {
    const { status, body } = await after.ann.send('POST', '/plants', {
      body: { name },
      headers: { 'Idempotency-Key': key },
    })
    return [status, Object(body).id]
  }
  const byOld = await old.createOnce('old', 'Fern')
  expect(await create('old', 'Fern')).toEqual([201, byOld])
  const [, byNew] = await create('new', 'Fern')
  expect([await old.createOnce('new', 'Fern'), await old.createOnce('old', 'Fern')]).toEqual([byNew, byOld])
  // Without triggers.
  await database.query(`SET session_replication_role = replica;
    UPDATE creation SET expires_at = now() - interval '1 second';
    UPDATE item_creation SET expires_at = now() - interval '1 second'`)
  const renewed = await old.createOnce('old', 'Fern')
  expect(renewed).not.toBe(byOld)
  expect(await create('old', 'Fern')).toEqual([201, renewed])
  const [, renewedByNew] = await create('new', 'Fern')
  expect(renewedByNew).not.toBe(byNew)
  expect(await old.createOnce('new', 'Fern')).toBe(renewedByNew)
  expect(await old.run('forgetCreations')).toEqual([])
})

it('a conditional change of an old instance never overwrites that of a new one', async () => {
  await using old = await oldInstance()
  await using after = await upgraded()
  const { path } = await after.ann.create('Fern')
  const id = path.slice('/plants/'.length)
  const [[, name, tag, , updatedAt] = []] = await old.run('get', owner, id)
  await using other = await openSession(database.url)
  // The new instance writes between the read and the write of the old one.
  await other.query('BEGIN')
  await other.query(`UPDATE item SET text = replace(text::text, 'Fern', 'Moss')::json WHERE id = $1`, [id])
  const changed = old.rename(id, 'Lost', [name, tag, updatedAt]).catch((error: unknown) => Object(error).code)
  await expect
    .poll(() =>
      database.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE plant%'"),
    )
    .toHaveLength(1)
  await other.query('COMMIT')
  expect(await changed).toBe('40001')
  expect((await after.ann.send('GET', path)).body).toMatchObject({ name: 'Moss' })
})
