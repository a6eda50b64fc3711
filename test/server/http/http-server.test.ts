// What HTTP itself brings, described once in the contract: sent over a raw socket, since no client would.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RawAnswer, sendRaw } from '../../support/raw-http.ts'
import { type Implementation, implementations } from '../../support/service.ts'

describe.concurrent.each(implementations)('HTTP as %s speaks it', (_face, start) => {
  let service: Implementation
  let authorization: string
  beforeAll(async () => {
    service = await start()
    authorization = `Authorization: Bearer ${await service.token()}`
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const close = ['Host: localhost', 'Connection: close']

  function expectProblem({ status, headers, body }: RawAnswer, expected: number, type: string): void {
    expect(status).toBe(expected)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.vary).toBe('Authorization, Origin')
    expect(JSON.parse(body)).toMatchObject({
      type: `/problems/${type}`,
      status,
      instance: `urn:uuid:${headers['request-id']}`,
    })
    expect(body).not.toMatch(/node_modules|\.[jt]s:|\n *at /)
  }

  it.each([
    ['no HTTP at all', ['hello']],
    ['a path without a slash', ['GET plants HTTP/1.1', ...close]],
    ['an unknown method', ['BREW /plants HTTP/1.1', ...close]],
    ['a header without a colon', ['GET /plants HTTP/1.1', 'Host localhost']],
    [
      'a body whose length is said in two ways',
      ['POST /plants HTTP/1.1', ...close, 'Content-Length: 3', 'Transfer-Encoding: chunked'],
    ],
    ['a broken length', ['POST /plants HTTP/1.1', ...close, 'Content-Length: -1']],
    ['no Host', ['GET /plants HTTP/1.1', 'Connection: close']],
    ['two Hosts', ['GET /plants HTTP/1.1', 'Host: a', ...close]],
    ['a fragment in the path', ['GET /plants#top HTTP/1.1', ...close]],
    ['a fragment in the query', ['GET /plants?tag=a#top HTTP/1.1', ...close]],
  ])('answers 400 to %s', async (_what, head) => {
    expectProblem(await sendRaw(service.url, head), 400, 'malformed-request')
  })

  it('answers 414 to a target of more than 8,192 bytes, and takes one of 8,192', async () => {
    const target = (length: number) => `/plants?tag=${'x'.repeat(length - '/plants?tag='.length)}`
    expectProblem(await sendRaw(service.url, [`GET ${target(8193)} HTTP/1.1`, ...close]), 414, 'uri-too-long')
    expect((await sendRaw(service.url, [`GET ${target(8192)} HTTP/1.1`, ...close, authorization])).status).toBe(400)
  })

  it('answers 431 to a head of more than 16 KiB', async () => {
    const head = ['GET /plants HTTP/1.1', ...close, `X-Filler: ${'x'.repeat(17000)}`]
    expectProblem(await sendRaw(service.url, head), 431, 'header-fields-too-large')
  })

  it('answers 417 to an expectation it does not know, and meets 100-continue', async () => {
    const post = [
      'POST /plants HTTP/1.1',
      ...close,
      authorization,
      'Content-Type: application/json',
      'Content-Length: 15',
    ]
    expectProblem(await sendRaw(service.url, [...post, 'Expect: tea']), 417, 'expectation-failed')
    const { status, body } = await sendRaw(service.url, [...post, 'Expect: 100-continue'], '{"name":"Fern"}')
    expect(status).toBe(100)
    expect(body).toContain('HTTP/1.1 201 Created')
  })

  it('answers 408 to a head that does not end, and to a body that does not', { timeout: 30_000 }, async () => {
    const slow = async (text: string): Promise<RawAnswer> => {
      const answer = sendRaw(service.url, [text], '', 20_000)
      return answer
    }
    const { hostname, port } = new URL(service.url)
    const unfinished = new Promise<string>((done, fail) => {
      const socket = connect(Number(port), hostname, () => socket.write('GET /plants HTTP/1.1\r\nHost: localhost\r\n'))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => done(text)).on('error', fail)
    })
    const post = [...close, authorization, 'Content-Type: application/json', 'Content-Length: 15']
    const [head, body] = await Promise.all([unfinished, slow(['POST /plants HTTP/1.1', ...post].join('\r\n'))])
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(head).toContain('/problems/request-timeout')
    expectProblem(body, 408, 'request-timeout')
  })

  it.each([
    ['/plants', 'GET, HEAD, OPTIONS, POST'],
    ['/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['*', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST'],
  ])('answers OPTIONS %s with what there is', async (target, allow) => {
    const { status, headers, body } = await sendRaw(service.url, [`OPTIONS ${target} HTTP/1.1`, ...close])
    expect(status).toBe(204)
    expect(headers.allow).toBe(allow)
    expect(headers['request-id']).toBeDefined()
    expect(body).toBe('')
  })

  it('answers 404 to OPTIONS of an unknown path, and to * with another method', async () => {
    expectProblem(await sendRaw(service.url, ['OPTIONS /nowhere HTTP/1.1', ...close]), 404, 'not-found')
    expectProblem(await sendRaw(service.url, ['OPTIONS /docs HTTP/1.1', ...close]), 404, 'not-found')
    const { status } = await sendRaw(service.url, ['GET * HTTP/1.1', ...close])
    expect([400, 404]).toContain(status)
  })

  it('closes the connection of a CONNECT without a word', async () => {
    expect(await sendRaw(service.url, ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'])).toMatchObject({
      body: '',
    })
  })

  it('takes HTTP/1.0, with and without a Host', async () => {
    expect((await sendRaw(service.url, ['GET /plants HTTP/1.0', 'Host: localhost', authorization])).status).toBe(200)
    expect([200, 401]).toContain((await sendRaw(service.url, ['GET /plants HTTP/1.0', authorization])).status)
  })

  it('answers two requests on one connection, in their order', async () => {
    const first = `GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n`
    const { body } = await sendRaw(service.url, [`${first}GET /plants HTTP/1.1`, ...close, authorization])
    expect(body).toMatch(/"status":404.*HTTP\/1\.1 200 OK/s)
  })
})
