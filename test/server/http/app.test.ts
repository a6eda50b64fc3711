import { describe, expect, it } from 'vitest'
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
