import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/problem.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

type Sent = Record<string, string | undefined>

/** Sends the request of a page of the service, with another line or other headers; `undefined` leaves one out. */
function ask(url: string, { line = 'POST /development-token', ...replaced }: Sent = {}) {
  const { host, origin } = new URL(url)
  const headers = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Length': '0', ...replaced }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`))
  return sendRaw(url, [`${line} HTTP/1.1`, 'Connection: close', ...lines])
}

describe.each(await sharedImplementations())('the development token of $name', ({ name, url, request }) => {
  const { port } = new URL(url)

  it('signs in a page of the service itself, and is not stored', async () => {
    const { status, headers, body } = await ask(url)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('application/json')
    const { token } = JSON.parse(body)
    const Authorization = `Bearer ${token}`
    expect((await request('/plants', { headers: { Authorization } })).status).toBe(200)
    if (name === 'the service') {
      expect(decodeJwt(token)).toMatchObject({ sub: 'gardener', scope: 'plants:read plants:write' })
    }
  })

  it.each([
    ['at localhost', { Host: `localhost:${port}`, Origin: `http://localhost:${port}` }],
    ['in a browser without Sec-Fetch-Site', { 'Sec-Fetch-Site': undefined }],
    ['with a whole URL in the request line', { line: `POST ${url}/development-token` }],
  ])('signs in a page %s', async (_, sent: Sent) => {
    expect((await ask(url, sent)).status).toBe(200)
  })

  it.each<[string, Sent]>([
    ['a page of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of another site in an old browser', { Origin: 'https://evil.example', 'Sec-Fetch-Site': undefined }],
    ['a page on another port', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['a page of the same port over https', { Origin: `https://127.0.0.1:${port}` }],
    ['a sandboxed page', { Origin: 'null' }],
    ['a page that lies about its origin', { 'Sec-Fetch-Site': 'same-site' }],
    ['a link or an address bar', { 'Sec-Fetch-Site': 'none' }],
    ['a page whose name resolves to loopback', { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` }],
    [
      'a name that starts like loopback',
      { Host: `127.0.0.1.evil.example:${port}`, Origin: 'http://127.0.0.1.evil.example' },
    ],
    ['localhost for the page of 127.0.0.1', { Host: `localhost:${port}` }],
    ['a program without Origin', { Origin: undefined }],
    ['two origins', { Origin: `${url}, ${url}` }],
    ['an origin with a path', { Origin: `${url}/` }],
    ['a proxy', { 'X-Forwarded-For': '203.0.113.1' }],
    ['a proxy with the standard header', { Forwarded: 'for=203.0.113.1' }],
    ['a proxy with Via', { Via: '1.1 proxy' }],
    ['an empty host', { Host: '', Origin: 'http://' }],
  ])('does not exist for %s', async (_, sent) => {
    const { status, body } = await ask(url, sent)
    expect(status).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ type: 'tag:plants.example,2026:not-found' })
    expect(body).not.toContain('"token"')
  })

  it('is not a simple link', async () => {
    for (const method of ['GET', 'PUT']) {
      const { status, headers } = await ask(url, { line: `${method} /development-token` })
      expect([status, headers.allow]).toEqual([405, 'OPTIONS, POST'])
    }
    const { status, headers } = await ask(url, { line: 'OPTIONS /development-token' })
    expect([status, headers.allow]).toEqual([204, 'OPTIONS, POST'])
  })

  it('refuses a long target and two hosts like every path', async () => {
    expect((await ask(url, { line: `POST /development-token?${'x'.repeat(8192)}` })).status).toBe(414)
    expect((await ask(url, { 'Host ': 'localhost' })).status).toBe(400)
  })
})

it('a service with an identity provider has no development token', async () => {
  const settings = { AUTH_ISSUER: 'http://127.0.0.1:1', AUTH_AUDIENCE: 'plants' }
  await using service = await startService({ settings })
  const response = await fetch(`${service.url}/development-token`, {
    method: 'POST',
    headers: { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' },
  })
  await expectProblem(response, 'not-found')
})
