// What callers of the connection get when PostgreSQL or the network to it fails. The connection recovers by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../../core/resources/item-store.ts'
import { type Connection, connectToPrimary } from '../../../../server/store/postgres/connection.ts'
import { freePort } from '../../../support/free-port.ts'
import { startProxy } from '../../../support/postgres/proxy.ts'
import { type PostgresServer, startPostgresServer } from '../../../support/postgres/server.ts'
import { openSession } from '../../../support/postgres/session.ts'
import { startStandby } from '../../../support/postgres/standby.ts'
import { start } from '../../../support/process.ts'
import { waitFor, waitUntil } from '../../../support/wait.ts'

// Long enough for a busy machine.
const times = { connectTimeoutMs: 1_500, statementTimeoutMs: 1_200 }
const select = { name: 'select', text: 'SELECT note FROM note ORDER BY note', values: [] }
const insert = (note: string) => ({ name: 'insert', text: 'INSERT INTO note VALUES ($1)', values: [note] })
const sleepFor = (seconds: number) => ({ name: 'sleep', text: 'SELECT pg_sleep($1)', values: [seconds] })

const reasons: string[] = []
const primary = await startPostgresServer()
const standby = await startStandby(primary)
const toPrimary = await startProxy(primary)
const toStandby = await startProxy(standby)
await primary.query('CREATE TABLE note (note text)')

const getServer = (server: PostgresServer, { port }: { port: number }) => ({
  name: `127.0.0.1:${port}`,
  url: server.url('postgres', { port }),
})

async function open(ports: { port: number }[] = [toPrimary], poolSize = 4): Promise<Connection & AsyncDisposable> {
  const servers = ports.map((port) => getServer(primary, port))
  const report = (reason: string) => void reasons.push(reason)
  const connection = await connectToPrimary({ servers, collections: [], poolSize, ...times, report })
  return Object.assign(connection, { [Symbol.asyncDispose]: connection.close })
}

/** The name of the error, or `done`. */
function getOutcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error: Error) => error.name,
  )
}

