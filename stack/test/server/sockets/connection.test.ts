// HTTP errors, and unusual connections: half-open, never read, pipelined or too slow. Most clients do not make them.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/server/mock.ts'
import { createHttpServer, listen } from '../../../server/sockets/http-server.ts'
import { sharedServiceOnLowestNode } from '../../support/lowest-node.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { rooms } from '../../support/rooms.ts'
import { startMock, startService } from '../../support/service.ts'
import { closeAfterTests, sharedService } from '../../support/shared-service.ts'

const service = await sharedService()
const implementations = [
  Object.assign(service, { name: 'the service' }),
  Object.assign(closeAfterTests(await startMock()), { name: 'the mock' }),
  await sharedServiceOnLowestNode(),
]

/** Opens a connection whose side stays open even if the server ends its own. */
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
    async waitForEnd() {
      while (!hasEnded && !socket.destroyed) await sleep(10)
    },
    /** Waits until the server has destroyed the connection: a write then fails. */
    async waitForDestroy() {
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

/** Sends parts on a new connection. @returns Everything that the server has sent until it ends its side. */
async function exchange(url: string, ...parts: string[]) {
  using socket = await open(url)
  for (const part of parts) {
    socket.write(part)
    await sleep(10)
  }
  await socket.waitForEnd()
  return { statuses: socket.statuses(), text: socket.text() }
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const lastRequest = head('GET /nowhere', 'Connection: close')
const chunked = 'Transfer-Encoding: chunked'
const allMethods = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'
const host = 'Host: localhost'
const manyHeaders = Array(2_000).fill('a:')

describe.concurrent.each(implementations)('$name', async ({ name, url, token }) => {
  const authorization = `Authorization: Bearer ${await token()}`
  const json = [authorization, 'Content-Type: application/json']
  const create = `${head('POST /lamps', ...json, 'Content-Length: 15')}{"name":"Desk"}`
  const list = head('GET /lamps', authorization)

  it.each([
    ['400', 'hello\r\n\r\n', 400],
    ['413', head('POST /lamps', ...json, 'Content-Length: 99999999'), 413],
    ['any response to Connection: close', lastRequest, 404],
  ])('destroys the connection after %s, even if the client keeps its side open', async (_, request, status) => {
    using socket = await open(url)
    socket.write(request)
    await socket.waitForEnd()
    expect(socket.statuses()).toEqual([status])
    expect(socket.text()).toMatch(/\r\nDate: /)
    await socket.waitForDestroy()
  })

  it.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['a head that is too large', head('GET /lamps', `X: ${'x'.repeat(20_000)}`), 431],
    ['an unsupported expectation', head('GET /lamps', authorization, 'Expect: tea'), 417],
    ['CONNECT with more data', `CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n${create}`, 405],
    ['two transfer codings', head('POST /lamps', ...json, 'Transfer-Encoding: gzip', chunked), 501],
    ['an invalid chunk', `${head('POST /lamps', ...json, chunked)}zzz\r\n`, 400],
  ])('responds in order to pipelined requests followed by %s', async (_, request, status) => {
    const { statuses, text } = await exchange(url, create + list + request)
    expect(statuses).toEqual([201, 200, status])
    expect(text.split('Request-Id: ')).toHaveLength(4)
  })

  it.each([
    ['', 'h2c', list, 200],
    [' with a body', 'websocket', create, 201],
  ])('ignores Upgrade in a request%s, and closes the connection', async (_, protocol, request, status) => {
    const upgrade = request.replace('\r\n', `\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n`)
    const { statuses, text } = await exchange(url, create + list + upgrade + list)
    expect(statuses).toEqual([201, 200, status])
    expect(text).toMatch(/^(?:(?!Connection: close).)*HTTP\/1\.1 (?:(?!HTTP\/1\.1 ).)*\r\nConnection: close\r\n/s)
  })

  it('responds in order to pipelined requests, wherever the network splits their heads and bodies', async () => {
    const chunks = `${head('POST /lamps', ...json, chunked)}f\r\n{"name":"Desk"}\r\n0\r\n\r\n`
    const bytes = create + list + chunks + list + create + lastRequest
    const ends = Array.from(bytes.matchAll(/\r\n\r\n|\}/g), ({ index }) => [1, 2, 3, 4].map((more) => index + more))
    const splitAt = (...at: number[]) => [0, ...at].map((start, index) => bytes.slice(start, at[index]))
    const parts = [splitAt(...ends.flat()), ...ends.flat().map((end) => splitAt(end))]
    const responses = await Promise.all(parts.map((split) => exchange(url, ...split)))
    for (const { statuses } of responses) expect(statuses).toEqual([201, 200, 201, 200, 201, 404])
  })

  it.each<[status: number, what: string, headers: string[], body?: string]>([
    [413, 'Expect: 100-continue with a large body', [...json, 'Content-Length: 16385', 'Expect: 100-continue']],
    [401, 'Expect: 100-continue without a token', [...json.slice(1), 'Content-Length: 15', 'Expect: 100-continue']],
    [
      415,
      'Expect: 100-continue with an unsupported Content-Type',
      [authorization, 'Content-Type: text/csv', 'Content-Length: 15', 'Expect: 100-continue'],
    ],
    [413, 'a body of unknown length as soon as it is too large', [...json, chunked], `4002\r\n${' '.repeat(0x4002)}`],
  ])('sends %i, and no interim response before it, to %s', async (status, _, headers, body = '') => {
    expect((await exchange(url, head('POST /lamps', ...headers) + body)).statuses).toEqual([status])
  })

  it('sends 413 to a client that continues to send its body', async () => {
    const parts = [head('POST /lamps', ...json, 'Content-Length: 99999999'), ...Array(9).fill(' '.repeat(1_000_000))]
    const responses = await Promise.all(Array.from({ length: 10 }, () => exchange(url, ...parts)))
    for (const { statuses } of responses) expect(statuses).toEqual([413])
  })

  it('responds once to a body that arrives too slowly, with one line in the log', async () => {
    using socket = await open(url)
    socket.write(head('POST /lamps', ...json, 'Content-Length: 15'), '{"na')
    await socket.waitForEnd()
    expect(socket.statuses()).toEqual([408])
    expect(socket.text()).toContain('tag:rooms.example,2026:request-timeout')
    const [, requestId] = /Request-Id: (\S+)/.exec(socket.text()) ?? []
    await socket.waitForDestroy()
    if (name !== 'the service') return
    const lines = service.log.filter((line) => line.requestId === requestId)
    expect(lines).toMatchObject([{ status: 408, operationId: 'createLamp', method: 'POST' }])
  })

  it.each([
    ['text that is not HTTP', ['hello']],
    ['a header without a colon', ['GET /lamps HTTP/1.1', 'Host localhost']],
    ['a body whose last transfer coding is not chunked', ['POST /lamps HTTP/1.1', host, 'Transfer-Encoding: gzip']],
    ['an empty Transfer-Encoding', ['GET /lamps HTTP/1.1', host, 'Transfer-Encoding:']],
    ['Transfer-Encoding in HTTP/1.0', ['POST /lamps HTTP/1.0', host, 'Transfer-Encoding: chunked']],
    ['HTTP/0.9', ['GET /lamps']],
    ['HTTP/2.0', ['GET /lamps HTTP/2.0', host]],
    ['the preface of an HTTP/2 connection', ['PRI * HTTP/2.0', '', 'SM']],
    ['a second Host after 2,000 headers', ['GET /lamps HTTP/1.1', host, ...manyHeaders, host, 'Connection: close']],
    ['a fragment in the path', ['GET /lamps#top HTTP/1.1', host, 'Connection: close']],
    ['an absolute-form target with an empty host', ['GET http://:80/lamps HTTP/1.1', host, 'Connection: close']],
  ])('returns 400 for %s', async (_what, head) => {
    const response = await sendRaw(url, head)
    await expectProblem(response, 'malformed-request')
    expect(response.headers.connection).toBe('close')
    expect(response.body).not.toMatch(/node_modules|\.[jt]s:|\n *at /)
  })

  it('returns 408 for an incomplete head', async () => {
    const { text } = await exchange(url, 'GET /lamps HTTP/1.1\r\nHost: localhost\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 408 .*tag:rooms.example,2026:request-timeout/s)
  })

  it('returns the methods of all paths for OPTIONS *, and 404 for GET *', async () => {
    const { status, headers, body } = await sendRawRequest(url, 'OPTIONS *')
    expect([status, headers.allow, body]).toEqual([204, allMethods, ''])
    await expectProblem(await sendRawRequest(url, 'GET *'), 'not-found')
  })

  it('accepts HTTP/1.0, with and without a Host', async () => {
    expect((await sendRaw(url, ['GET /lamps HTTP/1.0', host, authorization])).status).toBe(200)
    expect([200, 401]).toContain((await sendRaw(url, ['GET /lamps HTTP/1.0', authorization])).status)
  })
})

