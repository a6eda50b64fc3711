// Valid requests and responses are remembered. No caller may use that to get an invalid one through, to change what
// others get, or to fill the memory.
import { expect, it, vi } from 'vitest'
import type { BodyPlan, OperationPlan } from '../../../core/contract/plan.ts'
import type { RequestParts } from '../../../core/contract/validator.ts'
import { cacheValidations } from '../../../server/http/validation-cache.ts'
import { contract } from '../../product/generated/index.ts'
import { compiled } from '../../support/rooms.ts'

const { operations } = contract

function lookUpOperation(id: string) {
  const found = operations.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}
const listLamps = lookUpOperation('listLamps')
const createLamp = lookUpOperation('createLamp')
const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

function counted() {
  const inner = vi.fn(compiled.validateRequest)
  const { validateRequest } = cacheValidations({ ...compiled, validateRequest: inner })
  return { validate: validateRequest, count: () => inner.mock.calls.length }
}

function getParts(changes: Partial<RequestParts> = {}): RequestParts {
  return { path: {}, query: {}, headers: {}, cookies: {}, body: undefined, ...changes }
}

it('validates a request once, and fills in the same defaults each time', () => {
  const { validate, count } = counted()
  for (let time = 0; time < 3; time++) {
    const parts = getParts({ query: { tag: 'x' } })
    expect(validate(listLamps, undefined, parts)).toEqual([])
    expect(parts.query).toEqual({ tag: 'x', limit: 20 })
    // What one request does with its query does not reach the next one.
    parts.query.tag = 'changed'
  }
  expect(count()).toBe(1)
})

it('validates a long request each time: many of them would fill the memory', () => {
  const { validate, count } = counted()
  const headers = { 'If-None-Match': `"${'x'.repeat(3_000)}"` }
  for (let time = 0; time < 3; time++) expect(validate(listLamps, undefined, getParts({ headers }))).toEqual([])
  expect(count()).toBe(3)
})

const time = '2025-11-20T09:00:00.000Z'
const toList = (count: number, tag = '') =>
  Array.from({ length: count }, () => ({ id, name: 'Desk', tag, createdAt: time, updatedAt: time }))
const getBody = ({ success: { body } }: OperationPlan): BodyPlan => {
  if (body === undefined) throw new Error('A lamp is a body.')
  return body
}
const [success, other] = [getBody(listLamps), getBody(createLamp)]

function countedResponses() {
  const inner = vi.fn(compiled.validateResponse)
  const { validateResponse } = cacheValidations({ ...compiled, validateResponse: inner })
  const validate = (body: unknown, plan: BodyPlan = success) => validateResponse(plan, body, JSON.stringify(body))
  return { validate, count: () => inner.mock.calls.length }
}

it('validates a list with another byte, and the same bytes as another response', () => {
  const { validate, count } = countedResponses()
  validate(toList(20))
  expect(validate(toList(20, 'x'))).toBeUndefined()
  expect(validate(toList(20), other)).toBeDefined()
  expect(validate(toList(20))).toBeUndefined()
  expect(count()).toBe(3)
})
