// Values for every schema of the contract: valid ones, and ones with a single deviation. The validator for OpenAPI 3.1
// sorts them.
import * as fc from 'fast-check'
import { at, propertiesOf } from '../../stack/tester/contract/openapi.ts'
import { type Validator, validatorFor } from '../../stack/tester/contract/schema.ts'
import { near } from '../../stack/tester/requests/values.ts'

const validators = new Map<string, Validator>()

/** A value, and whether it is valid in OpenAPI 3.1. */
export interface SortedValue {
  value: unknown
  isValid: boolean
}

/** @param schema The JSON Pointer of a schema. The same parameters give the same values. */
export async function valuesFor(schema: string, parameters: { seed: number; numRuns: number }): Promise<SortedValue[]> {
  await prepare(schema)
  return fc.sample(around(schema), parameters).map((value) => ({ value, isValid: isValid(schema, value) }))
}

async function prepare(schema: string): Promise<void> {
  validators.set(schema, await validatorFor(schema))
  if (at(schema).value.type === 'array') await prepare(itemsOf(schema))
  for (const property of propertiesOf(schema)) await prepare(property.schema)
}

function isValid(schema: string, value: unknown): boolean {
  return validators.get(schema)?.(value).length === 0
}

const times = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((time) => time.toISOString())

const around: (schema: string) => fc.Arbitrary<unknown> = once((schema) => {
  const { const: constant, type, format } = at(schema).value
  if (constant !== undefined)
    return fc.constantFrom<unknown>(constant, typeof constant === 'number' ? constant + 1 : `${constant}x`, null)
  if (type === 'array')
    return fc.oneof(
      around(itemsOf(schema)).map((item) => [item]),
      copies(schema),
    )
  // Hardly any text that matches the pattern is a date that exists.
  if (format === 'date-time') return fc.oneof({ weight: 4, arbitrary: times }, { weight: 1, arbitrary: near(schema) })
  const properties = propertiesOf(schema)
  if (properties.length === 0) return near(schema)
  const deviations = properties.map((property) =>
    around(property.schema).map((value): object => ({ [property.name]: value })),
  )
  const without = fc.constantFrom(...properties).map(({ name }) => ({ [name]: undefined }))
  const change = fc.oneof(fc.constantFrom({}, { unknown: 1 }), without, ...deviations)
  const objects = fc.tuple(valid(schema), change).map(([value, other]) => asJson({ ...Object(value), ...other }))
  return fc.oneof({ weight: 9, arbitrary: objects }, { weight: 1, arbitrary: fc.constantFrom(null, [], 'a') })
})

const valid: (schema: string) => fc.Arbitrary<unknown> = once((schema) => {
  const properties = propertiesOf(schema)
  const fields = properties.map((property) => [property.name, valid(property.schema)] as const)
  const requiredKeys = properties.filter(({ required }) => required).map(({ name }) => name)
  const values =
    properties.length === 0
      ? around(schema)
      : fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys })
  return values.filter((value) => isValid(schema, value))
})

/** Arrays of the lengths next to the limits. */
function copies(schema: string): fc.Arbitrary<unknown[]> {
  const maxItems = Number(at(schema).value.maxItems)
  const lengths = fc.constantFrom(0, maxItems, maxItems + 1)
  return fc.tuple(valid(itemsOf(schema)), lengths).map(([item, length]) => Array(length).fill(item))
}

// It takes longer to build an arbitrary than to sample it, and many places have the same schema.
function once(build: (schema: string) => fc.Arbitrary<unknown>): (schema: string) => fc.Arbitrary<unknown> {
  const built = new Map<string, fc.Arbitrary<unknown>>()
  return (schema) => {
    const { pointer } = at(schema)
    const known = built.get(pointer) ?? build(schema)
    built.set(pointer, known)
    return known
  }
}

function itemsOf(schema: string): string {
  return `${at(schema).pointer}/items`
}

/** Without the properties that are `undefined`. */
function asJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value))
}
