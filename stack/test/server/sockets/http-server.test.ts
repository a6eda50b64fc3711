// Errors of HTTP itself, sent over a raw socket because no client would cause them.
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { sharedServiceOnLowestNode } from '../../support/lowest-node.ts'
import { expectProblem } from '../../support/problem.ts'
import { openSocket, sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

const malformed = 'malformed-request'
const allMethods = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'
const host = 'Host: localhost'
const many = Array(2_000).fill('a:')

const implementations = [...(await sharedImplementations()), await sharedServiceOnLowestNode()]

describe.concurrent.each(implementations)('$name', async ({ url, token }) => {
  const authorization = `Authorization: Bearer ${await token()}`
  const json = [authorization, 'Content-Type: application/json']

  it.each([
    ['text that is not HTTP', ['hello']],
    ['a header without a colon', ['GET /lamps HTTP/1.1', 'Host localhost']],
    ['a body without chunks and length', ['POST /lamps HTTP/1.1', host, 'Transfer-Encoding: gzip']],
    ['an empty Transfer-Encoding', ['GET /lamps HTTP/1.1', host, 'Transfer-Encoding:']],
    ['Transfer-Encoding in HTTP/1.0', ['POST /lamps HTTP/1.0', host, 'Transfer-Encoding: chunked']],
    ['HTTP/0.9', ['GET /lamps']],
    ['HTTP/2.0', ['GET /lamps HTTP/2.0', host]],
    ['the start of an HTTP/2 connection', ['PRI * HTTP/2.0', '', 'SM']],
    ['a second Host behind 2,000 headers', ['GET /lamps HTTP/1.1', host, ...many, host, 'Connection: close']],
    ['a fragment in the path', ['GET /lamps#top HTTP/1.1', host, 'Connection: close']],
  ])('returns 400 for %s', async (_what, head) => {
    const response = await sendRaw(url, head)
    await expectProblem(response, malformed)
    expect(response.headers.connection).toBe('close')
    expect(response.body).not.toMatch(/node_modules|\.[jt]s:|\n *at /)
  })

  it('returns 405 for a method that no HTTP parser knows, and 404 at an unknown path', async () => {
    const response = await sendRaw(url, ['BREW /lamps?limit=1 HTTP/1.1', host])
    await expectProblem(response, 'method-not-allowed')
    expect(response.headers.allow).toBe('GET, HEAD, OPTIONS, POST')
    await expectProblem(await sendRaw(url, ['get /nowhere HTTP/1.1', host]), 'not-found')
  })

  it('returns 408 for a head that does not end', async () => {
    const socket = await openSocket(url)
    socket.write('GET /lamps HTTP/1.1\r\nHost: localhost\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*tag:rooms.example,2026:request-timeout/s)
  })

  it.each(['Chunked', ', chunked'])('reads a body with Transfer-Encoding: %s', async (coding) => {
    const headers = [...json, `Transfer-Encoding: ${coding}`]
    const response = await sendRawRequest(url, 'POST /lamps', headers, 'f\r\n{"name":"Desk"}\r\n0\r\n\r\n')
    expect(response.status).toBe(201)
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
