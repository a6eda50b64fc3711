// The log, and a real process that cannot write to its stderr.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../support/folder.ts'
import { getOutput } from '../../support/process.ts'
import { openSocket, sendRawRequest } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'
import { existingDataFolder, type ServiceProcess, startProcess } from '../../support/service-process.ts'
import { sharedService } from '../../support/shared-service.ts'
import { waitUntil } from '../../support/wait.ts'

const secret = 'the-secret-stairs'
const service = await sharedService()
const Authorization = `Bearer ${await service.token()}`
const get = (path: string, init?: RequestInit) => fetch(service.url + path, init)

function getLine(requestId: string | null | undefined): Promise<Record<string, unknown>> {
  return waitUntil(() => service.log.find((line) => line.requestId === requestId))
}

describe('the log', () => {
  it('has a line of JSON for each response, with its Request-Id', async () => {
    const { headers } = await get('/lamps?limit=1', { headers: { Authorization } })
    expect(await getLine(headers.get('Request-Id'))).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: headers.get('Request-Id'),
      method: 'GET',
      operationId: 'listLamps',
      status: 200,
      milliseconds: expect.any(Number),
      msg: 'response',
    })
  })

  it('marks a response as aborted, without a status, if the client disconnects before it', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const listLamps = () => closed.then(() => ({ status: 200 as const, body: [] }))
    await using slow = await startService({ handlers: { listLamps } })
    const socket = await openSocket(slow.url)
    socket.write(`GET /lamps HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await slow.token()}\r\n\r\n`)
    await sleep(200)
    socket.resetAndDestroy()
    const line = await waitUntil(() => slow.log.find(({ msg }) => msg === 'response'))
    close()
    expect(line).toMatchObject({ aborted: true, operationId: 'listLamps' })
    expect(line).not.toHaveProperty('status')
  })

  it('has no tokens, no bodies and no paths', async () => {
    const headers = { Authorization, 'X-Api-Key': secret, Cookie: secret, 'Content-Type': 'application/json' }
    const [, token = ''] = Authorization.split(' ')
    const responses = [
      await get('/lamps', { method: 'POST', headers, body: `{"name":"${secret}"}` }),
      await get('/lamps', { method: 'POST', headers, body: `{"name":"${secret}` }),
      await get(`/lamps?tag=${secret}&access_token=${token}`, { headers }),
      await get(`/${secret}/${token}`, { headers }),
      await get('/lamps', { headers: { Authorization: `${Authorization}x` } }),
      await get('/lamps', { headers: { Authorization: `Basic ${secret}` } }),
    ]
    expect((await sendRawRequest(service.url, 'GET /lamps', [`X ${secret}`])).status).toBe(400)
    for (const response of responses) await getLine(response.headers.get('Request-Id'))
    const text = JSON.stringify(service.log)
    for (const part of [secret, token, token.split('.')[2]]) expect(text).not.toContain(part)
  })
})

/** Starts the service with its stderr redirected to this file. */
async function startWith(log: string) {
  const settings = { DATA: await existingDataFolder(), OPS_PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '0' }
  // A pipe that is opened for reading, too, needs no other reader.
  return startProcess(settings, { shell: `exec "$@" 2<> '${log}'` })
}

/** Sends requests until log lines are dropped. Every request must get its response. @returns How many were dropped. */
async function sendUntilDropped({ url, opsUrl }: ServiceProcess): Promise<number> {
  const request = 'GET /none HTTP/1.1\r\nHost: a\r\n\r\n'
  const send = async () => {
    const socket = await openSocket(url)
    socket.write(request.repeat(31) + request.replace('\r\n', '\r\nConnection: close\r\n'))
    expect((await text(socket)).match(/HTTP\/1\.1 404 /g)).toHaveLength(32)
  }
  let dropped = 0
  for (let packets = 0; packets < 20 && dropped === 0; packets++) {
    await Promise.all(Array.from({ length: 32 }, send))
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text()
    dropped = Number(/^rooms_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])
  }
  return dropped
}

it('on a full disk, the service drops log lines and continues', async () => {
  const service = await startWith('/dev/full')
  expect(await sendUntilDropped(service)).toBeGreaterThanOrEqual(100)
  expect((await fetch(`${service.opsUrl}/live`)).status).toBe(200)
  expect(await service.end()).toMatchObject({ code: 0, signal: null })
})

it('if its pipe has no reader, the service drops log lines, and logs how many as soon as the pipe is read', async () => {
  const pipe = join(await newFolder(), 'log')
  await getOutput('mkfifo', [pipe])
  const service = await startWith(pipe)
  const count = await sendUntilDropped(service)
  expect(count).toBeGreaterThan(0)
  let log = ''
  createReadStream(pipe, 'utf8').on('data', (data) => {
    log += data
  })
  await waitUntil(() => log.endsWith('\n'))
  await fetch(service.url)
  await waitUntil(() => log.includes('log lines were dropped'))
  const lines = log.split('\n').slice(0, -1)
  const dropped = expect.objectContaining({ level: 40, lines: expect.toSatisfy((lines) => lines >= count) })
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(dropped)
})
