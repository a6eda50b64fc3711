import { readFile, stat } from 'node:fs/promises'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { pageKeyFile } from '../../../server/auth/login-token.ts'
import { newFolder } from '../../support/folder.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'
import { sharedImplementations, sharedService } from '../../support/shared-service.ts'

type Changes = Record<string, string | undefined>

/** Sends the request that a page of the service sends, with another request line or headers; `undefined` omits one. */
function send(url: string, { line = 'POST /development-token', ...replaced }: Changes = {}) {
  const { host, origin } = new URL(url)
  const headers = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Length': '0', ...replaced }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`))
  return sendRaw(url, [`${line} HTTP/1.1`, 'Connection: close', ...lines])
}

/** Returns the one-time key of a sign-in link. */
function getKey(link: string): string {
  return new URL(link).hash.replace('#key=', '')
}

function bearer(secret: string): Changes {
  return { Authorization: `Bearer ${secret}` }
}

async function getSession({ url, link }: { url: string; link: () => Promise<string> }): Promise<string> {
  const { body } = await send(url, bearer(getKey(await link())))
  return JSON.parse(body).session
}

describe.each(await sharedImplementations())('the development token of $name', ({ name, url, request, link }) => {
  const { port } = new URL(url)
  const session = getSession({ url, link })
  const sendWithSession = async (url: string, sent: Changes = {}) => send(url, { ...bearer(await session), ...sent })

  it('is sent to a page of the service itself, and must not be cached', async () => {
    const { status, headers, body } = await sendWithSession(url)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toBe('application/json')
    const { token } = JSON.parse(body)
    const Authorization = `Bearer ${token}`
    expect((await request('/lamps', { headers: { Authorization } })).status).toBe(200)
    if (name === 'the service')
      expect(decodeJwt(token)).toMatchObject({ sub: 'gardener', scope: 'rooms:read rooms:write' })
  })

  it.each([
    ['at localhost', { Host: `localhost:${port}`, Origin: `http://localhost:${port}` }],
    ['in a browser without Sec-Fetch-Site', { 'Sec-Fetch-Site': undefined }],
    ['with a request target in absolute-form', { line: `POST ${url}/development-token` }],
  ])('is sent to a page %s', async (_, sent: Changes) => {
    expect((await sendWithSession(url, sent)).status).toBe(200)
  })

  it.each<[string, Changes]>([
    ['a page of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of the same port over https', { Origin: `https://127.0.0.1:${port}` }],
    ['a sandboxed page', { Origin: 'null' }],
    ['a page that lies about its origin', { 'Sec-Fetch-Site': 'same-site' }],
    ['a link or an address bar', { 'Sec-Fetch-Site': 'none' }],
    ['a page whose name resolves to loopback', { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` }],
    ['localhost for the page of 127.0.0.1', { Host: `localhost:${port}` }],
    ['a program without Origin', { Origin: undefined }],
    ['two origins', { Origin: `${url}, ${url}` }],
    ['a proxy', { 'X-Forwarded-For': '203.0.113.1' }],
    ['a proxy with the standard header', { Forwarded: 'for=203.0.113.1' }],
    ['an empty host', { Host: '', Origin: 'http://' }],
  ])('is not found for %s', async (_, sent) => {
    const { status, body } = await sendWithSession(url, sent)
    expect(status).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ type: 'tag:rooms.example,2026:not-found' })
  })

  it('is sent to a POST only', async () => {
    const { status, headers } = await sendWithSession(url, { line: 'GET /development-token' })
    expect([status, headers.allow]).toEqual([405, 'OPTIONS, POST'])
  })
})

it('a service with an identity provider has no development token', async () => {
  const settings = { AUTH_ISSUER: 'http://127.0.0.1:1', AUTH_AUDIENCE: 'lamps' }
  await using service = await startService({ settings })
  // The endpoint would respond 405 to a GET.
  await expectProblem(await fetch(`${service.url}/development-token`), 'not-found')
})

describe('the key of a sign-in link', async () => {
  const [service, other] = [await sharedService(), await sharedService()]
  const { url } = service

  it('survives a restart until it is used, as a session does', async () => {
    const folder = await newFolder()
    const start = () => startService({ folder })
    const first = await start()
    const session = await getSession(first)
    const unused = await first.link()
    await first[Symbol.asyncDispose]()
    await using second = await start()
    expect(getKey(await second.link())).toBe(getKey(unused))
    for (const secret of [session, getKey(unused)]) expect((await send(second.url, bearer(secret))).status).toBe(200)
    expect((await send(second.url, bearer(getKey(unused)))).status).toBe(404)
  })

  it('is in a file that only the user of the service can read, and in no line of the log', async () => {
    const file = pageKeyFile(service.folder)
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
    const secrets = [(await readFile(file, 'utf8')).trim(), await getSession(service)]
    expect(secrets[0]).toMatch(/^[\w-]{22}$/)
    const log = JSON.stringify(service.log)
    expect(log).toContain('"status":200')
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })

  it.each<[string, () => Promise<Changes>]>([
    // A proxy that replaces the Host hides that the client is remote, so the Host alone must not be enough.
    ['nothing', async () => ({})],
    ['another key', async () => bearer('A'.repeat(22))],
    ['an access token', async () => bearer(await service.token())],
    ['a session with another signature', async () => bearer((await getSession(service)).replace(/.{8}$/, 'AAAAAAAA'))],
    ['a session of another service', async () => bearer(await getSession(other))],
  ])('cannot be replaced by %s', async (_, sent) => {
    const { status, body } = await send(url, await sent())
    expect(status).toBe(404)
    expect(body).not.toContain('"token"')
  })

  it('does not make its session an access token', async () => {
    const headers = { Authorization: `Bearer ${await getSession(service)}` }
    expect((await service.request('/lamps', { headers })).status).toBe(401)
  })
})
