import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DraftResponse } from '../../../core/pipeline/http.ts'
import { Problem } from '../../../core/problem.ts'
import type { Handler } from '../../product/generated/handlers.ts'
import { expectProblem } from '../../support/problem.ts'
import { json } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'

const time = '2025-11-20T09:00:00.000Z'
const lamp = { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', name: 'Desk', tag: '', createdAt: time, updatedAt: time }
const secret = 'the password is stairs'

let result: DraftResponse | Error
const listLamps = async () => {
  if (result instanceof Error) throw result
  return result
}
const createLamp: Handler<'createLamp'> = async () => result as never
// The casts are necessary, because handlers with these results would not compile.
const handlers = { listLamps: listLamps as never, createLamp }
let requestId: string | undefined
const service = await sharedService({ handlers, newRequestId: () => requestId ?? randomUUID() })

describe('the validation of every response', () => {
  it.each<[string, DraftResponse | Error, string]>([
    ['a status that is not documented', { status: 202, body: [] }, 'status 202 is not documented for listLamps'],
    ['a status of a different operation', { status: 204 }, 'status 204'],
    ['an unknown header', { status: 200, body: [], headers: { 'X-Secret': '1' } }, 'header X-Secret is not documented'],
    ['an invalid header', { status: 200, body: [], headers: { Link: 'nowhere' } }, 'header Link'],
    ['a body of a different type', { status: 200, body: {} }, 'array'],
    ['no body', { status: 200 }, 'breaks the contract'],
    ['a missing property', { status: 200, body: [{ ...lamp, tag: undefined }] }, 'tag'],
    ['too many lamps', { status: 200, body: Array(101).fill(lamp) }, '100'],
    ['a problem that is not documented', new Problem('idempotency-key-reused', secret), 'status 422'],
    ['any error', new Error(secret), secret],
  ])('replaces %s with an internal error, and reports it', async (_what, brokenResult, message) => {
    result = brokenResult
    const reported = service.internalErrors.length
    const problem = await expectProblem(await service.request('/lamps'), 'internal-error', {
      detail: 'The service failed. Report the instance to the operator of the service.',
    })
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'instance'])
    expect(service.internalErrors.slice(reported)).toEqual([expect.stringContaining(message)])
  })

  it.each(['', undefined])('replaces a response whose required header is %j', async (Location) => {
    result = { status: 201, body: lamp, headers: { Location } }
    await expectProblem(await service.request('/lamps', json({ name: 'Desk' })), 'internal-error')
    expect(service.internalErrors.at(-1)).toContain('header Location')
  })

  it('sends an empty 500 if the problem breaks the contract too', async () => {
    result = new Error(secret)
    const reported = service.internalErrors.length
    requestId = 'not a UUID'
    const response = await service.request('/lamps')
    requestId = undefined
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(service.internalErrors.slice(reported)).toEqual([secret, expect.stringContaining('/instance')])
  })
})
