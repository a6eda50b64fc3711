// OpenAPI 3.1 has no `nullable`, and many contracts of 3.1 have it.
import { expect, it } from 'vitest'
import { nodeOf } from '../../generate/complete/node.ts'
import { readNullable } from '../../generate/nullable.ts'

const ref = { $ref: '#/components/schemas/Kind' }
const nothing = { type: 'null' }

it.each<[what: string, written: object, read: object]>([
  ['a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['types', { type: ['string', 'null'], nullable: true }, { type: ['string', 'null'] }],
  ['alternatives', { oneOf: [ref], nullable: true }, { oneOf: [ref, nothing] }],
  ['a reference', { ...ref, title: 'A', nullable: true }, { title: 'A', anyOf: [ref, nothing] }],
  ['several schemas', { allOf: [ref], nullable: true }, { anyOf: [{ allOf: [ref] }, nothing] }],
  ['an alternative of its own', { oneOf: [ref, { nullable: true }] }, { oneOf: [ref, nothing] }],
  ['nothing else', { nullable: true }, {}],
  ['false', { anyOf: [ref], nullable: false }, { anyOf: [ref] }],
])('nullable beside %s means null, with one warning', (_, written, read) => {
  const contract = { components: { schemas: { One: written, Two: { items: { type: 'string', nullable: true } } } } }
  const warnings: string[][] = []
  readNullable(contract, (...warning) => warnings.push(warning))
  expect(nodeOf(contract.components).schemas).toEqual({ One: read, Two: { items: { type: ['string', 'null'] } } })
  expect(warnings).toEqual([
    [
      expect.stringMatching('^/components/schemas/One'),
      "OpenAPI 3.1 has no nullable, here and in 1 other place: null is valid there, as in OpenAPI 3.0. Write type: [string, 'null'] instead.",
    ],
  ])
})

it('a property with the name nullable is a property', () => {
  const contract = { components: { schemas: { One: { properties: { nullable: { type: 'boolean' } } } } } }
  const before = structuredClone(contract)
  readNullable(contract, () => expect.fail('It is a property.'))
  expect(contract).toEqual(before)
})
