// Several processes of the service behind one port, over PostgreSQL. lab/restarts/ has their restart under load.
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { developmentIssuer } from '../../../server/auth/development-issuer.ts'
import { postgresSchema } from '../../../server/store/schemas.ts'
import { listenOn } from '../../support/free-port.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { findChildren } from '../../support/process.ts'
import { openSocket } from '../../support/raw-http.ts'
import { rooms } from '../../support/rooms.ts'
import {
  existingDataFolder,
  getLog,
  runServer,
  type ServiceProcess,
  startProcess,
  tokenFor,
} from '../../support/service-process.ts'
import { waitFor, waitUntil } from '../../support/wait.ts'

/** A service in which the sign of each room is the id of the process that responds. */
const script = 'stack/test/support/process-ids.ts'

const database = await newDatabase()
const DATA = await existingDataFolder()
const common = { DATABASE_URL: database.url, DATA, WORKERS: '2', OPS_PORT: '0', RATE_LIMIT_PER_MINUTE: '0' }
const Authorization = `Bearer ${await tokenFor({ DATA })}`
const { migrations } = postgresSchema
let room: string

const start = (settings: Record<string, string> = {}) => startProcess({ ...common, ...settings }, { script })

/** Returns the process ids of the running workers. */
const getWorkers = ({ pid }: ServiceProcess) => findChildren(pid)

const findRunning = async (pids: number[]) => (await readdir('/proc')).filter((pid) => pids.includes(Number(pid)))

/** Sends a request on a new connection. */
const send = (url: string, headers = {}, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { Authorization, Connection: 'close', ...headers } })

async function createRoom({ url }: ServiceProcess): Promise<string> {
  const init = { method: 'POST', body: '{"name":"Lab"}' }
  const response = await send(`${url}/rooms`, { 'Content-Type': 'application/json' }, init)
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}

/** Number of requests for a sign so far. */
let signsRead = 0

/** Returns the id of the process that responds on a new connection. */
async function getResponderPid({ url }: ServiceProcess): Promise<number> {
  signsRead++
  const response = await send(`${url}/rooms/${room}/sign`)
  expect(response.status).toBe(200)
  return Number(((await response.json()) as { sign: string }).sign)
}

async function metric({ opsUrl }: ServiceProcess, series: string): Promise<number> {
  const lines = (await (await fetch(`${opsUrl}/metrics`)).text()).split('\n')
  return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length))
}

