// Two validators implement the schemas of the contract: express-openapi-validator in the service and the mock, generated
// ones in the handlers. They must convert the same values, fill in the same defaults and report the same fields.
import { describe, expect, it } from 'vitest'
import { examples } from '../../../../generated/examples.ts'
import { contract } from '../../../../generated/index.ts'
import { server } from '../../../../generated/server.ts'
import { precompiled } from '../../../../test/support/precompiled.ts'
import { type RequestParts, requireValid, type Validator } from '../../../core/contract/validator.ts'
import { Problem } from '../../../core/problem.ts'
import { createOpenApiValidator } from '../../../server/http/openapi-validator.ts'

const { operations } = contract
const validators = [precompiled, createOpenApiValidator(contract, server.validators)]
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
const body = (value: unknown, ...fields: string[]): Row[] => [
  ['createPlant', { body: value }, ...fields],
  ['updatePlant', { body: value }, ...fields],
]
const entityTags = (value: string): Row[] => [
  ['listPlants', { headers: { 'If-None-Match': value } }, 'If-None-Match'],
  ['deletePlant', { headers: { 'If-Match': value } }, 'If-Match'],
]
const key = (value: string): Row => {
  return ['createPlant', { body: { name: 'Fern' }, headers: { 'Idempotency-Key': value } }, 'Idempotency-Key']
}

describe('both validators', () => {
  const [cactus, leaf] = ['🌵'.repeat(200), '🌿'.repeat(64)]

  it.each<Row>([
    ['listPlants', { query: { limit: 100, tag: '' } }],
    ['listPlants', { query: { limit: 1, tag: leaf, after: id } }],
    ...body({ name: cactus, tag: leaf }),
    ...body({ name: ' x ', tag: ' ' }),
    ...body({ name: 'हिन्दी العربية é e\u0301 \u200d \ufeff x', tag: '\u2028' }),
    ['updatePlant', { body: {} }],
    ['updatePlant', { body: { tag: null } }],
    ...['"a"', 'W/"a"', '"a", W/"b"', '"a,b"', '""', '*', '"a",', ', ,"a" ,, "b"', '"é"'].flatMap((tags) =>
      entityTags(tags),
    ),
    ...['k', 'k'.repeat(255), `"${'k'.repeat(255)}"`, `"${'\\"'.repeat(255)}"`, 'a"b\\c'].map(key),
  ])('accept for %s: %j', (operation, parts) => {
    for (const validator of validators) expect(outcome(validator, operation, parts)).toMatchObject(parts)
  })

  it('fill in defaults', () => {
    for (const validator of validators) {
      expect(outcome(validator, 'listPlants', {})).toMatchObject({ query: { limit: 20 } })
      expect(outcome(validator, 'createPlant', { body: { name: 'x' } })).toMatchObject({ body: { name: 'x' } })
      expect(outcome(validator, 'updatePlant', { body: {} })).toMatchObject({ path: { id }, body: {} })
    }
  })

  const malformedTags = ['', 'a', '"a', 'a"', 'W/a', 'w/"a"', '"a" "b"', '"a b"', '"a"b', '*, "a"', '"a", *', ',']
  const longTags = [`${'"a",'.repeat(1000)}x`, `${', '.repeat(2000)}x`]
  const malformedKeys = ['', 'a b', 'a\tb', '"', '""', '"a', '"a"b', '"a";x=1', '"a\\b"', 'é', 'a, b']
  it.each<Row>([
    ...['', ' \u00a0\u3000', 'x'.repeat(201), 1, null, ['Fern'], 'a\0', 'a\nb', 'a\ud800'].flatMap((name) =>
      body({ name }, '/name'),
    ),
    ...[`${leaf}x`, '\u0085', 'a\nb', 0, false, {}].flatMap((tag) => body({ name: 'Fern', tag }, '/tag')),
    ...[[], null, 'Fern', 7, [{ op: 'replace', path: '/name', value: 'Moss' }]].flatMap((value) => body(value, '')),
    ...body({ name: 'Fern', colour: null }, '/colour'),
    ...body({ name: 'Fern', id, createdAt: 'x', updatedAt: 'x' }, '/id', '/createdAt', '/updatedAt'),
    ...body({ name: 'Fern', 'a/b~c': 1 }, '/a~1b~0c'),
    ...body({ name: 'Fern', [`${'x'.repeat(498)}~`]: 1 }, `/${'x'.repeat(498)}`),
    ...body({ name: '', tag: 1, extra: true }, '/extra', '/name', '/tag'),
    ['createPlant', { body: { tag: 'x' } }, '/name'],
    ['createPlant', { body: { name: 'Fern', tag: null } }, '/tag'],
    ...[0, 101, 1.5, Number.NaN, [1, 1]].map((limit): Row => ['listPlants', { query: { limit } }, 'limit']),
    ...['a\n', `${leaf}x`, ['a', 'a']].map((tag): Row => ['listPlants', { query: { tag } }, 'tag']),
    ...['x', id.toUpperCase()].map((after): Row => ['listPlants', { query: { after } }, 'after']),
    ['listPlants', { query: { limit: 0, tag: leaf + leaf } }, 'limit', 'tag'],
    ...['x', id.toUpperCase(), `${id}\n`].map((wrong): Row => ['getPlant', { path: { id: wrong } }, 'id']),
    ['updatePlant', { path: { id: 'x' }, headers: { 'If-Match': 'x' }, body: { name: '' } }, 'If-Match', 'id', '/name'],
    ...[...malformedTags, ...longTags].flatMap(entityTags),
    ...[...malformedKeys, 'k'.repeat(256), `"${'k'.repeat(256)}"`].map(key),
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

  it.each(['2026-02-30T09:00:00.000Z', '2026-02-28T73:23:74.000Z'])(
    'refuse a response with the time %s',
    (createdAt) => {
      const plan = operations.find(({ id }) => id === 'getPlant')?.success
      const [example] = Object.values(examples[plan?.name ?? '']?.bodies ?? {})
      for (const validator of validators) {
        expect(plan && validator.validateResponse(plan, { ...Object(example), createdAt })).toMatch('createdAt')
      }
    },
  )
})
