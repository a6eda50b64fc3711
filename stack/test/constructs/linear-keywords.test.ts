// A keyword that takes quadratic time lets one caller block all others. Each body is the one that costs the most.
import { afterAll, describe, it } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { expectLinear, list, longLimits, object, withHandlers } from './linear-time.ts'
import { echo, ref, takes } from './operation.ts'

afterAll(cleanUp)

const point = ref('Point')
const arrayOf = (items: string) => `{ type: array, items: ${items} }`
const empty = list(() => '{}')
const numbers = list(() => '1')
const members = object((at) => `"x${at}":1`)
const unique = '{ type: array, uniqueItems: true }'

const bodies: [name: string, status: number, schema: string, body: (bytes: number) => string][] = [
  ['uniqueItems of objects', 200, unique, list((at) => `{"a":${at}}`)],
  ['uniqueItems of arrays', 200, unique, list((at) => `[[${at}]]`)],
  [
    'uniqueItems of strings',
    200,
    '{ type: array, uniqueItems: true, items: { type: string } }',
    list((at) => `"${at}"`),
  ],
  ['uniqueItems of an object with many names', 200, unique, (n) => `[${members(n)}]`],
  ['enum', 400, arrayOf('{ enum: [a, [1], { b: 1 }] }'), list(() => '{"b":2}')],
  ['const', 400, arrayOf('{ const: { a: [1] } }'), list(() => '{"a":[2]}')],
  ['type', 400, arrayOf('{ type: string }'), numbers],
  ['type of a component', 400, arrayOf(point), numbers],
  ['required', 400, arrayOf(point), empty],
  ['maxItems', 400, '{ type: array, maxItems: 1 }', numbers],
  ['contains', 400, '{ type: array, contains: { type: object, required: [a] } }', empty],
  ['unevaluatedItems', 400, '{ type: array, prefixItems: [{ type: integer }], unevaluatedItems: false }', numbers],
  ['oneOf', 400, arrayOf(`{ oneOf: [${point}, { type: string }, { type: 'null' }] }`), empty],
  ['anyOf', 400, arrayOf(`{ anyOf: [${point}, { type: string }, { type: 'null' }] }`), empty],
  ['allOf', 400, arrayOf(`{ allOf: [${point}, { required: [b] }] }`), empty],
  ['not', 400, arrayOf('{ not: { type: integer } }'), numbers],
  ['if, then and else', 400, arrayOf(`{ if: { type: object }, then: ${point}, else: false }`), empty],
  ['multipleOf', 400, arrayOf('{ type: number, multipleOf: 0.01 }'), list(() => '0.001')],
  [
    'pattern',
    400,
    "{ type: object, properties: { a: { type: string, pattern: '^a+$' } } }",
    (n) => `{"a":"${'a'.repeat(n)}b"}`,
  ],
  [
    'maxLength',
    400,
    '{ type: object, properties: { a: { type: string, maxLength: 9 } } }',
    (n) => `{"a":"${'a'.repeat(n)}"}`,
  ],
  [
    'format',
    400,
    '{ type: object, properties: { a: { type: string, format: email } } }',
    (n) => `{"a":"${'a.'.repeat(n / 2)}"}`,
  ],
  ['additionalProperties that is false', 400, '{ type: object, additionalProperties: false }', members],
  ['additionalProperties', 400, `{ type: object, additionalProperties: ${point} }`, members],
  [
    'additionalProperties below a long name',
    400,
    `{ type: object, additionalProperties: ${arrayOf(point)} }`,
    (n) => `{"${'a'.repeat(n / 2)}":${empty(n / 2)}}`,
  ],
  ['patternProperties', 400, "{ type: object, patternProperties: { '^x': { type: string }, '^y': true } }", members],
  ['propertyNames', 400, '{ type: object, propertyNames: { maxLength: 1 } }', members],
  ['maxProperties', 400, '{ type: object, maxProperties: 1 }', members],
  ['dependentRequired', 400, arrayOf('{ dependentRequired: { a: [b, c] } }'), list(() => '{"a":1}')],
  ['dependentSchemas', 400, arrayOf(`{ dependentSchemas: { a: ${point} } }`), list(() => '{"a":1}')],
  ['unevaluatedProperties', 400, '{ type: object, allOf: [{ type: object }], unevaluatedProperties: false }', members],
  ['arrays in arrays', 400, '{ type: array }', (n) => '['.repeat(n / 2) + ']'.repeat(n / 2)],
  ['repeated names', 400, '{ type: object }', (n) => `{${'"a":1,'.repeat(n / 6)}"a":1}`],
  ['a number of many digits', 400, '{ type: array }', (n) => `[${'9'.repeat(n)}]`],
  ['long integers', 200, '{ type: array }', list(() => `1${'0'.repeat(300)}`)],
  ['malformed strings', 400, '{ type: object }', object((at) => `"x${at}":"\\u0000"`)],
  [
    'malformed strings below a long name',
    400,
    '{ type: object }',
    (n) => `{"${'a'.repeat(n / 2)}":${list(() => '"\\u0000"')(n / 2)}}`,
  ],
]

const operations = bodies.map(
  ([, , schema], index) => `  /body${index}: { post: { operationId: body${index}, ${takes(schema)}, ${echo} } }`,
)

const contract = `openapi: 3.1.1
info: { title: Keywords, version: 1.0.0 }
${longLimits}
paths:
${operations.join('\n')}
components: { schemas: { Point: { type: object, required: [x], properties: { x: { type: number } } } } }
`

describe('four times the length takes at most eight times the CPU', async () => {
  const service = await startService({ api: withHandlers(await productWith(contract)) })
  const headers = { 'Content-Type': 'application/json' }

  it.each(bodies.map((one, index) => [...one, index] as const))('for a body with %s', async (...one) => {
    const [, status, , body, index] = one
    const request = (bytes: number) => ({ path: `/body${index}`, method: 'POST', headers, body: body(bytes) })
    await expectLinear(service.request, status, request)
  })
})
