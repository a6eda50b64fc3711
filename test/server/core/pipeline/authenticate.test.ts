import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../../support/raw-http.ts'
import { json, type Service, startService } from '../../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

const ask = (Authorization: string, init: RequestInit = {}) =>
  service.request('/plants', { ...init, headers: { ...init.headers, Authorization } })

describe('authentication', () => {
  it.each(['', 'Basic YTpi', 'Bearer', 'Bearer ', 'bearer', 'Token abc', 'NotBearer abc', 'Bearer a b'])(
    'asks for a token where Authorization is %j, without calling it an error',
    async (authorization) => {
      const answer = await ask(authorization)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="plants"')
      expect(await answer.json()).toMatchObject({ type: '/problems/unauthorized', status: 401 })
    },
  )

  it('takes the scheme in any case', async () => {
    expect((await ask(`BEARER ${await service.token()}`)).status).toBe(200)
  })

  it('answers every bad token alike', async () => {
    const good = await service.token()
    const [header, payload, signature = ''] = good.split('.')
    const { privateKey } = await generateKeyPair('Ed25519')
    const foreign = await new SignJWT({ scope: 'plants:read' })
      .setProtectedHeader({ alg: 'Ed25519', typ: 'at+jwt' })
      .setIssuer('urn:plant-collection:development')
      .setAudience('urn:plant-collection:api')
      .setSubject('gardener')
      .setExpirationTime('1h')
      .sign(privateKey)
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
    const bad = ['x', 'x.y.z', `${header}.${payload}`, `${header}.${payload}.AAAA${signature.slice(4)}`, foreign, none]
    const answers = await Promise.all(bad.map((token) => ask(`Bearer ${token}`)))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
      expect(await answer.json()).toMatchObject({ detail: 'The token is not valid for this service.' })
    }
  })

  it('refuses two Authorization headers with 400, though both be good', async () => {
    const authorization = `Authorization: Bearer ${await service.token()}`
    const { status, body } = await sendRaw(service.url, [
      'GET /plants HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      authorization,
      authorization,
    ])
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ errors: [{ header: 'Authorization' }] })
  })

  it.each([
    ['GET', 'plants:write', 'plants:read'],
    ['POST', 'plants:read', 'plants:write'],
    ['GET', '', 'plants:read'],
    ['GET', 'plants:reader', 'plants:read'],
  ])('refuses %s with the scope %j and tells which it needs', async (method, scope, needed) => {
    const answer = await ask(`Bearer ${await service.token('gardener', scope)}`, method === 'POST' ? json({}) : {})
    expect(answer.status).toBe(403)
    expect(answer.headers.get('WWW-Authenticate')).toContain(`error="insufficient_scope"`)
    expect(answer.headers.get('WWW-Authenticate')).toContain(`scope="${needed}"`)
    expect(await answer.json()).toMatchObject({ type: '/problems/insufficient-scope', status: 403 })
  })

  // express-openapi-validator 5.6.2 makes a 401 of whatever its handlers throw, be the key server down.
  it('blames no token when it cannot be looked at', async () => {
    await using failing = await startService({ verify: () => Promise.reject(new TypeError('the key server is down')) })
    const answer = await failing.request('/plants', { headers: { Authorization: 'Bearer any' } })
    expect(answer.status).toBe(500)
    expect(answer.headers.get('WWW-Authenticate')).toBeNull()
    expect(failing.internalErrors).toEqual(['the key server is down'])
  })

  it('honours its own tokens under a loopback name only', async () => {
    const authorization = `Authorization: Bearer ${await service.token()}`
    const status = async (host: string) =>
      (await sendRaw(service.url, ['GET /plants HTTP/1.1', `Host: ${host}`, 'Connection: close', authorization])).status
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.1.2.3:80', '[::1]', '[::1]:3000']) {
      expect(await status(host), host).toBe(200)
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '[::2]', '']) {
      expect(await status(host), host).toBe(401)
    }
  })
})
