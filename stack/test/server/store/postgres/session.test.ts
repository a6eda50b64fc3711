// A transaction of the service, over a connection with one session.
import { beforeEach, expect, it } from 'vitest'
import { orRefused, StoreUnavailable } from '../../../../core/stores/item-store.ts'
import { type Connection, connectToDatabase } from '../../../../server/store/postgres/connection.ts'
import type { Row, Statement } from '../../../../server/store/postgres/session.ts'
import { onCleanUp } from '../../../support/folder.ts'
import { type Database, newDatabase } from '../../../support/postgres/database.ts'

const statementTimeoutMs = 1_200
const getPid = { name: 'pid', text: 'SELECT pg_backend_pid()', values: [] }
const lock = { name: 'lock', text: 'SELECT note FROM note FOR UPDATE', values: [] }
const insert = (note: string) => ({ name: 'insert', text: 'INSERT INTO note VALUES ($1)', values: [note] })
const failing = { name: 'failing', text: 'INSERT INTO none VALUES (1)', values: [] }

let database: Database
let connection: Connection
let reasons: string[]
beforeEach(async () => {
  database = await newDatabase()
  await database.query(`CREATE TABLE note AS SELECT 'first' AS note`)
  reasons = []
  const report = (reason: string) => void reasons.push(reason)
  const times = { connectTimeoutMs: 10_000, statementTimeoutMs }
  connection = await connectToDatabase({ url: database.url, collections: [], poolSize: 1, ...times, report })
  onCleanUp(connection.close)
})

const writeIf = (select: Statement, decide: (rows: Row[]) => Statement[]) =>
  connection.transact(async (run) => {
    const rows = await run(select)
    for (const statement of orRefused(() => decide(rows))) await run(statement)
    return rows
  })

const notes = async () => (await database.query('SELECT note FROM note ORDER BY note')).map(({ note }) => note)

it('a transaction that is refused or fails changes nothing, and its session goes on', async () => {
  const pid = await connection.read(getPid)
  const refuse = () => {
    throw new Error('refused')
  }
  await expect(writeIf(lock, refuse)).rejects.toThrow('refused')
  expect(await connection.transact(async (run) => void (await run(insert('undone'))))).toBeUndefined()
  await expect(writeIf(lock, () => [failing])).rejects.toThrow(StoreUnavailable)
  expect(await connection.readiness(() => [insert('tried'), failing])).toBe('unavailable')
  expect(reasons.at(-1)).toBe('relation "none" does not exist')
  expect(await connection.read(getPid)).toEqual(pid)
  await writeIf(lock, (rows) => [insert(`after ${rows}`)])
  expect(await notes()).toEqual(['after first', 'first'])
  const inTransaction = `SELECT FROM pg_stat_activity
                         WHERE state LIKE 'idle in transaction%' AND datname = current_database()`
  expect(await database.query(inTransaction)).toEqual([])
})

it('a transaction whose session ends before the commit changes nothing', async () => {
  const end = { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())', values: [] }
  await expect(writeIf(end, () => [insert('never')])).rejects.toThrow(StoreUnavailable)
  expect(await notes()).toEqual(['first'])
})

it('a transaction in which the service hangs is ended by PostgreSQL, and changes nothing', async () => {
  const hang = () => {
    const end = performance.now() + statementTimeoutMs + 300
    while (performance.now() < end) {
      // As a process that does not run.
    }
    return [insert('hung')]
  }
  await expect(writeIf(lock, hang)).rejects.toThrow(StoreUnavailable)
  expect(reasons.at(-1)).toMatch(/idle-in-transaction timeout|Connection terminated/)
  expect(await notes()).toEqual(['first'])
})

it('no statement is sent for a caller that has left', async () => {
  const caller = { destroyed: true }
  const calls = [connection.read(getPid, caller), connection.write(insert('left'), caller)]
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow(StoreUnavailable)))
  expect([await notes(), reasons]).toEqual([['first'], []])
})
