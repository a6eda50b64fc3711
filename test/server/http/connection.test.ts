// Connections that break rules: half-open, never read, pipelined, too slow. Attackers do this; client libraries do not.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'
import { sharedImplementations, sharedService } from '../../support/shared-service.ts'

const service = await sharedService()
const implementations = await sharedImplementations()

/** A connection that keeps its side open, whatever the server does. */
async function open(url: string, { reads = true } = {}) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  await new Promise((resolve) => socket.once('connect', resolve))
  let text = ''
  let hasEnded = false
  socket.on('error', () => {})
  socket.on('end', () => (hasEnded = true))
  if (reads) socket.on('data', (data) => (text += data.toString('latin1')))
  else socket.pause()
  return {
    write: (...parts: string[]) => socket.write(parts.join('')),
    /** Waits until the server has ended its side. */
    async ended() {
      while (!hasEnded && !socket.destroyed) await sleep(10)
    },
    /** Waits until the server has no connection any more: writing to it then fails. */
    async destroyed() {
      while (!socket.destroyed) {
        socket.write('x')
        await sleep(20)
      }
    },
    text: () => text,
    statuses: () => Array.from(text.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status)),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`

describe.concurrent.each(implementations)('$name', async ({ url, token }) => {
  const authorization = `Authorization: Bearer ${await token()}`
  const json = [authorization, 'Content-Type: application/json']
  const create = `${head('POST /plants', ...json, 'Content-Length: 15')}{"name":"Fern"}`
  const list = head('GET /plants', authorization)

  it.each([
    ['400', 'hello\r\n\r\n', 400],
    ['431', head('GET /plants', `X: ${'x'.repeat(20_000)}`), 431],
    ['417', head('POST /plants', ...json, 'Expect: tea', 'Content-Length: 15'), 417],
    ['413', head('POST /plants', ...json, 'Content-Length: 99999999'), 413],
    ['any response to Connection: close', head('GET /nowhere', 'Connection: close'), 404],
  ])('frees the connection after %s, also if the peer keeps it open', async (_, request, status) => {
    using socket = await open(url)
    socket.write(request)
    await socket.ended()
    expect(socket.statuses()).toEqual([status])
    expect(socket.text()).toMatch(/\r\nDate: /)
    const start = performance.now()
    await socket.destroyed()
    expect(performance.now() - start).toBeLessThan(3_000)
  })

  it.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['a head that is too large', head('GET /plants', `X: ${'x'.repeat(20_000)}`), 431],
    ['an unsupported expectation', head('GET /plants', authorization, 'Expect: tea'), 417],
    ['an invalid chunk', `${head('POST /plants', ...json, 'Transfer-Encoding: chunked')}zzz\r\n`, 400],
  ])('responds in order to pipelined requests followed by %s', async (_, last, status) => {
    using socket = await open(url)
    socket.write(create, list, last)
    await socket.ended()
    expect(socket.statuses()).toEqual([201, 200, status])
    expect(socket.text().split('Request-Id: ')).toHaveLength(4)
  })

  it('ignores what follows a request with Connection: close', async () => {
    using socket = await open(url)
    socket.write(head('GET /plants', authorization, 'Connection: close'), 'hello\r\n\r\n', list)
    await socket.ended()
    expect(socket.statuses()).toEqual([200])
  })

  it('responds to at most 101 requests that are sent ahead', async () => {
    using socket = await open(url)
    socket.write(...Array(1_000).fill(list))
    await socket.ended()
    expect(socket.statuses().length).toBeGreaterThan(50)
    expect(socket.statuses().length).toBeLessThanOrEqual(102)
    expect(new Set(socket.statuses())).toEqual(new Set([200]))
  })

  it('sends 413 before the body, and 100 only for a body that it reads', async () => {
    for (const [headers, status] of [
      [[...json, 'Content-Length: 16385'], 413],
      [['Content-Type: application/json', 'Content-Length: 15'], 401],
      [[authorization, 'Content-Type: text/csv', 'Content-Length: 15'], 415],
    ] as const) {
      using socket = await open(url)
      socket.write(head('POST /plants', ...headers, 'Expect: 100-continue'))
      await socket.ended()
      expect(socket.statuses()).toEqual([status])
    }
  })

  it('sends 413 as soon as a body of unknown length is too large', async () => {
    using socket = await open(url)
    socket.write(head('POST /plants', ...json, 'Transfer-Encoding: chunked'), `4002\r\n${' '.repeat(0x4002)}`)
    await socket.ended()
    expect(socket.statuses()).toEqual([413])
  })

  it('keeps the connection after an error if the rest of the body is small', async () => {
    using socket = await open(url)
    socket.write(head('POST /plants', 'Content-Type: application/json', 'Content-Length: 15'))
    while (socket.statuses().length < 1) await sleep(5)
    socket.write('{"name":"Fern"}', head('GET /plants', authorization, 'Connection: close'))
    await socket.ended()
    expect(socket.statuses()).toEqual([401, 200])
  })

  it('responds to a body that arrives too slowly once', { timeout: 30_000 }, async () => {
    using socket = await open(url)
    socket.write(head('POST /plants', ...json, 'Content-Length: 15'), '{"na')
    await socket.ended()
    expect(socket.statuses()).toEqual([408])
    await socket.destroyed()
  })

  it('disconnects a peer that goes on sending and never reads', { timeout: 60_000 }, async () => {
    using socket = await open(url, { reads: false })
    socket.write(...Array(100).fill(head('GET /openapi.yaml')))
    await socket.destroyed()
  })
})

it('one slow body has one request id and one line in the log', { timeout: 30_000 }, async () => {
  using socket = await open(service.url)
  const before = service.log.length
  const authorization = `Authorization: Bearer ${await service.token()}`
  socket.write(head('POST /plants', authorization, 'Content-Type: application/json', 'Content-Length: 15'), '{')
  await socket.ended()
  const [, id] = /Request-Id: (\S+)/.exec(socket.text()) ?? []
  await socket.destroyed()
  const lines = service.log.slice(before).filter(({ status }) => status === 408)
  expect(lines).toEqual([expect.objectContaining({ requestId: id, operationId: 'createPlant', method: 'POST' })])
})

it('leaves nothing behind after a malformed request', async () => {
  await using service = await startService()
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  for (let count = 0; count < 50; count++) {
    using socket = await open(service.url)
    socket.write('hello\r\n\r\n')
    await socket.ended()
  }
  await expect.poll(timers, { timeout: 5_000 }).toBeLessThan(before + 25)
})

it('responds to each request of a packet in its own turn of the event loop, so that other connections get their turn', async () => {
  let turn = 0
  const turns: number[] = []
  const newRequestId = () => {
    turns.push(turn)
    return randomUUID()
  }
  await using service = await startService({ newRequestId })
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  count()
  using socket = await open(service.url)
  socket.write(head('GET /problems').repeat(100))
  await socket.ended()
  isOver = true
  expect(socket.statuses()).toHaveLength(100)
  expect(new Set(turns).size).toBe(100)
})
