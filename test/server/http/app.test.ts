import { describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

describe.each(await sharedImplementations())('$name', ({ request }) => {
  it.each([...['/plants', '/plants?limit=0', '/nowhere', '/docs', '/openapi.json', '/problems/not-found']])(
    'sends the browser security headers with %s',
    async (path) => {
      const { headers } = await request(path)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('X-Powered-By')).toBeNull()
    },
  )
})

it.each([
  ['0', null],
  ['3600', 'max-age=3600'],
])('with HSTS_SECONDS=%s, the service sends Strict-Transport-Security: %s', async (HSTS_SECONDS, expected) => {
  await using service = await startService({ settings: { HSTS_SECONDS } })
  for (const path of ['/plants', '/docs']) {
    expect((await service.request(path)).headers.get('Strict-Transport-Security')).toBe(expected)
  }
})
