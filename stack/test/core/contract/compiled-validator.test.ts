// The service calls the compiled validators through express-openapi-validator, mocks and handlers for tests call them directly.
// Both must fill in the same defaults, and report the same fields. That the validators are right is shown by the requests of the
// contract tester (lab/contract/), which has a validator of its own.
import { describe, expect, it } from 'vitest'
import { type RequestParts, requireValid, type Validator } from '../../../core/contract/validator.ts'
import { Problem } from '../../../core/problem.ts'
import { createOpenApiValidator } from '../../../server/http/openapi-validator.ts'
import { examples } from '../../product/generated/examples.ts'
import { contract } from '../../product/generated/index.ts'
import { server } from '../../product/generated/server.ts'
import { compiled } from '../../support/compiled-validator.ts'

const { operations } = contract
const validators = [compiled, createOpenApiValidator(contract, server.validators)]
const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

/** The parts after validation, or the field errors. */
function outcome(validator: Validator, operationId: string, parts: Partial<RequestParts>) {
  const operation = operations.find((one) => one.id === operationId)
  if (operation === undefined) throw new Error(`no operation ${operationId}`)
  const path: Record<string, string> = operation.path.includes('{id}') ? { id } : {}
  const all = structuredClone({ path, query: {}, headers: {}, body: undefined, ...parts })
  try {
    requireValid(validator.validateRequest(operation, operation.requestMediaTypes[0], all), all)
    return all
  } catch (error) {
    if (error instanceof Problem) return error.errors
    throw error
  }
}

/** A request, and the fields that are reported if it is invalid. */
type Row = [string, Partial<RequestParts>, ...fields: string[]]

describe('both ways', () => {
  it.each<Row>([
    ['listLamps', { query: { limit: 100, tag: '' } }],
    ['updateLamp', { body: { tag: null } }],
    ['deleteLamp', { headers: { 'If-Match': '"a", W/"b"' } }],
  ])('accept for %s: %j', (operation, parts) => {
    for (const validator of validators) expect(outcome(validator, operation, parts)).toMatchObject(parts)
  })

  it('fill in defaults', () => {
    for (const validator of validators) {
      expect(outcome(validator, 'listLamps', {})).toMatchObject({ query: { limit: 20 } })
    }
  })

  it.each<Row>([
    ['createLamp', { body: { tag: 'x' } }, '/name'],
    ['createLamp', { body: { name: '', tag: 1, extra: true } }, '/extra', '/name', '/tag'],
    ['createLamp', { body: { name: 'Desk', 'a/b~c': 1 } }, '/a~1b~0c'],
    ['listLamps', { query: { limit: 0, tag: 'x'.repeat(200) } }, 'limit', 'tag'],
    ['updateLamp', { path: { id: 'x' }, headers: { 'If-Match': 'x' }, body: { name: '' } }, 'If-Match', 'id', '/name'],
  ])('report the same fields of %s: %j', (operation, parts, ...fields) => {
    const [ours, theirs] = validators.map((validator) => outcome(validator, operation, parts))
    expect(ours).toEqual(theirs)
    const named = [ours].flat().map((error) => Object.values({ ...error, detail: undefined }).join(''))
    expect(named).toEqual(fields)
  })

  const responses = operations.flatMap((operation) => [...operation.responses.values()])
  it.each(responses.filter(({ mediaType }) => mediaType !== undefined))('accept the examples of $name only', (plan) => {
    const bodies = Object.values(examples[plan.name]?.bodies ?? {})
    const [first] = bodies.flat()
    const without = (name: string) => {
      const body = { ...Object(first), [name]: undefined }
      return Array.isArray(bodies[0]) ? [body] : body
    }
    for (const validator of validators) {
      for (const body of bodies) expect(validator.validateResponse(plan, body)).toBeUndefined()
      for (const name of Object.keys(Object(first))) {
        expect(validator.validateResponse(plan, without(name)), name).toEqual(expect.any(String))
      }
      expect(validator.validateResponse(plan, undefined)).toEqual(expect.any(String))
    }
  })
})
