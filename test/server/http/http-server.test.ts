// Errors of HTTP itself, sent over a raw socket because no client would cause them.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { listen } from '../../../server/http/http-server.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

const malformed = 'malformed-request'
const host = 'Host: localhost'

describe.concurrent.each(await sharedImplementations())('$name', async ({ url, token }) => {
  const authorization = `Authorization: Bearer ${await token()}`
  const json = [authorization, 'Content-Type: application/json']

  it.each([
    ['text that is not HTTP', ['hello']],
    ['a path without a slash', ['GET plants HTTP/1.1', host]],
    ['an unknown method without a path', ['BREW', host]],
    ['a header without a colon', ['GET /plants HTTP/1.1', 'Host localhost']],
    ['two lengths of a body', ['POST /plants HTTP/1.1', host, 'Content-Length: 3', 'Transfer-Encoding: chunked']],
    ['an invalid length', ['POST /plants HTTP/1.1', host, 'Content-Length: -1']],
    ['no Host', ['GET /plants HTTP/1.1', 'Connection: close']],
    ['two Hosts', ['GET /plants HTTP/1.1', host, host, 'Connection: close']],
    ['a fragment in the path', ['GET /plants#top HTTP/1.1', host, 'Connection: close']],
    ['a fragment in the query', ['GET /plants?tag=a#top HTTP/1.1', host, 'Connection: close']],
  ])('returns 400 for %s', async (_what, head) => {
    const response = await sendRaw(url, head)
    await expectProblem(response, malformed)
    expect(response.headers.connection).toBe('close')
    expect(response.body).not.toMatch(/node_modules|\.[jt]s:|\n *at /)
  })

  it('returns 405 for a method that no HTTP parser knows, and 404 at an unknown path', async () => {
    const response = await sendRaw(url, ['BREW /plants?limit=1 HTTP/1.1', host])
    await expectProblem(response, 'method-not-allowed')
    expect(response.headers.allow).toBe('GET, HEAD, OPTIONS, POST')
    await expectProblem(await sendRaw(url, ['get /nowhere HTTP/1.1', host]), 'not-found')
  })

  it('returns 414 for a target of more than 8,192 bytes', async () => {
    const target = (length: number) => '/plants?tag='.padEnd(length, 'x')
    await expectProblem(await sendRawRequest(url, `GET ${target(8193)}`), 'uri-too-long')
    const accepted = await sendRawRequest(url, `GET ${target(8192)}`, [authorization])
    await expectProblem(accepted, 'invalid-request')
  })

  it('returns 431 for a head of more than 16 KiB', async () => {
    const response = await sendRawRequest(url, 'GET /plants', [`X-Filler: ${'x'.repeat(17000)}`])
    await expectProblem(response, 'header-fields-too-large')
  })

  it.each(['tea', '100-continue, tea'])('returns 417 for Expect: %s', async (expectation) => {
    const response = await sendRawRequest(url, 'POST /plants', [...json, `Expect: ${expectation}`], '{"name":"Fern"}')
    await expectProblem(response, 'expectation-failed')
  })

  it('returns 100 for Expect: 100-continue, then the response', async () => {
    const { status, body } = await sendRawRequest(
      url,
      'POST /plants',
      [...json, 'Expect: 100-Continue'],
      '{"name":"Fern"}',
    )
    expect(status).toBe(100)
    expect(body).toContain('HTTP/1.1 201 Created')
  })

  it('returns 408 for a head and for a body that do not end', { timeout: 30_000 }, async () => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write('GET /plants HTTP/1.1\r\nHost: localhost\r\n'))
    const head = ['POST /plants HTTP/1.1', host, ...json, 'Content-Length: 15']
    const [unfinishedHead, unfinishedBody] = await Promise.all([text(socket), sendRaw(url, head, '', 20_000)])
    expect(unfinishedHead).toMatch(/^HTTP\/1\.1 408 .*tag:plants.example,2026:request-timeout/s)
    await expectProblem(unfinishedBody, 'request-timeout')
  })

  it('closes the connection of CONNECT without a response', async () => {
    const response = await sendRaw(url, ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'])
    expect(response).toMatchObject({ body: '' })
  })

  it('accepts HTTP/1.0, with and without a Host', async () => {
    expect((await sendRaw(url, ['GET /plants HTTP/1.0', host, authorization])).status).toBe(200)
    expect([200, 401]).toContain((await sendRaw(url, ['GET /plants HTTP/1.0', authorization])).status)
  })

  it('responds to two requests on one connection in their order', async () => {
    const first = `GET /nowhere HTTP/1.1\r\n${host}\r\n\r\n`
    const { body } = await sendRawRequest(url, `${first}GET /plants`, [authorization])
    expect(body).toMatch(/"status":404.*HTTP\/1\.1 200 OK/s)
  })
})

it('a server that cannot listen says what to change', async () => {
  const server = createServer()
  const { port } = new URL(await listen(server, '127.0.0.1', 0))
  await expect(listen(createServer(), '127.0.0.1', Number(port))).rejects.toThrow(
    `127.0.0.1 port ${port} is in use: choose another port with PORT=.`,
  )
  await expect(listen(createServer(), '192.0.2.1', 0)).rejects.toThrow(
    '192.0.2.1 port 0 cannot be used (EADDRNOTAVAIL): choose another address with HOST=.',
  )
  server.close()
})
