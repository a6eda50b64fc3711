// How the string of a parameter becomes its value: the types that its schema allows. parameter-styles.ts has its style.

import type { ParameterData, ParameterStyle, ScalarType } from '../../core/contract/contract.ts'
import type { ContractModel, OperationModel } from './contract.ts'
import { isNode, mapValues, type Node, pickBy, toList, toNode } from './node.ts'
import type { Parameter } from './openapi.ts'
import { getStyle, stylesFor, withDefaults } from './parameter-styles.ts'

/** Returns how the string of a supported parameter becomes its value, and back; an empty object for a string. */
export function parameterData(contract: ContractModel, parameter: Parameter): ParameterData {
  if (parameter.content !== undefined) return { json: true }
  const { schema, types } = readParameter(contract, parameter)
  return { ...getValues(schema, types, parameter), ...getStyle(parameter, types) }
}

/** Returns the delimiters of a parameter, such as its separator; an empty object for the default ones. */
export function parameterStyle(contract: ContractModel, parameter: Parameter): ParameterStyle {
  return parameter.content ? { json: true } : getStyle(parameter, readParameter(contract, parameter).types)
}

/** Returns the styles of an operation that the client does not use by default, by location and name. */
export function clientStyles(contract: ContractModel, { parameters }: OperationModel) {
  const locations = { path: 'path', query: 'query', header: 'header' } as const
  const styles = mapValues(locations, (location) => {
    const entries = parameters
      .filter((parameter) => parameter.in === location)
      .map((parameter) => [parameter.name, parameterStyle(contract, parameter)])
    return pickBy<ParameterStyle>(Object.fromEntries(entries), (style) => Object.keys(style).length > 0)
  })
  return pickBy(styles, (record) => Object.keys(record).length > 0)
}

