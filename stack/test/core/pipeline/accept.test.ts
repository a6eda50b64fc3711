import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../../test/support/problem.ts'
import { sharedService } from '../../../../test/support/shared-service.ts'

const { request } = await sharedService()

describe('content negotiation', () => {
  const list = (Accept: string) => request('/plants', { headers: { Accept } })

  it.each([
    ...['*/*', 'application/json', 'APPLICATION/JSON', 'application/*', ''],
    ...['text/html, application/json;q=0.1', 'text/html, */*;q=0.1'],
    ...['application/json;charset=utf-8', 'text/html, application/json; q=0.1; Charset="UTF-8"'],
  ])('returns JSON for Accept: %j', async (accept) => {
    const { status, headers } = await list(accept)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json'])
  })

  it.each([
    ...['text/html', 'application/problem+json', 'application/json;q=0', 'application/json;version=2', '*/*;q=0'],
    ...['garbage', ';;;', 'application/', 'application/json;charset=utf-8;q=0'],
  ])('returns 406 for Accept: %j', async (accept) => {
    await expectProblem(await list(accept), 'not-acceptable')
  })

  it('never returns 406 if the response has no body', async () => {
    const init = { method: 'DELETE', headers: { Accept: 'text/html' } }
    const { status } = await request('/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', init)
    expect([204, 404]).toContain(status)
  })
})
