// The types of the values that a schema allows, as far as its keywords show it.

import type { ScalarType } from '../core/contract/contract-data.ts'
import type { Schema } from './contract.ts'

/** In the order in which the text of a parameter is tried. */
const scalars: ScalarType[] = ['null', 'boolean', 'integer', 'number', 'string']
const every = [...scalars, 'array', 'object']

/** Keywords without effect on values of other types: without `type`, they say which one is meant. */
const hints: [keywords: string[], types: string[]][] = [
  [['properties', 'additionalProperties', 'minProperties', 'maxProperties'], ['object']],
  [['items', 'minItems', 'maxItems', 'uniqueItems'], ['array']],
  [
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ['integer', 'number', 'string'],
  ],
]

/** A schema without references, as Contract.wholeSchema returns it. */
export interface WholeSchema extends Schema {
  allOf?: WholeSchema[]
  oneOf?: WholeSchema[]
  anyOf?: WholeSchema[]
  items?: WholeSchema
  properties?: Record<string, WholeSchema>
  additionalProperties?: WholeSchema | boolean
}

export interface SchemaTypes {
  /** In the order in which they are tried. Only a string, if any value is allowed. */
  scalars: ScalarType[]
  isArray: boolean
  isObject: boolean
}

/** @returns The types of any of the schemas. */
export function schemaTypes(schemas: WholeSchema[]): SchemaTypes {
  const types = every.filter((name) => schemas.some((schema) => getTypes(schema).includes(name)))
  if (types.length === every.length) return { scalars: ['string'], isArray: false, isObject: false }
  const isNumber = types.includes('number')
  return {
    // Each integer is a number.
    scalars: scalars.filter((name) => types.includes(name) && !(name === 'integer' && isNumber)),
    isArray: types.includes('array'),
    isObject: types.includes('object'),
  }
}

/** A schema, and the schemas of which it consists. */
export function getParts(schema: WholeSchema): WholeSchema[] {
  const { allOf = [], oneOf = [], anyOf = [] } = schema
  return [schema, ...[...allOf, ...oneOf, ...anyOf].flatMap(getParts)]
}

function getTypes(schema: WholeSchema): string[] {
  const { type, const: constant, enum: values, allOf = [], oneOf, anyOf } = schema
  const named = type === undefined ? undefined : [type].flat().flatMap(withIntegers)
  const listed = (constant === undefined ? values : [constant])?.flatMap(typesOfValue)
  const hint = hints.find(([keywords]) => keywords.some((keyword) => keyword in schema))?.[1]
  const alternatives = [oneOf, anyOf].map((parts) => parts?.flatMap(getTypes))
  const limits = [named ?? listed ?? hint, listed, ...alternatives, ...allOf.map(getTypes)]
  return every.filter((name) => limits.every((limit) => limit?.includes(name) ?? true))
}

function withIntegers(type: string): string[] {
  return type === 'number' ? ['integer', 'number'] : [type]
}

function typesOfValue(value: unknown): string[] {
  if (value === null) return ['null']
  return Array.isArray(value) ? ['array'] : withIntegers(typeof value)
}
