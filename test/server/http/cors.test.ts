import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Implementation, implementations, startMock, startService } from '../../support/service.ts'

const page = 'http://localhost:5173'

describe.each(implementations)('pages of another origin and %s', (_face, start) => {
  let service: Implementation
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const preflight = (path: string, Origin = page) =>
    fetch(service.url + path, {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'if-match' },
    })
  const listOf = (text: string | null) => (text ?? '').split(',').map((one) => one.trim())

  it('may ask first, without a token', async () => {
    const { status, headers } = await preflight('/plants')
    expect(status).toBe(204)
    expect([page, '*']).toContain(headers.get('Access-Control-Allow-Origin'))
    expect(listOf(headers.get('Access-Control-Allow-Methods'))).toEqual(
      expect.arrayContaining(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']),
    )
    expect(listOf(headers.get('Access-Control-Allow-Headers'))).toEqual(
      expect.arrayContaining(['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key']),
    )
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    expect(headers.get('Vary')).toContain('Origin')
  })

  it('may read every answer and its headers, errors included', async () => {
    const paths = ['/plants', '/plants?limit=0', '/nowhere', '/docs', '/openapi.json']
    for (const path of paths) {
      const answers = [
        await service.request(path, { headers: { Origin: page } }),
        await service.request(path, { headers: { Origin: page, Authorization: 'none' } }),
        await service.request(path, { method: 'PUT', headers: { Origin: page } }),
      ]
      for (const { headers, status } of answers) {
        expect([page, '*'], `${path} ${status}`).toContain(headers.get('Access-Control-Allow-Origin'))
        expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual([
          'Link',
          'ETag',
          'Location',
          'Retry-After',
          'RateLimit',
          'RateLimit-Policy',
          'WWW-Authenticate',
          'Allow',
          'Accept-Patch',
          'Request-Id',
        ])
        if (headers.get('Access-Control-Allow-Origin') === page) expect(headers.get('Vary')).toContain('Origin')
      }
    }
  })

  it('are told the same of a path and a method as anybody else', async () => {
    expect((await preflight('/nowhere')).status).toBe(404)
    expect((await preflight('/plants')).headers.get('Allow')).toBe('GET, HEAD, OPTIONS, POST')
  })
})

describe('which origins may call', () => {
  const allowed = async (service: Implementation, Origin: string) =>
    (await service.request('/plants', { headers: { Origin } })).headers.get('Access-Control-Allow-Origin')

  it('is any on loopback for the service, and no other', async () => {
    await using service = await startService()
    for (const origin of ['http://localhost', 'http://127.0.0.1:8080', 'http://[::1]:1', 'https://localhost:3']) {
      expect(await allowed(service, origin)).toBe(origin)
    }
    for (const origin of [
      'https://evil.example',
      'http://localhost.evil.example',
      'null',
      'http://127.0.0.1@evil.example',
    ]) {
      expect(await allowed(service, origin), origin).toBeNull()
    }
  })

  it('is every one for the mock, which also takes Prefer', async () => {
    await using mock = await startMock()
    for (const origin of ['https://anywhere.example', 'null', 'chrome-extension://abc']) {
      expect(await allowed(mock, origin)).toBe('*')
    }
    const { headers } = await fetch(`${mock.url}/plants`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://anywhere.example', 'Access-Control-Request-Method': 'GET' },
    })
    expect(headers.get('Access-Control-Allow-Headers')).toContain('Prefer')
  })
})