/** @returns A sentence that says why a parameter is rejected; `undefined` if it is supported. */
export function parameterRefusal(contract: ContractModel, parameter: Parameter): string | undefined {
  const { name, in: location, content } = parameter
  const advice = 'write content with application/json instead of schema'
  if (content !== undefined) {
    const [mediaType = ''] = Object.keys(content)
    const isJson = /^application\/(?:json|[a-z\d!#$&^_.+-]+\+json)$/.test(mediaType)
    return isJson ? undefined : `The content of ${name} must be JSON: write application/json instead of ${mediaType}.`
  }
  const { schema, types } = readParameter(contract, parameter)
  const { isArray, isObject, scalars } = types
  const { style, explode } = withDefaults(parameter)
  const allowed = stylesFor(location, types)
  if (!allowed.includes(style)) return `The parameter ${name} must have the style ${allowed.join(' or ')}.`
  if (location === 'cookie' && (isArray || isObject) && explode)
    return `The cookie ${name} has one value: write explode: false.`
  if (isObject && (isArray || scalars.some((scalar) => scalar !== 'null')))
    return `The parameter ${name} can be an object and something else: ${advice}.`
  const properties = getParts(schema).flatMap(getProperties)
  const members = isObject
    ? [...properties.map(([, property]) => [property]), ...additionalSchemasIn(schema).map((schema) => [schema])]
    : []
  const inner = [...(isArray ? [itemSchemasIn(schema)] : []), ...members].map(schemaTypes)
  if (inner.some((type) => type.isArray || type.isObject))
    return `The parameter ${name} has a nested array or object: ${advice}.`
  return undefined
}

function readParameter(
  contract: ContractModel,
  { schema: reference }: Parameter,
): { schema: Node; types: SchemaTypes } {
  const schema = { ...contract.dereference(reference) }
  return { schema, types: schemaTypes([schema]) }
}

function getValues(schema: Node, { scalars, isArray, isObject }: SchemaTypes, parameter: Parameter): ParameterData {
  if (isObject && !isArray) return getMembers(schema, parameter)
  if (!isArray) return scalars.join() === 'string' ? {} : { types: scalars }
  // Beside an array, no string stands for null.
  const single = scalars.filter((scalar) => scalar !== 'null')
  return { items: schemaTypes(itemSchemasIn(schema)).scalars, ...(single.length > 0 && { types: single }) }
}

function itemSchemasIn(schema: Node): Node[] {
  const itemSchemas = getParts(schema).flatMap(({ items }) => (isNode(items) ? [items] : []))
  return itemSchemas.length > 0 ? itemSchemas : [{}]
}

function getMembers(schema: Node, parameter: Parameter): ParameterData {
  const { style, explode } = withDefaults(parameter)
  // An exploded form does not name the parameter: the schema must allow any name, or list no properties.
  const isExplodedForm = style === 'form' && explode
  const parts = getParts(schema)
  const properties = Map.groupBy(parts.flatMap(getProperties), ([name]) => name)
  const schemas = additionalSchemasIn(schema)
  const allowsAdditional = isExplodedForm
    ? parts.some(({ additionalProperties = properties.size === 0 }) => additionalProperties)
    : schemas.length > 0
  return {
    properties: Object.fromEntries(
      Array.from(properties, ([name, group]) => [name, schemaTypes(group.map(([, schema]) => schema)).scalars]),
    ),
    ...(allowsAdditional && { additionalProperties: schemas.length > 0 ? schemaTypes(schemas).scalars : ['string'] }),
  }
}

function additionalSchemasIn(schema: Node): Node[] {
  return getParts(schema).flatMap(({ additionalProperties: schema }) => (isNode(schema) ? [schema] : []))
}

function getProperties({ properties }: Node): [name: string, schema: Node][] {
  return Object.entries(toNode(properties)).map(([name, property]) => [name, toNode(property)])
}

/** Types in the order in which the string of a parameter is parsed. */
const scalars: ScalarType[] = ['null', 'boolean', 'integer', 'number', 'string']
const allTypes = [...scalars, 'array', 'object']

/** Keywords that apply only to certain types: without `type`, they imply these types. */
const impliedTypes: [keywords: string[], types: string[]][] = [
  [['properties', 'additionalProperties', 'minProperties', 'maxProperties'], ['object']],
  [['items', 'minItems', 'maxItems', 'uniqueItems'], ['array']],
  [
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    ['integer', 'number', 'string'],
  ],
]

interface SchemaTypes {
  /** Types in the order in which a string is parsed. Only `string` if any value is allowed. */
  scalars: ScalarType[]
  isArray: boolean
  isObject: boolean
  isAny: boolean
}

export function schemaTypes(schemas: Node[]): SchemaTypes {
  const types = allTypes.filter((name) => schemas.some((schema) => getTypes(schema).includes(name)))
  if (types.length === allTypes.length) return { scalars: ['string'], isArray: false, isObject: false, isAny: true }
  const isNumber = types.includes('number')
  return {
    // Each integer is a number.
    scalars: scalars.filter((name) => types.includes(name) && !(name === 'integer' && isNumber)),
    isArray: types.includes('array'),
    isObject: types.includes('object'),
    isAny: false,
  }
}

/** Returns a dereferenced schema, and the schemas in its allOf, oneOf and anyOf, at any depth. */
export function getParts(schema: Node): Node[] {
  const combined = [schema.allOf, schema.oneOf, schema.anyOf].flatMap(toList)
  return [schema, ...combined.flatMap((alternative) => getParts(toNode(alternative)))]
}

function getTypes(schema: Node): string[] {
  const { type, const: constant } = schema
  const namedTypes = type === undefined ? undefined : [type].flat().map(String).flatMap(withIntegers)
  const values = constant === undefined ? schema.enum : [constant]
  const listed = Array.isArray(values) ? values.flatMap(typesOfValue) : undefined
  const hint = impliedTypes.find(([keywords]) => keywords.some((keyword) => keyword in schema))?.[1]
  const typesIn = (part: unknown) => getTypes(toNode(part))
  const alternatives = [schema.oneOf, schema.anyOf].filter(Array.isArray).map((parts) => parts.flatMap(typesIn))
  const constraints = [namedTypes ?? listed ?? hint, listed, ...alternatives, ...toList(schema.allOf).map(typesIn)]
  return allTypes.filter((name) => constraints.every((limit) => limit?.includes(name) ?? true))
}

function withIntegers(type: string): string[] {
  return type === 'number' ? ['integer', 'number'] : [type]
}

function typesOfValue(value: unknown): string[] {
  if (value === null) return ['null']
  return Array.isArray(value) ? ['array'] : withIntegers(typeof value)
}