const newMock = () => createMock(rooms, {}, { report: () => {} })

it('disconnects a client that continues to send requests and never reads', async () => {
  const server = createHttpServer(await newMock(), { responseTimeoutMs: 1_500 })
  using socket = await open(await listen(server, '127.0.0.1', 0), { reads: false })
  socket.write(...Array(20).fill(head('GET /docs')))
  const start = performance.now()
  await socket.waitForDestroy()
  expect(performance.now() - start).toBeGreaterThan(1_000)
  server.close()
})

describe('a connection with more than 32 pipelined requests', () => {
  it('is destroyed if they have no responses yet, and they count towards the limit of its address', async () => {
    let handled = 0
    const newRequestId = () => {
      handled++
      return randomUUID()
    }
    await using service = await startService({ newRequestId, settings: { RATE_LIMIT_PER_MINUTE: '10' } })
    const sockets = await Promise.all([1, 2, 3].map(() => open(service.url)))
    for (const socket of sockets) socket.write(head('GET /problems').repeat(10_000))
    expect((await fetch(`${service.url}/problems`)).status).toBe(200)
    for (const socket of sockets) await socket.waitForDestroy()
    expect(handled).toBeLessThanOrEqual(3 * 32 + 1)
    expect((await fetch(`${service.url}/problems`)).status).toBe(429)
  })

  it('gets all responses if the requests are long, because the service reads them in parts', async () => {
    const long = head('GET /problems', `X: ${'x'.repeat(15_000)}`)
    expect((await exchange(service.url, long.repeat(40) + lastRequest)).statuses).toEqual([...Array(40).fill(200), 404])
  })
})
