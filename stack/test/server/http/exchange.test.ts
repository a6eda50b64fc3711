import { describe, expect, it } from 'vitest'
import type { ProblemName } from '../../product/generated/handlers.ts'
import { contract } from '../../product/generated/index.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRaw, sendRawRequest } from '../../support/raw-http.ts'
import { readSeed } from '../../support/read-settings.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { startService } from '../../support/service.ts'
import { sharedImplementations } from '../../support/shared-service.ts'
import { waitUntil } from '../../support/wait.ts'

it.each([
  ['0', null],
  ['3600', 'max-age=3600'],
])('with HSTS_SECONDS=%s, the service sends Strict-Transport-Security: %s', async (HSTS_SECONDS, expected) => {
  await using service = await startService({ settings: { HSTS_SECONDS } })
  expect((await service.request('/docs')).headers.get('Strict-Transport-Security')).toBe(expected)
})

const policy = expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/)
const ofJson = {
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const ofPages = {
  ...ofJson,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const malformed = (target: string, host = 'localhost'): [ProblemName, string, string] => [
  'malformed-request',
  target,
  host,
]

describe.each(await sharedImplementations())('$name', ({ url, token, request }) => {
  it.each([
    ...['/lamps', '/lamps?limit=0', '/nowhere', '/docs/nowhere'].map((path): [string, object] => [path, ofJson]),
    ...['/', '/docs', '/openapi.json', '/problems/not-found'].map((path): [string, object] => [path, ofPages]),
  ])('sends with %s exactly the security headers of JSON, or of pages', async (path, expected) => {
    const { headers } = await request(path, { redirect: 'manual' })
    const all = Object.entries(Object.fromEntries(headers))
    expect(Object.fromEntries(all.filter(([name]) => name in ofPages || name.startsWith('x-')))).toEqual(expected)
    expect(headers.get('Cache-Control')).toMatch(/no-(?:cache|store)/)
  })

  it('sends the security headers of JSON with the response to a text that is not HTTP', async () => {
    expect((await sendRaw(url, ['hello'])).headers).toMatchObject(ofJson)
  })

  it.each<[problem: ProblemName, target: string, host?: string]>([
    ...['http://', 'http://a:b/lamps', 'http:///a', 'http://user@x/a'].map((target) => malformed(target)),
    ...['user@h', 'h:1234567', 'h/', '%4g'].map((host) => malformed('/', host)),
    ['not-found', 'x://'],
    ['not-found', 'ftp://a:b/lamps'],
    ['uri-too-long', `/${'x'.repeat(contract.limits.targetBytes)}`],
    ['unauthorized', '/%6camps?tag=%63?d'],
    ['unauthorized', 'HTTP://[::1]:80/lamps?limit=1'],
    ['unauthorized', '/lamps', ''],
  ])('returns %s for the target %s and the Host %s', async (problem, target, host = 'localhost') => {
    await expectProblem(await sendRaw(url, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close']), problem)
  })

  it('sends a Request-Id with every response, whatever the target is', async () => {
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
})

it('a target that Express cannot route counts for the rate limit, the log and the metrics', async () => {
  await using service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '1', OPS_PORT: '0' } })
  const send = () => sendRawRequest(service.url, 'GET http://')
  const { headers } = await send()
  expect(headers).toMatchObject({ ratelimit: expect.stringMatching(/^"address"; r=9; /) })
  const line = await waitUntil(() => service.log.find((one) => one.requestId === headers['request-id']))
  expect(line).toMatchObject({ method: 'GET', status: 400, msg: 'response' })
  const metrics = await (await fetch(`${service.monitoringUrl}/metrics`)).text()
  expect(metrics).toContain('rooms_http_responses_total{operation="none",status="400"} 1\n')
  for (let count = 1; count < 10; count++) await send()
  await expectProblem(await send(), 'too-many-requests')
})
