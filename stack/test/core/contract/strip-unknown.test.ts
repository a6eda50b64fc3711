// stripUnknown removes the properties that a schema does not declare.
import { describe, expect, it } from 'vitest'
import { getShape } from '../../../contract/model/shapes.ts'
import { stripUnknown } from '../../../core/contract/strip-unknown.ts'

const string = { type: 'string' }
const named = { type: 'object', properties: { name: string } }
const aged = { type: 'object', properties: { age: { type: 'integer' } } }

/** A schema, a value, and the value without undeclared properties. Default: the same value. */
const rows: [title: string, schema: object, value: unknown, stripped?: unknown][] = [
  ['names of the prototype', named, JSON.parse('{"name":"A","__proto__":1,"constructor":2}'), { name: 'A' }],
  ['arrays', { items: named }, [{ name: 'A', x: 1 }, { name: 'B' }], [{ name: 'A' }, { name: 'B' }]],
  ['tuples', { prefixItems: [named, aged] }, [{ name: 'A', age: 1, x: 1 }], [{ name: 'A', age: 1 }]],
  ['allOf', { allOf: [named, aged, { required: ['name'] }] }, { name: 'A', age: 1, x: 1 }, { name: 'A', age: 1 }],
  ['oneOf', { oneOf: [named, aged, { type: 'null' }] }, { age: 1, x: 1 }, { age: 1 }],
  ['additionalProperties: false', { ...named, additionalProperties: false }, { name: 'A', x: 1 }, { name: 'A' }],
  ['a closed object without properties', { additionalProperties: false }, { x: 1 }, {}],
  ['typed additionalProperties', { additionalProperties: named }, { a: { name: 'A', x: 1 } }, { a: { name: 'A' } }],
  ['patternProperties', { ...named, patternProperties: { '^x': aged } }, { x: { age: 1, y: 1 } }, { x: { age: 1 } }],
  ['additionalProperties: true', { ...named, additionalProperties: true }, { name: 'A', x: { y: 1 } }],
  ['an object without properties', { type: 'object' }, { x: 1 }],
  ['an alternative without properties', { oneOf: [named, { type: 'object' }] }, { x: 1 }],
]

describe('stripUnknown', () => {
  it.each(rows)('keeps only declared properties for %s', (_, schema, value, expected = value) => {
    const result = stripUnknown(getShape({ ...schema }) ?? undefined, value)
    expect(result).toEqual(expected)
    if (expected === value) expect(result).toBe(value)
  })
})
