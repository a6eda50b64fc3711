// Values for every schema of the contract: valid ones, and ones with a single deviation. The validator for OpenAPI 3.1
// sorts them.
import * as fc from 'fast-check'
import type { Schema } from '../../stack/tester/contract/schema.ts'
import { near, once, valid } from '../../stack/tester/requests/values.ts'

/** A value, and whether it is valid in OpenAPI 3.1. */
export interface SortedValue {
  value: unknown
  isValid: boolean
}

/** The same parameters give the same values. */
export function valuesFor(schema: Schema, parameters: { seed: number; numRuns: number }): SortedValue[] {
  return fc.sample(around(schema), parameters).map((value) => ({ value, isValid: schema.isValid(value) }))
}

const times = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((time) => time.toISOString())

const around = once((schema) => {
  const { const: constant, type, format } = schema.keywords
  if (constant !== undefined)
    return fc.constantFrom<unknown>(constant, typeof constant === 'number' ? constant + 1 : `${constant}x`, null)
  if (type === 'array')
    return fc.oneof(
      around(schema.at('items')).map((item) => [item]),
      copies(schema),
    )
  // Hardly any text that matches the pattern is a date that exists.
  if (format === 'date-time') return fc.oneof({ weight: 4, arbitrary: times }, { weight: 1, arbitrary: near(schema) })
  const { properties } = schema
  if (properties.length === 0) return near(schema)
  const deviations = properties.map((property) =>
    around(property.schema).map((value): object => ({ [property.name]: value })),
  )
  const without = fc.constantFrom(...properties).map(({ name }) => ({ [name]: undefined }))
  const change = fc.oneof(fc.constantFrom({}, { unknown: 1 }), without, ...deviations)
  const objects = fc.tuple(valid(schema), change).map(([value, other]) => asJson({ ...Object(value), ...other }))
  return fc.oneof({ weight: 9, arbitrary: objects }, { weight: 1, arbitrary: fc.constantFrom(null, [], 'a') })
})

/** Arrays of the lengths next to the limits. */
function copies(schema: Schema): fc.Arbitrary<unknown[]> {
  const maxItems = Number(schema.keywords.maxItems)
  const lengths = fc.constantFrom(0, maxItems, maxItems + 1)
  return fc.tuple(valid(schema.at('items')), lengths).map(([item, length]) => Array(length).fill(item))
}

/** Without the properties that are `undefined`. */
function asJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value))
}
