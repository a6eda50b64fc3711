// The properties that a schema declares.
import { describe, expect, it } from 'vitest'
import { getShape } from '../../../contract/model/shapes.ts'
import { stripUnknown } from '../../../core/contract/strip-unknown.ts'

const text = { type: 'string' }
const withName = { type: 'object', properties: { name: text } }
const aged = { type: 'object', properties: { age: { type: 'integer' } } }

/** A schema, a value, and what is left of it. Without the last one, everything is declared. */
const rows: [title: string, schema: object, value: unknown, kept?: unknown][] = [
  ['names of the prototype', withName, JSON.parse('{"name":"A","__proto__":1,"constructor":2}'), { name: 'A' }],
  ['tuples', { prefixItems: [withName, aged] }, [{ name: 'A', age: 1, x: 1 }], [{ name: 'A', age: 1 }]],
  ['allOf', { allOf: [withName, aged, { required: ['name'] }] }, { name: 'A', age: 1, x: 1 }, { name: 'A', age: 1 }],
  ['oneOf', { oneOf: [withName, aged, { type: 'null' }] }, { age: 1, x: 1 }, { age: 1 }],
  ['additionalProperties: false', { ...withName, additionalProperties: false }, { name: 'A', x: 1 }, { name: 'A' }],
  ['a closed object without properties', { additionalProperties: false }, { x: 1 }, {}],
  ['typed additionalProperties', { additionalProperties: withName }, { a: { name: 'A', x: 1 } }, { a: { name: 'A' } }],
  ['patternProperties', { ...withName, patternProperties: { '^x': aged } }, { x: { age: 1, y: 1 } }, { x: { age: 1 } }],
  ['additionalProperties: true', { ...withName, additionalProperties: true }, { name: 'A', x: { y: 1 } }],
  ['an object without properties', { type: 'object' }, { x: 1 }],
  ['an alternative without properties', { oneOf: [withName, { type: 'object' }] }, { x: 1 }],
]

describe('the declared part of a value', () => {
  it.each(rows)('is right for %s', (_, schema, value, expected = value) => {
    const result = stripUnknown(getShape({ ...schema }) ?? undefined, value)
    expect(result).toEqual(expected)
    if (expected === value) expect(result).toBe(value)
  })
})
