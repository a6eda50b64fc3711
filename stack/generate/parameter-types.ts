// How the text of a parameter becomes its value: the types that its schema allows, and its style.

import type { ParameterStyle } from '../client/parameter-text.ts'
import type { ParameterType, ScalarType, StyledType } from '../core/contract/contract-data.ts'
import { literal } from './code.ts'
import { isNode, type Node, toList, toNode } from './complete/node.ts'
import type { Contract, Operation, Parameter } from './contract.ts'

/** @returns `undefined` for a string. The parameter is not refused. */
export function parameterType(contract: Contract, parameter: Parameter): ParameterType | undefined {
  if (parameter.content !== undefined) return { json: true }
  const { schema, types } = read(contract, parameter)
  const { style, explode } = getStyle(parameter)
  const { scalars, isArray, isObject } = types
  const type = isArray ? arrayType(schema, types) : isObject && objectType(schema, style === 'form' && explode)
  if (type) return { ...type, ...readStyle(parameter.name, style, explode, isObject) }
  const prefix = getPrefix(parameter.name, style)
  if (prefix !== undefined) return { prefix, types: scalars }
  const [first, ...others] = scalars
  return others.length > 0 ? scalars : first === 'string' ? undefined : first
}

/** @returns A sentence about what nothing reads; `undefined` if the parameter is honoured. */
export function parameterRefusal(contract: Contract, parameter: Parameter): string | undefined {
  const { name, in: group, content } = parameter
  const instead = 'write content with application/json instead of schema'
  if (content !== undefined) {
    const [mediaType = ''] = Object.keys(content)
    const isJson = /^application\/(?:json|[a-z\d!#$&^_.+-]+\+json)$/.test(mediaType)
    return isJson ? undefined : `The content of ${name} must be JSON: write application/json instead of ${mediaType}.`
  }
  const { schema, types } = read(contract, parameter)
  const { isArray, isObject, scalars } = types
  const { style, explode } = getStyle(parameter)
  const allowed = stylesFor(group, types)
  if (!allowed.includes(style)) return `The parameter ${name} must have the style ${allowed.join(' or ')}.`
  if (group === 'cookie' && (isArray || isObject) && explode)
    return `The cookie ${name} has one text: write explode: false.`
  if (isObject && (isArray || scalars.some((one) => one !== 'null')))
    return `The parameter ${name} can be an object and something else: ${instead}.`
  const properties = getParts(schema).flatMap(getProperties)
  const members = isObject ? [...properties.map(([, one]) => [one]), ...othersIn(schema).map((one) => [one])] : []
  const inner = [...(isArray ? [itemsIn(schema)] : []), ...members].map(schemaTypes)
  if (inner.some((one) => one.isArray || one.isObject))
    return `The parameter ${name} has an array or an object in another one: ${instead}.`
  return undefined
}

function read(contract: Contract, { schema: written }: Parameter): { schema: Node; types: SchemaTypes } {
  const schema = { ...contract.wholeSchema(written) }
  return { schema, types: schemaTypes([schema]) }
}

/** OpenAPI 3.1, 4.8.12.2. */
function getStyle({ in: group, style = defaults[group], explode = style === 'form' }: Parameter) {
  return { style, explode }
}

const defaults: Record<Parameter['in'], string> = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }

function stylesFor(group: Parameter['in'], { isArray, isObject }: SchemaTypes): string[] {
  if (group === 'path') return ['simple', 'label', 'matrix']
  if (group !== 'query') return [defaults[group]]
  const several = isArray || isObject ? ['spaceDelimited', 'pipeDelimited'] : []
  return ['form', ...several, ...(isObject ? ['deepObject'] : [])]
}

function arrayType(schema: Node, { scalars }: SchemaTypes): StyledType {
  // Beside an array, null has no text of its own.
  const single = scalars.filter((one) => one !== 'null')
  return { items: schemaTypes(itemsIn(schema)).scalars, ...(single.length > 0 && { types: single }) }
}

function itemsIn(schema: Node): Node[] {
  const found = getParts(schema).flatMap(({ items }) => (isNode(items) ? [items] : []))
  return found.length > 0 ? found : [{}]
}

/** @param isOpen Names have no mark of the parameter: a contract must say that it takes any, or declare none. */
function objectType(schema: Node, isOpen: boolean): StyledType {
  const parts = getParts(schema)
  const all = Map.groupBy(parts.flatMap(getProperties), ([name]) => name)
  const others = othersIn(schema)
  const takesOthers = isOpen
    ? parts.some(({ additionalProperties = all.size === 0 }) => additionalProperties)
    : others.length > 0
  return {
    properties: Object.fromEntries(
      Array.from(all, ([name, group]) => [name, schemaTypes(group.map(([, one]) => one)).scalars]),
    ),
    ...(takesOthers && { others: others.length > 0 ? schemaTypes(others).scalars : ['string'] }),
  }
}

function othersIn(schema: Node): Node[] {
  return getParts(schema).flatMap(({ additionalProperties: one }) => (isNode(one) ? [one] : []))
}

function getProperties({ properties }: Node): [name: string, schema: Node][] {
  return Object.entries(toNode(properties)).map(([name, one]) => [name, toNode(one)])
}

export const separators: Record<string, string> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/** Of a path: RFC 6570, 3.2.5 and 3.2.7. */
function getPrefix(name: string, style: string): string | undefined {
  if (style === 'label') return '.'
  return style === 'matrix' ? `;${encodeURIComponent(name)}=` : undefined
}

function readStyle(name: string, style: string, explode: boolean, isObject: boolean): StyledType {
  if (style === 'deepObject') return { brackets: true }
  const prefix = getPrefix(name, style)
  if (prefix === undefined && explode && style !== 'simple') return {}
  // The properties of an exploded matrix have the place of the name.
  const mark = explode && isObject ? prefix?.charAt(0) : prefix
  return {
    ...(mark !== undefined && { prefix: mark }),
    separator: explode && mark !== undefined ? mark : (separators[style] ?? ','),
    ...(explode && isObject && { assign: '=' }),
  }
}

/** The styles that the client does not know as usual (stack/client/parameter-text.ts), as a property. */
export function clientStyles(contract: Contract, { parameters }: Operation): string {
  const groups = (['path', 'query', 'header'] as const).flatMap((group) => {
    const styles = parameters.flatMap((one) => {
      const style = one.in === group ? clientStyle(contract, one) : undefined
      return style === undefined ? [] : [[one.name, style] as const]
    })
    return styles.length === 0 ? [] : [[group, Object.fromEntries(styles)] as const]
  })
  return groups.length === 0 ? '' : ` styles: ${literal(Object.fromEntries(groups))},`
}

/** @returns `undefined` for the usual style. */
export function clientStyle(contract: Contract, parameter: Parameter): ParameterStyle | undefined {
  const type = parameterType(contract, parameter)
  if (typeof type !== 'object' || Array.isArray(type)) return undefined
  const { items: _, types: __, properties: ___, others: ____, separator, ...rest } = type
  const isUsual = separator === undefined || (separator === ',' && parameter.in !== 'query')
  const style = { ...rest, ...(!isUsual && { separator: encoded[separator] ?? separator }) }
  return Object.keys(style).length === 0 ? undefined : style
}

/** A URL cannot have a space, and should have no bar. */
const encoded: Record<string, string> = { ' ': '%20', '|': '%7C' }

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

interface SchemaTypes {
  /** In the order in which they are tried. Only a string, if any value is allowed. */
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
  return [schema, ...combined.flatMap((one) => getParts(toNode(one)))]
}

function getTypes(schema: Node): string[] {
  const { type, const: constant } = schema
  const named = type === undefined ? undefined : [type].flat().map(String).flatMap(withIntegers)
  const values = constant === undefined ? schema.enum : [constant]
  const listed = Array.isArray(values) ? values.flatMap(typesOfValue) : undefined
  const hint = hints.find(([keywords]) => keywords.some((keyword) => keyword in schema))?.[1]
  const ofPart = (part: unknown) => getTypes(toNode(part))
  const alternatives = [schema.oneOf, schema.anyOf].filter(Array.isArray).map((parts) => parts.flatMap(ofPart))
  const limits = [named ?? listed ?? hint, listed, ...alternatives, ...toList(schema.allOf).map(ofPart)]
  return every.filter((name) => limits.every((limit) => limit?.includes(name) ?? true))
}

function withIntegers(type: string): string[] {
  return type === 'number' ? ['integer', 'number'] : [type]
}

function typesOfValue(value: unknown): string[] {
  if (value === null) return ['null']
  return Array.isArray(value) ? ['array'] : withIntegers(typeof value)
}