describe('two workers', () => {
  let service: ServiceProcess

  beforeAll(async () => {
    service = await start({ LOG_LEVEL: 'info' })
    room = await createRoom(service)
  })

  // A response is counted only after it has been sent.
  const expectAllCounted = () =>
    waitFor(async () =>
      expect(await metric(service, 'rooms_http_responses_total{operation="readSign",status="200"}')).toBe(signsRead),
    )

  it('get the same number of connections, and one metric counts the requests of both', async () => {
    const counts = new Map(getWorkers(service).map((pid) => [pid, 0]))
    // One after the other, because of concurrent connections, a worker that gets less CPU time accepts fewer.
    for (let request = 0; request < 40; request++) {
      const pid = await getResponderPid(service)
      counts.set(pid, (counts.get(pid) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual([20, 20])
    await expectAllCounted()
    expect(await metric(service, 'rooms_http_response_seconds_count{operation="readSign"}')).toBe(signsRead)
    expect(await metric(service, `rooms_store_info{engine="postgresql",schema_version="${migrations.length}"}`)).toBe(1)
    expect(await metric(service, 'rooms_workers')).toBe(2)
    expect(service.stdout.match(/listening on/g)).toHaveLength(1)
    expect(getLog(service).filter(({ msg }) => msg !== 'response')).toEqual([])
  })

  it('are replaced if they are killed, and their metrics remain', async () => {
    const [killed = 0] = getWorkers(service)
    // Only the metrics of a worker that were read before its end remain.
    await expectAllCounted()
    process.kill(killed, 'SIGKILL')
    await service.waitForOutput(/a worker has ended/)
    expect(await getResponderPid(service)).not.toBe(killed)
    await waitFor(async () => expect(await metric(service, 'rooms_workers')).toBe(2))
    const workers = getWorkers(service)
    expect(workers).toHaveLength(2)
    expect(workers).not.toContain(killed)
    expect(new Set([await getResponderPid(service), await getResponderPid(service)])).toEqual(new Set(workers))
    await expectAllCounted()
    const log = getLog(service).find(({ level }) => level === 50)
    expect(log).toMatchObject({ worker: killed, signal: 'SIGKILL', msg: 'a worker has ended; a new one replaces it' })
  })

  it('finish their requests and exit with status 0 after SIGTERM, while /ready returns 503', async () => {
    const workers = getWorkers(service)
    const socket = await openSocket(service.url)
    socket.write('GET /lamps HTTP/1.1\r\n')
    await getResponderPid(service)
    service.kill('SIGTERM')
    await service.waitForOutput(/"msg":"stopping"/)
    expect((await fetch(`${service.opsUrl}/ready`)).status).toBe(503)
    socket.write('Host: localhost\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 401 [\s\S]*Connection: close\r\n/)
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
    expect(await findRunning(workers)).toEqual([])
    expect(getLog(service).filter(({ msg }) => msg === 'stopping')).toHaveLength(1)
  })
})

describe('two workers with limits', () => {
  let service: ServiceProcess

  beforeAll(async () => {
    service = await start({ RATE_LIMIT_PER_MINUTE: '10', MAX_CONNECTIONS: '3', LOG_LEVEL: 'info' })
  })

  it('apply them separately: a caller who alternates between both has twice as many requests', async () => {
    const issuer = await developmentIssuer(rooms.contract.product, DATA)
    let attempts = 0
    // All counters are reset at the end of a minute, so the first attempt may fail.
    await waitFor(async () => {
      const token = await issuer.sign({ subject: `caller ${++attempts}`, scope: 'rooms:read' })
      const statuses: number[] = []
      while (statuses.length < 22) {
        statuses.push((await send(`${service.url}/lamps`, { Authorization: `Bearer ${token}` })).status)
      }
      expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
    })
  })

  it('each close the connections that exceed MAX_CONNECTIONS', async () => {
    const sockets: Socket[] = []
    /** @returns Whether the connection stays open. */
    const connect = async () => {
      const socket = await openSocket(service.url)
      sockets.push(socket)
      socket.write('GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n')
      // A connection that is closed before it is read is reset.
      const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => [])
      return Buffer.isBuffer(data)
    }
    // The service closes idle connections, so the connections must be opened without a pause.
    await waitFor(async () => {
      for (const socket of sockets.splice(0)) socket.destroy()
      const isOpen = await Array.fromAsync(Array(8), connect)
      expect(isOpen).toEqual([...Array(6).fill(true), false, false])
    })
    for (const socket of sockets) socket.destroy()
  })

  it('end at once if the primary process is killed', async () => {
    const workers = getWorkers(service)
    await service.end('SIGKILL')
    await expect.poll(() => findRunning(workers)).toEqual([])
  })
})

const startAndFail = async (settings: Record<string, string>) => {
  const { code, signal, stdout, stderr } = await runServer({ ...common, PORT: '0', ...settings })
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' })
  return stderr
}

it('a start with two workers that fails prints one line', async () => {
  await using server = createServer()
  const port = String(await listenOn(server))
  expect(await startAndFail({ PORT: port })).toBe(`127.0.0.1 port ${port} is in use: choose another port with PORT=.\n`)
  expect(await startAndFail({ OPS_PORT: port })).toMatch(/^.* is in use: choose another port with OPS_PORT=\.\n$/)
  expect(await startAndFail({ DATABASE_URL: `${database.url}_none` })).toMatch(/^DATABASE_URL= cannot be used: .*\n$/)
})

it('a worker that cannot start is restarted after a pause', async () => {
  await using closed = await newDatabase()
  const service = await start({ DATABASE_URL: closed.url, LOG_LEVEL: 'info' })
  const name = new URL(closed.url).pathname.slice(1)
  const allow = (isAllowed: boolean) => database.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAllowed}`)
  const failures = () => getLog(service).filter(({ msg }) => msg === 'a worker cannot start')
  await allow(false)
  process.kill(getWorkers(service)[0] ?? 0, 'SIGKILL')
  await waitUntil(() => failures().length >= 3)
  const [, second = 0, third = 0] = failures().map(({ time }) => Date.parse(String(time)))
  // The pause is one second. The clock of timers differs from the clock of the log.
  expect(third - second).toBeGreaterThan(950)
  await allow(true)
  await waitFor(async () => expect(await metric(service, 'rooms_workers')).toBe(2))
})
