// Spells a contract in one way. `redocly diff` compares text: it reports a different spelling as a breaking change.
import { type Document, isMap, isNode, isSeq, type Node, type Pair, type YAMLMap, YAMLSeq } from 'yaml'
import { accessAt, isShared } from '../contract/model/access.ts'
import { getKeys, toNode } from '../contract/model/node.ts'
import { httpMethods } from '../contract/model/operations.ts'

/** @returns A copy in one spelling, whose nodes keep their `range`. @param other The contract to compare it with. */
export function normalise(contract: Document, other: Document): Document {
  const copy = contract.clone()
  const flatten = schemaFlattener(contract, other)
  const visit = (node: unknown, path: readonly string[]): void => {
    for (const [key, value] of toEntries(node)) {
      const childPath = [...path, key]
      if (isMap(value) && value.has('in') && value.has('name')) removeDefaults(value)
      if (path.at(-1) === 'headers' && derivedHeaders.has(key.toLowerCase())) removeSchema(value, copy)
      if (key === 'schema' || path.join('/') === 'components/schemas') flatten(value, childPath)
      else visit(value, childPath)
    }
  }
  visit(copy.contents, [])
  const { paths } = toNode(contract.toJS())
  for (const [path, pathItem] of toEntries(copy.get('paths'))) {
    moveParameters(pathItem, contract)
    const hasAccess = [contract, other].some((document) => document.hasIn(['paths', path, 'x-access']))
    if (!hasAccess || !isMap(pathItem)) continue
    const access = accessAt(paths, path)
    // Only its creator changes an item that only its creator sees.
    pathItem.set('x-access', contract.createNode(isShared(access) ? access : { ...access, write: 'creator' }))
  }
  return copy
}

/**
 * Headers whose values follow from the media types and the security of the operations, which are compared. Each has one
 * schema for all operations, which a new operation can change.
 */
const derivedHeaders = new Set(['accept', 'accept-patch', 'www-authenticate'])

function removeSchema(header: Node, copy: Document): void {
  const reference = isMap(header) ? header.get('$ref') : undefined
  const target = typeof reference === 'string' ? copy.getIn(getKeys(reference), true) : header
  if (isMap(target)) target.delete('schema')
}

/** Removes style, explode, allowReserved and allowEmptyValue of a parameter if they have their default. */
function removeDefaults(parameter: YAMLMap): void {
  const isForm = ['query', 'cookie'].includes(String(parameter.get('in')))
  const style = isForm ? 'form' : 'simple'
  const explode = (parameter.get('style') ?? style) === 'form'
  const defaults = { style, explode, allowReserved: false, allowEmptyValue: false }
  for (const [keyword, value] of Object.entries(defaults)) {
    if (parameter.get(keyword) === value) parameter.delete(keyword)
  }
}

/** Moves the parameters of a path to its operations, except those that an operation replaces. */
function moveParameters(pathItem: Node, contract: Document): void {
  if (!isMap(pathItem)) return
  const shared = pathItem.get('parameters')
  pathItem.delete('parameters')
  for (const method of httpMethods) {
    const operation = pathItem.get(method)
    if (!isMap(operation)) continue
    const parameters = operation.get('parameters')
    const list = isSeq(parameters) ? parameters : new YAMLSeq()
    const replaced = new Set(list.items.map((parameter) => parameterKey(parameter, contract)))
    const inherited = isSeq(shared) ? shared.items.filter((item) => !replaced.has(parameterKey(item, contract))) : []
    list.items.push(...inherited)
    if (list.items.length > 0) operation.set('parameters', list)
    else operation.delete('parameters')
  }
}

function parameterKey(parameter: unknown, contract: Document): string {
  const reference = isMap(parameter) ? parameter.get('$ref') : undefined
  const target = typeof reference === 'string' ? contract.getIn(getKeys(reference), true) : parameter
  return isMap(target) ? `${target.get('in')} ${target.get('name')}` : JSON.stringify(parameter)
}

