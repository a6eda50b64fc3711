import { describe, expect, it } from 'vitest'
import { asRefusal, StoreUnavailable } from '../../../../core/stores/item-store.ts'
import { type Connection, connectToDatabase } from '../../../../server/store/postgres/connection.ts'
import { PostgresServer, startPostgresServer } from '../../../support/postgres/server.ts'
import { openSession } from '../../../support/postgres/session.ts'
import { startStandby } from '../../../support/postgres/standby.ts'
import { json, startService } from '../../../support/service.ts'
import { existingDataFolder, startProcess } from '../../../support/service-process.ts'
import { waitFor, waitUntil } from '../../../support/wait.ts'

// Timeouts that are long enough for a busy machine.
const times = { connectTimeoutMs: 1_500, statementTimeoutMs: 1_200 }
const timeouts = { DATABASE_CONNECT_TIMEOUT_MS: '1500', DATABASE_STATEMENT_TIMEOUT_MS: '1200' }
const select = { name: 'select', text: 'SELECT note FROM note ORDER BY note', values: [] }
const insert = (note: string) => ({ name: 'insert', text: 'INSERT INTO note VALUES ($1)', values: [note] })
const sleepFor = (seconds: number) => ({ name: 'sleep', text: 'SELECT pg_sleep($1)', values: [seconds] })

const reasons: string[] = []
const primary = await startPostgresServer()
const standby = await startStandby(primary)
await primary.query('CREATE TABLE note (note text)')

async function open({ port }: { port: number } = primary, poolSize = 4): Promise<Connection & AsyncDisposable> {
  const report = (reason: string) => void reasons.push(reason)
  const url = primary.url('postgres', { port })
  const connection = await connectToDatabase({ url, collections: [], poolSize, ...times, report })
  return Object.assign(connection, { [Symbol.asyncDispose]: connection.close })
}

/** Resolves to `done` or the name of the error. */
function getOutcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: Error) => error.name,
  )
}

const readNotes = async (server: PostgresServer = primary) => (await server.query(select.text)).map(({ note }) => note)
const states = `SELECT pid, state, wait_event FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
const countSessions = async () => (await primary.query(states)).length

describe('a server', () => {
  it('that does not respond leaves the outcome of a write unknown, and makes a read unavailable', async () => {
    await using connection = await open()
    await Promise.all([1, 2, 3, 4].map(() => connection.read(sleepFor(0.05))))
    await primary.freeze()
    const calls = [connection.write(insert('silent')), connection.read(select)]
    const [write, read] = await Promise.all(calls.map(getOutcome))
    const next = await getOutcome(connection.write(insert('silent later')))
    await primary.thaw()
    // The other connections of the pool do not respond either, so the service does not try them.
    expect([write, read, next]).toEqual(['OutcomeUnknown', 'StoreUnavailable', 'StoreUnavailable'])
    await waitFor(() => connection.write(insert('again')))
    expect(await readNotes()).not.toContain('silent later')
  })

  it('cancels a statement that waits for a lock, without a change', async () => {
    await using connection = await open()
    await using locker = await openSession(primary.url())
    await locker.query('BEGIN; LOCK TABLE note')
    const outcome = await getOutcome(connection.write(insert('locked')))
    await locker.query('ROLLBACK')
    expect(outcome).toBe('StoreUnavailable')
    await connection.write(insert('unlocked'))
    expect(await readNotes()).toEqual(expect.arrayContaining(['unlocked']))
    expect(await readNotes()).not.toContain('locked')
  })

  it.each(['notice', 'error'])(
    'whose standby is frozen leaves the outcome of writes unknown, even if the wait is cancelled (%s)',
    async (level) => {
      await primary.query(`ALTER ROLE tests SET client_min_messages = ${level}`)
      await using connection = await open()
      await connection.write(insert('first'))
      await standby.freeze()
      const uncertain = () => insert('unsure')
      const writes = Promise.all(
        [connection.write(uncertain()), connection.transact((run) => run(uncertain()))].map(getOutcome),
      )
      const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' LIMIT 1`
      await waitUntil(async () => (await primary.query(waiting)).length === 1)
      // A transaction that is rolled back does not wait for the standby.
      expect(await connection.readiness(() => [insert('tried')])).toBe('ready')
      const outcomes = await writes
      await standby.thaw()
      await primary.query('ALTER ROLE tests RESET client_min_messages')
      expect(outcomes).toEqual(['OutcomeUnknown', 'OutcomeUnknown'])
      expect(await readNotes()).not.toContain('tried')
    },
  )

  it('that is a read-only replica makes the start fail', async () => {
    await expect(open(standby)).rejects.toThrow('the server is a read-only replica')
  })

  it('keeps no session of a closed store, and the process can exit even if the server does not respond', async () => {
    // The sessions of the tests before are closing.
    await expect.poll(countSessions).toBe(0)
    const connection = await open()
    await connection.write(insert('last'))
    await connection.close()
    await expect(connection.write(insert('closed'))).rejects.toThrow(StoreUnavailable)
    expect(await connection.readiness()).toBe('unavailable')
    await expect.poll(countSessions).toBe(0)
    const service = await startProcess({ DATABASE_URL: primary.url(), DATA: await existingDataFolder(), ...timeouts })
    await primary.freeze()
    const { code, signal } = await service.end()
    await primary.thaw()
    expect({ code, signal }).toEqual({ code: 0, signal: null })
  })
})

