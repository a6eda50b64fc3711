import { describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { operationList, scopes } from '../../server/contract/operations.ts'
import { violations } from '../../server/contract/responses.ts'
import type { Operations } from '../../server/contract/typed-operations.ts'
import { createHttpServer, listen } from '../../server/http-server.ts'
import { Problem } from '../../server/problem.ts'
import { type Service, startService } from '../support/service.ts'

const ETag = `"${'x'.repeat(27)}"`
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
  const listPlants = async () => answer as Awaited<ReturnType<Operations['listPlants']>>
  return startService({ operations: { listPlants } })
}

describe('the check of every answer', () => {
  it('lets a documented answer pass', async () => {
    await using service = await answering({
      status: 200,
      body: [plant],
      headers: { ETag, Link: '<?cursor=x>; rel="next"' },
    })
    const answer = await service.request('/plants')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual([plant])
    expect(service.faults).toEqual([])
  })

  it.each([
    ['a status that is not documented', { status: 202, body: [], headers: { ETag } }],
    ["another operation's status", { status: 204, headers: { ETag } }],
    ['a status that only requests without an operation get', { status: 405, body: [] }],
    ['what HTTP itself brings elsewhere', { status: 204, headers: { Allow: 'GET' } }],
    ['a header that is not documented', { status: 200, body: [], headers: { ETag, 'X-Secret': '1' } }],
    ['a header that is missing', { status: 200, body: [] }],
    ['a header that does not fit', { status: 200, body: [], headers: { ETag, Link: 'nowhere' } }],
    ['a body of another type', { status: 200, body: {}, headers: { ETag } }],
    ['no body', { status: 200, headers: { ETag } }],
    ['a property that is missing', { status: 200, body: [{ ...plant, tag: undefined }], headers: { ETag } }],
    ['a property that does not fit', { status: 200, body: [{ ...plant, id: 'x' }], headers: { ETag } }],
    [
      'a date that there is not',
      { status: 200, body: [{ ...plant, createdAt: '2026-02-30T09:00:00.000Z' }], headers: { ETag } },
    ],
    ['more plants than a page has', { status: 200, body: Array.from({ length: 101 }, () => plant), headers: { ETag } }],
  ])('sends a 500 problem instead of %s, and reports it', async (_what, wrong) => {
    await using service = await answering(wrong)
    const answer = await service.request('/plants')
    expect(answer.status).toBe(500)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await answer.json()).toEqual({
      type: '/problems/internal-error',
      title: 'Internal error',
      status: 500,
      detail: 'Something went wrong on our side. Quote the instance to your operator.',
      instance: `urn:uuid:${answer.headers.get('Request-Id')}`,
    })
    expect(service.faults).toHaveLength(1)
    expect(String(service.faults[0])).toContain('breaks the contract')
  })

  it('sends a 500 problem instead of a problem that the operation does not document, and reports it', async () => {
    const listPlants = async () => {
      throw new Problem('/problems/precondition-failed', 'A list has no precondition.')
    }
    await using service = await startService({ operations: { listPlants } })
    const answer = await service.request('/plants')
    expect(await answer.json()).toMatchObject({ type: '/problems/internal-error', status: 500 })
    expect(String(service.faults)).toContain('status 412 is not documented for listPlants')
  })

  // express-openapi-validator 5.6.2 takes any media type of JSON for any other.
  it.each(['application/problem+json', 'text/html', 'application/json; charset=utf-8'])(
    'finds fault with a body sent as %s',
    (mediaType) => {
      const operation = operationList.find(({ id }) => id === 'getPlant')
      const wire = { status: 200, headers: { ETag }, body: { mediaType, value: plant } }
      expect(violations(operation, wire)).toContain(`media type ${mediaType} is not documented`)
    },
  )

  it('says nothing of what was thrown', async () => {
    const listPlants = async () => {
      throw new Error('the password is fern')
    }
    await using service = await startService({ operations: { listPlants } })
    const answer = await service.request('/plants')
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('fern')
    expect(service.faults).toHaveLength(1)
  })

  it('sends a bare 500 where not even a problem would be as documented', async () => {
    const faults: unknown[] = []
    const app = createApp({
      perform: async ({ req }) => {
        req.res?.setHeader('RateLimit', 'nonsense')
        throw new Error('the password is fern')
      },
      verify: async () => ({ owner: 'anybody', scopes: new Set(scopes) }),
      allowsOrigin: () => false,
      requestsPerMinute: 0,
      report: (fault) => faults.push(fault),
    })
    const server = createHttpServer(app)
    const url = await listen(server, '127.0.0.1', 0)
    const answer = await fetch(`${url}/plants`, { headers: { Authorization: 'Bearer any' } })
    expect(answer.status).toBe(500)
    expect(await answer.text()).toBe('')
    expect(faults).toHaveLength(3)
    server.closeAllConnections()
    server.close()
  })
})
