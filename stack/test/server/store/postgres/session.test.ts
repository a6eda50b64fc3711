// A transaction of the service, over a connection with one session.
import { beforeEach, describe, expect, it } from 'vitest'
import { asRefusal, StoreUnavailable } from '../../../../core/stores/item-store.ts'
import { type Connection, connectToDatabase } from '../../../../server/store/postgres/connection.ts'
import { onCleanUp } from '../../../support/folder.ts'
import { type Database, newDatabase } from '../../../support/postgres/database.ts'

const statementTimeoutMs = 1_200
const getPid = { name: 'pid', text: 'SELECT pg_backend_pid()', values: [] }
const end = { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())', values: [] }
const failing = { name: 'failing', text: 'INSERT INTO none VALUES (1)', values: [] }
const insert = (note: string) => ({ name: 'insert', text: 'INSERT INTO note VALUES ($1)', values: [note] })

let database: Database
let connection: Connection
let reasons: string[]
beforeEach(async () => {
  database = await newDatabase()
  await database.query('CREATE TABLE note (note text)')
  reasons = []
  const report = (reason: string) => void reasons.push(reason)
  const times = { connectTimeoutMs: 10_000, statementTimeoutMs }
  connection = await connectToDatabase({ url: database.url, collections: [], poolSize: 1, ...times, report })
  onCleanUp(connection.close)
})

const notes = async () => (await database.query('SELECT note FROM note')).map(({ note }) => note)

describe('a transaction', () => {
  it('that is refused or fails changes nothing, and its session goes on', async () => {
    const pid = await connection.read(getPid)
    const refuse = () => {
      throw new Error('refused')
    }
    const refused = connection.transact(async (run) => [await run(insert('refused')), asRefusal(refuse)])
    await expect(refused).rejects.toThrow('refused')
    expect(await connection.transact(async (run) => void (await run(insert('undone'))))).toBeUndefined()
    await expect(connection.transact((run) => run(failing))).rejects.toThrow(StoreUnavailable)
    expect(await connection.readiness(() => [insert('tried'), failing])).toBe('unavailable')
    expect(reasons.at(-1)).toBe('relation "none" does not exist')
    expect(await connection.read(getPid)).toEqual(pid)
    await connection.write(insert('kept'))
    expect(await notes()).toEqual(['kept'])
    const inTransaction = `SELECT FROM pg_stat_activity
                           WHERE state LIKE 'idle in transaction%' AND datname = current_database()`
    expect(await database.query(inTransaction)).toEqual([])
  })

  it('whose session ends before the commit changes nothing', async () => {
    const ending = connection.transact(async (run) => [await run(insert('never')), await run(end)])
    await expect(ending).rejects.toThrow(StoreUnavailable)
    expect(await notes()).toEqual([])
  })

  it('in which the service hangs is ended by PostgreSQL, and changes nothing', async () => {
    const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, statementTimeoutMs + 300)
    const hanging = connection.transact(async (run) => [await run(insert('hung')), hang(), await run(insert('late'))])
    await expect(hanging).rejects.toThrow(StoreUnavailable)
    expect(reasons.at(-1)).toMatch(/idle-in-transaction timeout|Connection terminated/)
    expect(await notes()).toEqual([])
  })

  it('is not sent for a caller that has left', async () => {
    const caller = { destroyed: true }
    const calls = [connection.read(getPid, caller), connection.write(insert('left'), caller)]
    await Promise.all(calls.map((call) => expect(call).rejects.toThrow(StoreUnavailable)))
    expect([await notes(), reasons]).toEqual([[], []])
  })
})