describe('a transaction', () => {
  const run = (text: string) => ({ name: text, text, values: [] })
  const pidStatement = run('SELECT pg_backend_pid()')

  it('that is refused or fails changes nothing, and its session is reused', async () => {
    await using connection = await open(primary, 1)
    const pid = await connection.read(pidStatement)
    const refuse = () => {
      throw new Error('refused')
    }
    const refused = connection.transact(async (run) => [await run(insert('refused')), asRefusal(refuse)])
    await expect(refused).rejects.toThrow('refused')
    expect(await connection.transact(async (run) => void (await run(insert('undone'))))).toBeUndefined()
    const failing = run('INSERT INTO none VALUES (1)')
    await expect(connection.write(failing)).rejects.toThrow(StoreUnavailable)
    expect(await connection.readiness(() => [insert('tried'), failing])).toBe('unavailable')
    expect(reasons.at(-1)).toBe('relation "none" does not exist')
    expect(await connection.read(pidStatement)).toEqual(pid)
    await connection.write(insert('kept'))
    expect(await readNotes()).toContain('kept')
    for (const note of ['refused', 'undone', 'tried']) expect(await readNotes()).not.toContain(note)
  })

  it('whose session ends before the commit changes nothing', async () => {
    await using connection = await open()
    const end = run('SELECT pg_terminate_backend(pg_backend_pid())')
    const ending = connection.transact(async (run) => [await run(insert('never')), await run(end)])
    await expect(ending).rejects.toThrow(StoreUnavailable)
    expect(await readNotes()).not.toContain('never')
  })

  it('in which the service hangs is ended by PostgreSQL, and changes nothing', async () => {
    await using connection = await open()
    const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300 + times.statementTimeoutMs)
    const hanging = connection.transact(async (run) => [await run(insert('hung')), hang(), await run(insert('hung'))])
    await expect(hanging).rejects.toThrow(StoreUnavailable)
    expect(reasons.at(-1)).toMatch(/idle-in-transaction timeout|Connection terminated/)
    expect(await readNotes()).not.toContain('hung')
  })

  it('is not sent for a client that has disconnected', async () => {
    await using connection = await open()
    const caller = { destroyed: true }
    await expect(connection.read(select, caller)).rejects.toThrow(StoreUnavailable)
    await expect(connection.write(insert('left'), caller)).rejects.toThrow(StoreUnavailable)
    expect(await readNotes()).not.toContain('left')
  })
})

// The last test, because the standby becomes the primary.
it('a service loses no acknowledged write when the server restarts, and when a standby takes over its address', async () => {
  await using service = await startService({ settings: { DATABASE_URL: primary.url(), ...timeouts } })
  const statuses: number[] = []
  const acknowledged: string[] = []
  let isEnding = false
  const create = async () => {
    while (!isEnding) {
      const response = await service.request('/lamps', json({ name: 'Desk lamp' }))
      statuses.push(response.status)
      if (response.status === 201) acknowledged.push(Object(await response.json()).id)
    }
  }
  const load = [create(), create(), create()]
  const waitForResponses = async (status: number) => {
    const from = statuses.length
    await waitUntil(async () => statuses.slice(from).filter((value) => value === status).length > 9)
  }
  await waitForResponses(201)
  await primary.kill('SIGINT')
  await waitForResponses(503)
  await primary.start()
  await waitForResponses(201)
  await primary.kill()
  await standby.promote()
  await standby.kill('SIGINT')
  await waitForResponses(503)
  const successor = new PostgresServer(primary.installation, standby.dataDirectory, primary.port)
  await successor.start()
  await waitForResponses(201)
  isEnding = true
  await Promise.all(load)
  const stored = new Set((await successor.query('SELECT id FROM item')).map(({ id }) => id))
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  // The outcome of a write in flight can be unknown, which is a 500.
  expect(new Set([...statuses, 500])).toEqual(new Set([201, 500, 503]))
  expect(service.log).toContainEqual(expect.objectContaining({ reason: expect.stringMatching(/ECONNREFUSED/) }))
})