const combiners = ['allOf', 'anyOf', 'oneOf']
const schemaKeywords = new Set([
  ...'items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties'.split(' '),
  ...'not if then else'.split(' '),
])
const schemaListKeywords = new Set([...combiners, 'prefixItems'])
const schemaMapKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** Annotations that may differ: that of the outer schema wins. */
const annotations = new Set('title description default example examples externalDocs $comment'.split(' '))

/** Keywords whose meaning does not depend on the keywords beside them. */
const independent = new Set([
  ...annotations,
  ...'deprecated readOnly writeOnly type enum const format pattern minLength maxLength multipleOf'.split(' '),
  ...'minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems required'.split(' '),
  ...'minProperties maxProperties contentEncoding contentMediaType'.split(' '),
])

function toEntries(node: unknown): [key: string, value: Node][] {
  if (isSeq(node)) return node.items.flatMap((item, index) => (isNode(item) ? [[String(index), item]] : []))
  if (isMap(node)) return node.items.flatMap(({ key, value }) => (isNode(value) ? [[String(key), value]] : []))
  return []
}

/**
 * @param document The contract of the schemas, without any change.
 * @param other The contract with which it is compared.
 * @returns A function that rewrites a schema and the schemas in it.
 */
function schemaFlattener(document: Document, other: Document) {
  /** Keeps references that are being inlined: otherwise, a recursive schema would never end. */
  function flatten(schema: Node, path: readonly string[], inlined: readonly string[] = [`#/${path.join('/')}`]): void {
    if (!isMap(schema)) return
    const inlinedHere = unwrap(schema, path, inlined)
    for (const [keyword, value] of toEntries(schema)) {
      if (schemaKeywords.has(keyword)) flatten(value, [...path, keyword], inlinedHere)
      if (!schemaListKeywords.has(keyword) && !schemaMapKeywords.has(keyword)) continue
      for (const [key, inner] of toEntries(value)) flatten(inner, [...path, keyword, key], inlinedHere)
    }
  }

  /** @returns The references that are being inlined, including those of this schema. */
  function unwrap(schema: YAMLMap, path: readonly string[], inlined: readonly string[]): readonly string[] {
    for (const combiner of combiners) {
      const inner = onlyElement(schema, combiner, path)
      if (inner && merge(schema, combiner, inner)) return unwrap(schema, path, inlined)
    }
    const reference = schema.get('$ref')
    if (typeof reference !== 'string' || schema.items.length === 1 || inlined.includes(reference)) return inlined
    const referenced = document.getIn(getKeys(reference), true)
    // The target may be inlined several times, so each time is a copy.
    const target = isMap(referenced) && referenced.clone()
    if (!isMap(target) || !merge(schema, '$ref', target)) return inlined
    return unwrap(schema, path, [...inlined, reference])
  }

  // If the other contract has more elements here, Redocly must compare two lists.
  function onlyElement(schema: YAMLMap, combiner: string, path: readonly string[]) {
    const list = schema.get(combiner)
    const counterpart = other.getIn([...path, combiner], true)
    if (!isSeq(list) || list.items.length !== 1 || (isSeq(counterpart) && counterpart.items.length > 1))
      return undefined
    return list.items.find((element) => isMap(element))
  }

  return flatten
}

/** Moves the keywords of the inner schema to the outer one, unless that changes the meaning. */
function merge(outer: YAMLMap, keyword: string, inner: YAMLMap): boolean {
  const siblings = outer.items.filter(({ key }) => String(key) !== keyword)
  if (!siblings.every(isIndependent) && !inner.items.every(isIndependent)) return false
  const isAnnotation = ({ key }: Pair) => annotations.has(String(key))
  const shared = inner.items.filter(({ key }) => siblings.some((sibling) => String(sibling.key) === String(key)))
  const isEqual = ({ key, value }: Pair) => JSON.stringify(outer.get(key, true)) === JSON.stringify(value)
  if (!shared.every((pair) => isAnnotation(pair) || isEqual(pair))) return false
  outer.items = [...siblings, ...inner.items.filter((pair) => !shared.includes(pair))]
  return true
}

function isIndependent({ key }: Pair): boolean {
  return independent.has(String(key)) || String(key).startsWith('x-')
}
