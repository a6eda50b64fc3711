// Which schemas of a body allow values that the item refuses.
import { expect, it } from 'vitest'
import { widerKeyword } from '../../generate/checks/wider-schemas.ts'
import { readContract } from '../../generate/read-contract.ts'

const contract = await readContract('stack/test/generate/boats.yaml')

const string = { type: 'string' }
const number = { type: 'number' }
const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more })
const map = (values: object) => ({ type: 'object', additionalProperties: values })
const short = { type: 'string', maxLength: 5 }

it.each<[keyword: string, body: object, item: object]>([
  ['maxLength', string, short],
  ['minLength', string, { type: 'string', minLength: 1 }],
  ['enum', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a'] }],
  ['not', string, { type: 'string', not: { const: 'a' } }],
  ['type', {}, string],
  ['type', number, { type: 'integer' }],
  ['multipleOf', number, { type: 'number', multipleOf: 0.01 }],
  ['multipleOf', { type: 'number', multipleOf: 0.01 }, { type: 'number', multipleOf: 0.05 }],
  ['exclusiveMinimum', { type: 'number', minimum: 0 }, { type: 'number', exclusiveMinimum: 0 }],
  ['minimum', { type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 1 }],
  ['maxLength', { type: 'array', items: string }, { type: 'array', items: short }],
  ['required', object({ a: string }), object({ a: string }, { required: ['a'] })],
  ['type', object({ a: { type: ['string', 'null'] } }), object({ a: string })],
  ['type', { type: 'object' }, map(short)],
  ['maxLength', map(string), object({ a: short })],
  ['maxLength', { oneOf: [short, { type: 'string', maxLength: 9 }] }, short],
  ['oneOf', string, { oneOf: [short, { type: 'string', const: 'longer' }] }],
])('a body allows more than the item in %s: %j, %j', (keyword, body, item) => {
  expect(widerKeyword(contract, body, item)).toBe(keyword)
})

it.each<[body: object, item: object, isPatch?: boolean]>([
  [short, string],
  [
    { type: 'integer', minimum: 1 },
    { type: 'number', exclusiveMinimum: 0 },
  ],
  [
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
  ],
  [
    { type: 'number', multipleOf: 0.1 },
    { type: 'number', multipleOf: 0.05 },
  ],
  // A standard method replaces null, or removes the field.
  [{ type: ['string', 'null'] }, string],
  [{ oneOf: [short, { type: 'null' }] }, short],
  [object({ a: { oneOf: [short, { type: 'null' }] } }), object({ a: { type: ['string', 'null'], maxLength: 9 } })],
  [{ allOf: [short, { pattern: '^a' }] }, { type: 'string', maxLength: 9, pattern: '^a' }],
  // Nothing returns what a closed item does not have.
  [object({ a: string, b: string }), object({ a: string }, { additionalProperties: false })],
  [object({ a: short }, { additionalProperties: false }), object({ a: string, b: short })],
  // What a merge patch leaves out stays, and null removes.
  [object({ a: string }), object({ a: string }, { required: ['a'], minProperties: 1 }), true],
  [object({ a: { type: ['string', 'null'] } }, { additionalProperties: false }), object({ a: string }), true],
])('a body allows no more than the item: %j, %j', (body, item, isPatch = false) => {
  expect(widerKeyword(contract, body, item, { isPatch })).toBeUndefined()
})
