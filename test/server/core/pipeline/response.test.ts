import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Handlers } from '../../../../server/core/plants/handlers.ts'
import { Problem } from '../../../../server/core/problem.ts'
import { json, type Service, startService } from '../../../support/service.ts'

const plant = {
  id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41',
  name: 'Fern',
  tag: '',
  createdAt: '2025-11-20T09:00:00.000Z',
  updatedAt: '2025-11-20T09:00:00.000Z',
}

/** A service whose listPlants answers what the types would not let it. */
function answering(answer: unknown): Promise<Service> {
  // On purpose no answer of the contract: that is what is tested.
  const listPlants = async () => answer as Awaited<ReturnType<Handlers['listPlants']>>
  return startService({ handlers: { listPlants } })
}

describe('the check of every answer', () => {
  it('lets a documented answer pass', async () => {
    await using service = await answering({
      status: 200,
      body: [plant],
      headers: { Link: '<?cursor=x>; rel="next"' },
    })
    const answer = await service.request('/plants')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual([plant])
    expect(service.internalErrors).toEqual([])
  })

  it.each([
    ['a status that is not documented', { status: 202, body: [] }],
    ["another operation's status", { status: 204 }],
    ['a status that only requests without an operation get', { status: 405, body: [] }],
    ['what HTTP itself brings elsewhere', { status: 204, headers: { Allow: 'GET' } }],
    ['a header that is not documented', { status: 200, body: [], headers: { 'X-Secret': '1' } }],
    ['a header that does not fit', { status: 200, body: [], headers: { Link: 'nowhere' } }],
    ['a body of another type', { status: 200, body: {} }],
    ['no body', { status: 200 }],
    ['a property that is missing', { status: 200, body: [{ ...plant, tag: undefined }] }],
    ['a property that does not fit', { status: 200, body: [{ ...plant, id: 'x' }] }],
    ['a date that there is not', { status: 200, body: [{ ...plant, createdAt: '2026-02-30T09:00:00.000Z' }] }],
    ['more plants than a page has', { status: 200, body: Array.from({ length: 101 }, () => plant) }],
  ])('sends a 500 problem instead of %s, and reports it', async (_what, wrong) => {
    await using service = await answering(wrong)
    const answer = await service.request('/plants')
    expect(answer.status).toBe(500)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await answer.json()).toEqual({
      type: '/problems/internal-error',
      title: 'Internal error',
      status: 500,
      detail: 'The service failed. Report the instance to the operator of the service.',
      instance: `urn:uuid:${answer.headers.get('Request-Id')}`,
    })
    expect(service.internalErrors).toHaveLength(1)
    expect(String(service.internalErrors[0])).toContain('breaks the contract')
  })

  it('sends a 500 problem instead of a problem that the operation does not document, and reports it', async () => {
    const listPlants = async () => {
      throw new Problem('/problems/precondition-failed', 'A list has no precondition.')
    }
    await using service = await startService({ handlers: { listPlants } })
    const answer = await service.request('/plants')
    expect(await answer.json()).toMatchObject({ type: '/problems/internal-error', status: 500 })
    expect(String(service.internalErrors)).toContain('status 412 is not documented for listPlants')
  })

  it('sends a 500 problem instead of a response that lacks a header, and reports it', async () => {
    const createPlant = async () => ({ status: 201 as const, body: plant, headers: { Location: '' } })
    await using service = await startService({ handlers: { createPlant } })
    expect((await service.request('/plants', json({ name: 'Fern' }))).status).toBe(500)
    expect(service.internalErrors).toEqual([expect.stringContaining('header Location')])
  })

  it('says nothing of what was thrown', async () => {
    const listPlants = async () => {
      throw new Error('the password is fern')
    }
    await using service = await startService({ handlers: { listPlants } })
    const answer = await service.request('/plants')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('fern')
    expect(service.internalErrors).toHaveLength(1)
  })

  it('sends a bare 500 where not even a problem would be as documented', async () => {
    // The rate limit of the adapter is part of every documented response.
    const listPlants = async () => {
      throw new Error('the password is fern')
    }
    const wrap = (app: RequestListener) => (req: IncomingMessage, res: ServerResponse) => {
      res.setHeader('RateLimit', 'nonsense')
      app(req, res)
    }
    await using service = await startService({ handlers: { listPlants }, wrap })
    const answer = await service.request('/plants')
    expect(answer.status).toBe(500)
    expect(await answer.text()).toBe('')
    expect(service.internalErrors).toHaveLength(2)
  })
})
