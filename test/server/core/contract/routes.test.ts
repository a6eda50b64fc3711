import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../../support/raw-http.ts'
import { type Implementation, implementations } from '../../../support/service.ts'

describe.each(implementations)('routing of %s', (_face, start) => {
  let service: Implementation
  let authorization: string
  beforeAll(async () => {
    service = await start()
    authorization = `Authorization: Bearer ${await service.token()}`
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const raw = (line: string, ...headers: string[]) =>
    sendRaw(service.url, [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers])

  it.each([
    '/',
    '/plant',
    '/Plants',
    '/plants/',
    '//plants',
    '/plants//',
    '/plants;x',
    '/plants/a/b',
    '/plants%2F',
    '/plants\\x',
  ])('answers 404 at %s, before it asks for a token', async (path) => {
    const { status, headers, body } = await raw(`GET ${path}`)
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(body)).toMatchObject({ type: '/problems/not-found', title: 'Not found', status: 404 })
  })

  it.each([
    ['PUT', '/plants', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/plants', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['TRACE', '/plants', 'GET, HEAD, OPTIONS, POST'],
  ])('answers 405 to %s %s and lists the methods there are', async (method, path, allow) => {
    const { status, headers, body } = await raw(`${method} ${path}`)
    expect(status).toBe(405)
    expect(headers.allow).toBe(allow)
    expect(JSON.parse(body)).toMatchObject({ type: '/problems/method-not-allowed', status: 405 })
  })

  it('answers HEAD as it does GET, without the body', async () => {
    const get = await raw('GET /plants', authorization)
    const head = await raw('HEAD /plants', authorization)
    expect(head.status).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(String(get.body.length))
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect((await raw('HEAD /plants')).status).toBe(401)
  })

  it('takes a whole URL in the request line for the path it has', async () => {
    expect((await raw('GET http://elsewhere.example/plants?limit=1', authorization)).status).toBe(200)
    expect((await raw('GET http://elsewhere.example', authorization)).status).toBe(404)
  })

  it('asks for a token at a whole URL, too', async () => {
    const { status } = await raw('DELETE http://x/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41')
    expect(status).toBe(401)
  })

  it('names every answer, and no two alike', async () => {
    const answers = await Promise.all([raw('GET /plants', authorization), raw('GET /plants'), raw('GET /nowhere')])
    const ids = answers.map(({ headers }) => headers['request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})
