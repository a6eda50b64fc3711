import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startMock, startService } from '../../support/service.ts'

describe('with a limit of 3 requests per minute and caller, and ten times that per address', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '3' } })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const ask = async (subject: string, init: RequestInit = {}) => {
    const Authorization = `Bearer ${await service.token(subject)}`
    return service.request('/plants', { ...init, headers: { ...init.headers, Authorization } })
  }

  it('every answer says what is left, and the fourth is refused until the minute is over', async () => {
    const answers: Response[] = []
    for (let count = 0; count < 4; count++) answers.push(await ask('ann'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[0]?.headers.get('RateLimit')).toMatch(/^"address"; r=29; t=\d+, "caller"; r=2; t=\d+$/)
    expect(answers[0]?.headers.get('RateLimit-Policy')).toMatch(
      /^"address"; q=30; w=60; pk=.*, "caller"; q=3; w=60; pk=/,
    )
    const [refused] = answers.slice(-1)
    const seconds = Number(refused?.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await refused?.json()).toMatchObject({
      type: '/problems/too-many-requests',
      status: 429,
      detail: `Too many requests from this caller. Retry in ${seconds} seconds.`,
    })
  })

  it('one caller does not use up what another has', async () => {
    for (let count = 0; count < 4; count++) await ask('bob')
    expect((await ask('bob')).status).toBe(429)
    expect((await ask('cleo')).status).toBe(200)
  })

  it('is looked at before the request is judged, and after the scope', async () => {
    for (let count = 0; count < 3; count++) await ask('dora')
    expect((await ask('dora', { headers: { Accept: 'text/html' } })).status).toBe(429)
    const Authorization = `Bearer ${await service.token('dora', 'plants:write')}`
    expect((await service.request('/plants', { headers: { Authorization } })).status).toBe(403)
  })

  it('an address is refused before its token is looked at, but not for paths and methods there are not', async () => {
    let status = 401
    for (let count = 0; count < 40 && status === 401; count++) {
      status = (await service.request('/plants', { headers: { Authorization: 'none' } })).status
    }
    expect(status).toBe(429)
    expect((await service.request('/nowhere')).status).toBe(404)
    expect((await service.request('/plants', { method: 'PUT' })).status).toBe(405)
    expect((await ask('erik')).status).toBe(429)
  })
})

describe('without limits', () => {
  it('nothing is said of any', async () => {
    await using service = await startService({ settings: { RATE_LIMIT_PER_MINUTE: '0' } })
    await using mock = await startMock()
    for (const face of [service, mock]) {
      const { headers } = await face.request('/plants')
      expect(headers.get('RateLimit')).toBeNull()
      expect(headers.get('RateLimit-Policy')).toBeNull()
    }
  })
})
