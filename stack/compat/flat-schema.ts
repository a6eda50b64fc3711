// Writes a schema without an `allOf`, `anyOf` or `oneOf` of one element, and without keywords next to `$ref`.
import { type Document, isMap, isNode, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'
import { getKeys } from '../generate/complete/node.ts'

const combiners = ['allOf', 'anyOf', 'oneOf']
const schemas = new Set([
  ...'items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties'.split(' '),
  ...'not if then else'.split(' '),
])
const schemaLists = new Set([...combiners, 'prefixItems'])
const schemaMaps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** Keywords that describe a value. The outer one replaces the inner one. */
const descriptive = new Set('title description default example examples externalDocs $comment'.split(' '))

/** Keywords whose meaning does not depend on the keywords beside them. */
const independent = new Set([
  ...descriptive,
  ...'deprecated readOnly writeOnly type enum const format pattern minLength maxLength multipleOf'.split(' '),
  ...'minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems required'.split(' '),
  ...'minProperties maxProperties contentEncoding contentMediaType'.split(' '),
])

/** @returns The values of a map or a list, each with its key. */
export function toEntries(node: unknown): [key: string, value: Node][] {
  if (isSeq(node)) return node.items.flatMap((item, index) => (isNode(item) ? [[String(index), item]] : []))
  if (isMap(node)) return node.items.flatMap(({ key, value }) => (isNode(value) ? [[String(key), value]] : []))
  return []
}

/**
 * @param own The contract of the schemas, without any change.
 * @param other The contract with which it is compared.
 * @returns A function that rewrites a schema and the schemas in it.
 */
export function schemaFlattener(own: Document, other: Document) {
  /** References that are being inlined stay, so that a recursive schema ends. */
  function flatten(
    schema: Node,
    place: readonly string[],
    inlined: readonly string[] = [`#/${place.join('/')}`],
  ): void {
    if (!isMap(schema)) return
    const inlinedHere = unwrap(schema, place, inlined)
    for (const [keyword, value] of toEntries(schema)) {
      if (schemas.has(keyword)) flatten(value, [...place, keyword], inlinedHere)
      if (!schemaLists.has(keyword) && !schemaMaps.has(keyword)) continue
      for (const [key, inner] of toEntries(value)) flatten(inner, [...place, keyword, key], inlinedHere)
    }
  }

  /** @returns The references that are inlined now. */
  function unwrap(schema: YAMLMap, place: readonly string[], inlined: readonly string[]): readonly string[] {
    for (const combiner of combiners) {
      const inner = onlyElement(schema, combiner, place)
      if (inner && merge(schema, combiner, inner)) return unwrap(schema, place, inlined)
    }
    const reference = schema.get('$ref')
    if (typeof reference !== 'string' || schema.items.length === 1 || inlined.includes(reference)) return inlined
    const found = own.getIn(getKeys(reference), true)
    // The target may be inlined at several places, so each place gets a copy.
    const target = isMap(found) && found.clone()
    if (!isMap(target) || !merge(schema, '$ref', target)) return inlined
    return unwrap(schema, place, [...inlined, reference])
  }

  // If the other contract has more elements at this place, Redocly must compare two lists.
  function onlyElement(schema: YAMLMap, combiner: string, place: readonly string[]) {
    const list = schema.get(combiner)
    const counterpart = other.getIn([...place, combiner], true)
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
  const isDescriptive = ({ key }: Pair) => descriptive.has(String(key))
  const shared = inner.items.filter(({ key }) => siblings.some((sibling) => String(sibling.key) === String(key)))
  const isEqual = ({ key, value }: Pair) => JSON.stringify(outer.get(key, true)) === JSON.stringify(value)
  if (!shared.every((pair) => isDescriptive(pair) || isEqual(pair))) return false
  outer.items = [...siblings, ...inner.items.filter((pair) => !shared.includes(pair))]
  return true
}

function isIndependent({ key }: Pair): boolean {
  return independent.has(String(key)) || String(key).startsWith('x-')
}
