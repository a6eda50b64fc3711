import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Implementation, implementations, json } from '../../../support/service.ts'

describe.each(implementations)('what %s answers with', (_face, start) => {
  let service: Implementation
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const ask = (Accept: string) => service.request('/plants', { headers: { Accept } })

  it.each([
    '*/*',
    'application/json',
    'APPLICATION/JSON',
    'application/*',
    'text/html, application/json;q=0.1',
    'text/html, */*;q=0.1',
    '',
  ])('is JSON where Accept is %j', async (accept) => {
    const answer = await ask(accept)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/json')
  })

  it.each([
    'text/html',
    'application/xml',
    'application/problem+json',
    'application/json;q=0',
    'application/json;version=2',
    '*/*;q=0',
    'garbage',
    ';;;',
    'application/',
  ])('is a 406 problem where Accept is %j', async (accept) => {
    const answer = await ask(accept)
    expect(answer.status).toBe(406)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ type: '/problems/not-acceptable', status: 406 })
  })

  it('is a problem document for every error, whatever Accept says', async () => {
    const answer = await service.request('/nowhere', { headers: { Accept: 'text/html' } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  })

  it('is never 406 where there is no body to answer', async () => {
    const init = { method: 'DELETE', headers: { Accept: 'text/html' } }
    const answer = await service.request('/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', init)
    expect([204, 404]).toContain(answer.status)
  })

  it('is refused before the body is looked at', async () => {
    const { headers, ...post } = json({ colour: 'green' })
    const answer = await service.request('/plants', { ...post, headers: { ...headers, Accept: 'text/html' } })
    expect(answer.status).toBe(406)
  })
})
