import { describe, expect, it } from 'vitest'
import { sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { readSeed } from '../../support/read-settings.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { startService } from '../../support/service.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

it.each([
  ['0', null],
  ['3600', 'max-age=3600'],
])('with HSTS_SECONDS=%s, the service sends Strict-Transport-Security: %s', async (HSTS_SECONDS, expected) => {
  await using service = await startService({ settings: { HSTS_SECONDS } })
  expect((await service.request('/docs')).headers.get('Strict-Transport-Security')).toBe(expected)
})

const policy = expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/)
const jsonHeaders = {
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const pageHeaders = {
  ...jsonHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const implementations = await sharedImplementations()
const Origin = 'http://localhost:5173'
const listMembers = (headers: Headers, name: string) => (headers.get(name) ?? '').split(/ *, */)

describe.each(implementations)('$name', ({ name, url, token, request }) => {
  it.each([
    ...['/lamps', '/lamps?limit=0', '/nowhere', '/docs/nowhere'].map((path): [string, object] => [path, jsonHeaders]),
    ...['/', '/docs', '/openapi.json', '/problems/not-found'].map((path): [string, object] => [path, pageHeaders]),
  ])('sends with %s exactly the security headers of JSON, or of pages', async (path, expected) => {
    const { headers } = await request(path, { redirect: 'manual' })
    const all = Object.entries(Object.fromEntries(headers))
    expect(Object.fromEntries(all.filter(([name]) => name in pageHeaders || name.startsWith('x-')))).toEqual(expected)
    expect(headers.get('Cache-Control')).toMatch(/no-(?:cache|store)/)
  })

  it('sends the security headers of JSON with the response to a request that is not HTTP', async () => {
    expect((await sendRaw(url, ['hello'])).headers).toMatchObject(jsonHeaders)
  })

  it('sends a Request-Id with every response, whatever the request target is', async () => {
    const seed = readSeed()
    const random = seededRandom(seed)
    const starts = ['', '/', '*', 'x://', 'http://', 'HTTP:']
    const pieces = ['/', '//', ':', '?', '[', ']', '@', '%', '%00', '\\', '.', 'a', ':0', '/lamps', '\xe4']
    const Authorization = `Authorization: Bearer ${await token()}`
    for (let run = 0; run < 300; run++) {
      const rest = Array.from({ length: random() * 4 }, () => random.pick(pieces))
      const target = random.pick(starts) + rest.join('')
      const line = `${random.pick(['GET', 'OPTIONS', 'PUT'])} ${target}`
      const { status, headers } = await sendRawRequest(url, line, [Authorization])
      expect(headers, `${line}: ${status}, SEED=${seed}`).toHaveProperty('request-id')
    }
  })

  it('responds to a preflight request of a different origin without a token, and exposes Total-Count', async () => {
    const { status, headers } = await fetch(`${url}/lamps`, {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'if-match' },
    })
    expect(status).toBe(204)
    expect([Origin, '*']).toContain(headers.get('Access-Control-Allow-Origin'))
    // PUT is allowed so that a script that uses it by mistake gets a 405 instead of a network error.
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
    expect(listMembers(headers, 'Access-Control-Allow-Methods')).toEqual(methods)
    const conditions = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since']
    const allowed = ['Authorization', 'Content-Type', ...conditions, 'Idempotency-Key']
    if (name === 'the mock') allowed.push('Prefer')
    expect(listMembers(headers, 'Access-Control-Allow-Headers').toSorted()).toEqual(allowed.toSorted())
    expect(headers.get('Access-Control-Max-Age')).toBe('600')
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(headers.get('Vary')).toContain('Origin')
    const list = await request('/lamps', { headers: { Origin } })
    expect(listMembers(list.headers, 'Access-Control-Expose-Headers')).toContain('Total-Count')
  })
})

const [service, mock] = implementations

it.each([
  ['http://localhost', 'http://localhost'],
  ['https://localhost:3', 'https://localhost:3'],
  ['https://evil.example', null],
  ['http://localhost.evil.example', null],
  ['null', null],
])('with the Origin %s, the service allows the origin %j, and the mock allows *', async (Origin, expected) => {
  const allowed = async (implementation = service) =>
    (await implementation?.request('/lamps', { headers: { Origin } }))?.headers.get('Access-Control-Allow-Origin')
  expect([await allowed(), await allowed(mock)]).toEqual([expected, '*'])
})