const notes = async (server: PostgresServer = primary) => (await server.query(select.text)).map(({ note }) => note)
const states = `SELECT pid, state, wait_event FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
const sessions = async () => (await primary.query(states)).length

describe('one server', () => {
  it('that refuses connections is unavailable, and used again when it accepts them', async () => {
    await using connection = await open()
    toPrimary.cut('refuse')
    expect(await connection.isReady()).toBe(false)
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(connection.write(insert('refused'))).rejects.toThrow(StoreUnavailable)
      await sleep(120)
    }
    expect(reasons.at(-1)).toMatch(/ECONNREFUSED/)
    await toPrimary.restore()
    await waitFor(() => connection.write(insert('after')))
    expect(await connection.isReady()).toBe(true)
    expect(await notes()).toEqual(['after'])
  })

  it('that is silent leaves the outcome of a write unknown, and a read refused', async () => {
    await using connection = await open()
    await Promise.all([1, 2, 3, 4].map(() => connection.read(sleepFor(0.05))))
    toPrimary.cut('silent')
    const calls = [connection.write(insert('silent')), connection.read(select)]
    const [write, read] = await Promise.all(calls.map(getOutcome))
    const next = await getOutcome(connection.write(insert('silent later')))
    await toPrimary.restore()
    // The other connections are silent too, so they are not tried.
    expect([write, read, next]).toEqual(['OutcomeUnknown', 'StoreUnavailable', 'StoreUnavailable'])
    await waitFor(() => connection.write(insert('again')))
    expect(await notes()).not.toContain('silent later')
  })

  it('whose statement waits for a lock ends it, with nothing changed', async () => {
    await using connection = await open()
    await using locker = await openSession(primary.url())
    await locker.query('BEGIN; LOCK TABLE note')
    const outcome = await getOutcome(connection.write(insert('locked')))
    await locker.query('ROLLBACK')
    expect(outcome).toBe('StoreUnavailable')
    await connection.write(insert('unlocked'))
    expect(await notes()).toEqual(expect.arrayContaining(['unlocked']))
    expect(await notes()).not.toContain('locked')
  })

  it.each(['notice', 'error'])(
    'whose standby is frozen leaves the outcome unknown, also if somebody cancels (%s)',
    async (level) => {
      await primary.query(`ALTER ROLE tests SET client_min_messages = ${level}`)
      await using connection = await open()
      await connection.write(insert('first'))
      await standby.freeze()
      const unsure = () => insert('unsure')
      const writes = Promise.all(
        [connection.write(unsure()), connection.writeIf(select, () => [unsure()])].map((write) => getOutcome(write)),
      )
      const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' LIMIT 1`
      await waitUntil(async () => (await primary.query(waiting)).length === 1)
      // What is undone waits for no standby.
      expect(await connection.isReady(() => [insert('tried')])).toBe(true)
      const outcomes = await writes
      await standby.thaw()
      await primary.query('ALTER ROLE tests RESET client_min_messages')
      expect(outcomes).toEqual(['OutcomeUnknown', 'OutcomeUnknown'])
      expect(await notes()).not.toContain('tried')
    },
  )

  it('that is a replica is refused at the start', async () => {
    await expect(open([standby])).rejects.toThrow(`127.0.0.1:${standby.port}: the server is a read-only replica`)
    const closed = { port: await freePort() }
    await expect(open([standby, closed])).rejects.toThrow(/is a read-only replica; .*ECONNREFUSED/)
  })

  it('leaves no connection, and lets the process end, also while the network is silent', async () => {
    const before = await sessions()
    const connection = await open()
    await connection.write(insert('last'))
    await connection.close()
    await expect(connection.write(insert('closed'))).rejects.toThrow(StoreUnavailable)
    expect(await connection.isReady()).toBe(false)
    await expect.poll(sessions).toBe(before)
    const { url, name } = getServer(primary, toPrimary)
    const other = getServer(standby, toStandby).url
    const script = `
      import { connectToPrimary } from './stack/server/store/postgres/connection.ts'
      process.on('unhandledRejection', (error) => { console.log(error); process.exit(1) })
      const servers = [{ name: '${name}', url: '${url}' }, { name: 'other', url: '${other}' }]
      const times = ${JSON.stringify(times)}
      const connection = await connectToPrimary({ servers, collections: [], poolSize: 3, ...times })
      const read = () => connection.read({ name: 's', text: 'SELECT pg_sleep(0.1)', values: [] })
      await Promise.all([read(), read(), read()])
      const ending = new Promise((resolve) => process.once('SIGUSR2', resolve))
      console.log('connected')
      await ending
      read().catch((error) => console.log(error.name))
      await connection.close()`
    const child = start(process.execPath, ['--input-type=module', '-e', script])
    await child.printed(/connected/)
    toPrimary.cut('silent')
    toStandby.cut('silent')
    const { code, stdout } = await child.end('SIGUSR2')
    await Promise.all([toPrimary.restore(), toStandby.restore()])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'connected\nStoreUnavailable\n' })
  })
})

// Last, because the servers change their places.
it('two servers are one database: the service follows the primary, and never uses one that was replaced', async () => {
  await using connection = await open([toPrimary, toStandby])
  await using idle = await open([toPrimary, toStandby])
  await connection.write(insert('before'))
  toPrimary.cut('silent')
  const inFlight = getOutcome(connection.write(insert('in flight')))
  await sleep(100)
  await primary.freeze()
  await standby.promote()
  await waitFor(() => connection.write(insert('promoted')))
  expect(['OutcomeUnknown', 'done']).toContain(await inFlight)
  await toPrimary.restore()
  await primary.thaw()
  await sleep(600)
  await connection.write(insert('on the new one'))
  expect(await idle.read(select)).toContainEqual(['on the new one'])
  expect(await notes(standby)).toEqual(expect.arrayContaining(['before', 'promoted', 'on the new one']))
  expect(await notes(primary)).not.toContain('promoted')
  toStandby.cut('refuse')
  await sleep(400)
  for (let attempt = 0; attempt < 20; attempt++) {
    await expect(connection.read(select)).rejects.toThrow(StoreUnavailable)
    await sleep(30)
  }
  await toStandby.restore()
  await waitFor(() => connection.write(insert('back')))
  expect(await notes(primary)).not.toContain('back')
})
