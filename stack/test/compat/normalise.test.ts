// Which schemas get another notation, and which stay as they are because the other notation would have another meaning.
import { expect, it } from 'vitest'
import { Document } from 'yaml'
import { normalise } from '../../compat/normalise.ts'

const components = {
  Short: { type: 'string', description: 'A short text.', maxLength: 9 },
  Closed: { type: 'object', properties: { id: {} }, additionalProperties: false },
  Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree', description: 'A tree.' } } },
  Outer: { properties: { name: { allOf: [{ minLength: 1 }] } } },
  Loop: { $ref: '#/components/schemas/Loop', description: 'Refers to itself.' },
}
const short = { $ref: '#/components/schemas/Short' }
const closed = { $ref: '#/components/schemas/Closed' }
const loop = { $ref: '#/components/schemas/Loop' }
const tree = { $ref: '#/components/schemas/Tree' }

const contractWith = (schema: unknown) => new Document({ components: { schemas: { ...components, Tested: schema } } })

function normalised(schema: unknown, counterpart: unknown = {}): unknown {
  const { Tested } = normalise(contractWith(schema), contractWith(counterpart)).toJS().components.schemas
  return Tested
}

it.each([
  ['an allOf of a reference', { allOf: [short] }, short],
  ['an allOf with the same type', { type: 'string', allOf: [{ type: 'string' }] }, { type: 'string' }],
  ['a nested allOf', { anyOf: [{ oneOf: [{ minLength: 1 }] }] }, { minLength: 1 }],
  [
    'a reference with another description',
    { ...short, description: 'My text.', readOnly: true },
    { description: 'My text.', readOnly: true, type: 'string', maxLength: 9 },
  ],
  [
    'a reference in an allOf with an extension',
    { allOf: [short], 'x-color': 'red' },
    { 'x-color': 'red', type: 'string', description: 'A short text.', maxLength: 9 },
  ],
  [
    'a property and an item',
    { properties: { list: { items: { allOf: [short] } } } },
    { properties: { list: { items: short } } },
  ],
  [
    'a recursive schema, once',
    { ...tree, deprecated: true },
    { deprecated: true, type: 'object', properties: { child: { ...tree, description: 'A tree.' } } },
  ],
  ['a schema that refers to itself, once', { ...loop, readOnly: true }, { ...components.Loop, readOnly: true }],
])('normalise rewrites %s', (_, schema, expected) => {
  expect(normalised(schema)).toEqual(expected)
})

it.each([
  ['a plain reference', short],
  ['a reference with another maximum', { ...short, maxLength: 5 }],
  ['a reference that does not exist', { $ref: '#/components/schemas/None', readOnly: true }],
  ['a reference to a schema with a reference to itself', loop],
  ['an allOf of a closed object beside other properties', { properties: { name: {} }, allOf: [closed] }],
  ['a oneOf with a discriminator', { oneOf: [short], discriminator: { propertyName: 'type' } }],
  ['an allOf of two elements', { allOf: [short, { minLength: 1 }] }],
  ['an allOf of a boolean', { allOf: [false] }],
  ['a constant with the key allOf', { const: { allOf: [{ minLength: 1 }] } }],
  ['a property with the name allOf', { properties: { allOf: short } }],
])('normalise keeps %s', (_, schema) => {
  expect(normalised(schema)).toEqual(schema)
})

it('normalise keeps an allOf of one element if the other contract has two elements there', () => {
  const schema = { properties: { name: { allOf: [short] } } }
  expect(normalised(schema, { properties: { name: { allOf: [short, { minLength: 1 }] } } })).toEqual(schema)
})

it('normalise leaves the given contract as it is', () => {
  const contract = contractWith({ $ref: '#/components/schemas/Outer', readOnly: true })
  const before = contract.toJS()
  expect(normalise(contract, contract).toJS()).not.toEqual(before)
  expect(contract.toJS()).toEqual(before)
})
