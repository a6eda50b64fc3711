// How the text of a parameter becomes its value: the types that its schema allows. parameter-styles.ts has its style.

import type { ParameterData, ParameterStyle, ScalarType } from '../../core/contract/contract.ts'
import type { ContractModel, OperationModel } from './contract.ts'
import { filtered, isNode, mapped, type Node, toList, toNode } from './node.ts'
import type { Parameter } from './openapi.ts'
import { getStyle, stylesFor, withDefaults } from './parameter-styles.ts'

/** How the text of a supported parameter becomes its value, and back. The result for a string is an empty object. */
export function parameterData(contract: ContractModel, parameter: Parameter): ParameterData {
  if (parameter.content !== undefined) return { json: true }
  const { schema, types } = readParameter(contract, parameter)
  return { ...getValues(schema, types, parameter), ...getStyle(parameter, types) }
}

/** The marks of the text of a parameter, such as its separator. An empty object for the usual ones. */
export function parameterStyle(contract: ContractModel, parameter: Parameter): ParameterStyle {
  return parameter.content ? { json: true } : getStyle(parameter, readParameter(contract, parameter).types)
}

/** The styles of an operation that the client does not use by default, by group and name. */
export function clientStyles(contract: ContractModel, { parameters }: OperationModel) {
  const groups = { path: 'path', query: 'query', header: 'header' } as const
  const styles = mapped(groups, (group) => {
    const all = parameters
      .filter((parameter) => parameter.in === group)
      .map((parameter) => [parameter.name, parameterStyle(contract, parameter)])
    return filtered<ParameterStyle>(Object.fromEntries(all), (style) => Object.keys(style).length > 0)
  })
  return filtered(styles, (all) => Object.keys(all).length > 0)
}

/** @returns A sentence about what nothing reads; `undefined` if the parameter is supported. */
export function parameterRefusal(contract: ContractModel, parameter: Parameter): string | undefined {
  const { name, in: group, content } = parameter
  const instead = 'write content with application/json instead of schema'
  if (content !== undefined) {
    const [mediaType = ''] = Object.keys(content)
    const isJson = /^application\/(?:json|[a-z\d!#$&^_.+-]+\+json)$/.test(mediaType)
    return isJson ? undefined : `The content of ${name} must be JSON: write application/json instead of ${mediaType}.`
  }
  const { schema, types } = readParameter(contract, parameter)
  const { isArray, isObject, scalars } = types
  const { style, explode } = withDefaults(parameter)
  const allowed = stylesFor(group, types)
  if (!allowed.includes(style)) return `The parameter ${name} must have the style ${allowed.join(' or ')}.`
  if (group === 'cookie' && (isArray || isObject) && explode)
    return `The cookie ${name} has one text: write explode: false.`
  if (isObject && (isArray || scalars.some((scalar) => scalar !== 'null')))
    return `The parameter ${name} can be an object and something else: ${instead}.`
  const properties = getParts(schema).flatMap(getProperties)
  const members = isObject
    ? [...properties.map(([, property]) => [property]), ...othersIn(schema).map((schema) => [schema])]
    : []
  const inner = [...(isArray ? [itemsIn(schema)] : []), ...members].map(schemaTypes)
  if (inner.some((type) => type.isArray || type.isObject))
    return `The parameter ${name} has an array or an object in another one: ${instead}.`
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
  // Beside an array, null has no text of its own.
  const single = scalars.filter((scalar) => scalar !== 'null')
  return { items: schemaTypes(itemsIn(schema)).scalars, ...(single.length > 0 && { types: single }) }
}

function itemsIn(schema: Node): Node[] {
  const itemSchemas = getParts(schema).flatMap(({ items }) => (isNode(items) ? [items] : []))
  return itemSchemas.length > 0 ? itemSchemas : [{}]
}

function getMembers(schema: Node, parameter: Parameter): ParameterData {
  const { style, explode } = withDefaults(parameter)
  // A name does not show its parameter: a contract must allow any name, or declare no properties.
  const isOpen = style === 'form' && explode
  const parts = getParts(schema)
  const all = Map.groupBy(parts.flatMap(getProperties), ([name]) => name)
  const others = othersIn(schema)
  const takesOthers = isOpen
    ? parts.some(({ additionalProperties = all.size === 0 }) => additionalProperties)
    : others.length > 0
  return {
    properties: Object.fromEntries(
      Array.from(all, ([name, group]) => [name, schemaTypes(group.map(([, schema]) => schema)).scalars]),
    ),
    ...(takesOthers && { additionalProperties: others.length > 0 ? schemaTypes(others).scalars : ['string'] }),
  }
}

function othersIn(schema: Node): Node[] {
  return getParts(schema).flatMap(({ additionalProperties: schema }) => (isNode(schema) ? [schema] : []))
}

function getProperties({ properties }: Node): [name: string, schema: Node][] {
  return Object.entries(toNode(properties)).map(([name, property]) => [name, toNode(property)])
}

/** Types in the order in which the text of a parameter is tried. */
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

interface SchemaTypes {
  /** Types in the order in which they are tried. Only a string, if any value is allowed. */
  scalars: ScalarType[]
  isArray: boolean
  isObject: boolean
  isAny: boolean
}

export function schemaTypes(schemas: Node[]): SchemaTypes {
  const types = every.filter((name) => schemas.some((schema) => getTypes(schema).includes(name)))
  if (types.length === every.length) return { scalars: ['string'], isArray: false, isObject: false, isAny: true }
  const isNumber = types.includes('number')
  return {
    // Each integer is a number.
    scalars: scalars.filter((name) => types.includes(name) && !(name === 'integer' && isNumber)),
    isArray: types.includes('array'),
    isObject: types.includes('object'),
    isAny: false,
  }
}

/** A schema without references, and the schemas of which it consists. */
export function getParts(schema: Node): Node[] {
  const combined = [schema.allOf, schema.oneOf, schema.anyOf].flatMap(toList)
  return [schema, ...combined.flatMap((alternative) => getParts(toNode(alternative)))]
}

function getTypes(schema: Node): string[] {
  const { type, const: constant } = schema
  const namedTypes = type === undefined ? undefined : [type].flat().map(String).flatMap(withIntegers)
  const values = constant === undefined ? schema.enum : [constant]
  const listed = Array.isArray(values) ? values.flatMap(typesOfValue) : undefined
  const hint = hints.find(([keywords]) => keywords.some((keyword) => keyword in schema))?.[1]
  const typesIn = (part: unknown) => getTypes(toNode(part))
  const alternatives = [schema.oneOf, schema.anyOf].filter(Array.isArray).map((parts) => parts.flatMap(typesIn))
  const limits = [namedTypes ?? listed ?? hint, listed, ...alternatives, ...toList(schema.allOf).map(typesIn)]
  return every.filter((name) => limits.every((limit) => limit?.includes(name) ?? true))
}

function withIntegers(type: string): string[] {
  return type === 'number' ? ['integer', 'number'] : [type]
}

function typesOfValue(value: unknown): string[] {
  if (value === null) return ['null']
  return Array.isArray(value) ? ['array'] : withIntegers(typeof value)
}
