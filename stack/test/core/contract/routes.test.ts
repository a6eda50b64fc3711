import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../../test/support/problem.ts'
import { sendRaw, sendRawRequest } from '../../../../test/support/raw-http.ts'
import { sharedService } from '../../../../test/support/shared-service.ts'

const plant = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

const { url, token } = await sharedService()

describe('the routes', () => {
  const send = async (line: string) => sendRawRequest(url, line, [`Authorization: Bearer ${await token()}`])

  it.each([
    ...['/plant', '/Plants', '/plants/', '//plants', '/plants//', '/plants;x', '/plants/a/b', '/plants%2F'],
    ...['/plants\\x', 'http://elsewhere.example/plant'],
  ])('do not include %s: 404, even without a token', async (path) => {
    await expectProblem(await sendRawRequest(url, `GET ${path}`), 'not-found')
  })

  it.each([
    ['PUT', '/plants', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/plants', 'GET, HEAD, OPTIONS, POST'],
    ['POST', plant, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['TRACE', '/plants', 'GET, HEAD, OPTIONS, POST'],
  ])('do not include %s %s: 405 with the allowed methods', async (method, path, allow) => {
    const response = await sendRawRequest(url, `${method} ${path}`)
    await expectProblem(response, 'method-not-allowed')
    expect(response.headers.allow).toBe(allow)
  })

  it.each([
    ['/plants', 'GET, HEAD, OPTIONS, POST'],
    [plant, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['*', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST'],
  ])('include OPTIONS %s, which returns the methods', async (path, allow) => {
    const { status, headers, body } = await sendRawRequest(url, `OPTIONS ${path}`)
    expect({ status, allow: headers.allow, body }).toEqual({ status: 204, allow, body: '' })
    const acceptPatch = path === plant ? 'application/merge-patch+json, application/json' : undefined
    expect(headers['accept-patch']).toBe(acceptPatch)
    expect(headers['request-id']).toBeDefined()
  })

  it.each(['OPTIONS /nowhere', 'GET *'])('do not include %s', async (line) => {
    await expectProblem(await sendRawRequest(url, line), 'not-found')
  })

  it('include HEAD, which returns the headers of GET', async () => {
    const [get, head] = [await send('GET /plants'), await send('HEAD /plants')]
    expect([head.status, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(String(get.body.length))
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect((await sendRawRequest(url, 'HEAD /plants')).status).toBe(401)
  })

  it('include a whole URL, which needs a token too', async () => {
    expect((await send('GET http://localhost/plants?limit=1')).status).toBe(200)
    const response = await sendRawRequest(url, `DELETE http://x${plant}`)
    await expectProblem(response, 'unauthorized')
  })

  it('give each response its own Request-Id', async () => {
    const responses = await Promise.all([
      send('GET /plants'),
      send('PUT /plants'),
      sendRaw(url, ['GET /nowhere HTTP/1.0']),
    ])
    const ids = responses.map(({ headers }) => headers['request-id'])
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})
