import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Implementation, implementations } from '../../support/service.ts'

describe.each(implementations)('the headers that keep browsers in check, on %s', (_face, start) => {
  let service: Implementation
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it.each(['/plants', '/plants?limit=0', '/nowhere', '/docs', '/openapi.json', '/problems/not-found'])(
    'are on every answer, as of %s',
    async (path) => {
      const { headers } = await service.request(path)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('X-Powered-By')).toBeNull()
    },
  )

  it('let the page of docs run its own scripts, by their hashes, and load nothing', async () => {
    const answer = await service.request('/docs')
    const policy = answer.headers.get('Content-Security-Policy') ?? ''
    const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(await answer.text())?.[1]
    expect(policy).toBe(`${own}; frame-ancestors 'none'`)
    expect(policy).toMatch(/script-src 'sha256-/)
    expect(policy).not.toMatch(/https?:|'unsafe-eval'/)
  })
})
