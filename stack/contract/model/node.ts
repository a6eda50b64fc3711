// Parts of an OpenAPI document, before anything is known of them.

import { escapeToken as escapeKey, valueAt } from '../../core/contract/json-pointer.ts'

export { escapeToken as escapeKey, getKeys, toPointer, valueAt } from '../../core/contract/json-pointer.ts'

export type Node = Record<string, unknown>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as a node; an empty one for anything else. */
export function toNode(value: unknown): Node {
  return isNode(value) ? value : {}
}

/** The value as a list; an empty one for anything else. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Follows references inside the document; an empty node if there is none. */
export function resolved(document: Node, value: unknown): Node {
  const node = toNode(value)
  return typeof node.$ref === 'string' ? resolved(document, valueAt(document, node.$ref)) : node
}

/** The properties of a schema, also those of its `allOf`. @param ancestors References around the schema. */
export function propertiesIn(document: Node, schema: unknown, ancestors: readonly string[] = []): Node {
  const { $ref } = toNode(schema)
  if (typeof $ref === 'string' && ancestors.includes($ref)) return {}
  const references = typeof $ref === 'string' ? [...ancestors, $ref] : ancestors
  const { properties, allOf } = resolved(document, schema)
  const inherited = toList(allOf).map((part) => propertiesIn(document, part, references))
  return Object.assign({}, ...inherited.reverse(), properties)
}

/** @returns The components that a value refers to, also through others, such as `schemas/Room`. */
export function referredComponents(components: Node, value: unknown, names = new Set<string>()): Set<string> {
  const references = JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/(\w+)\/([^/"]+)/g)
  for (const [, group = '', name = ''] of references) {
    if (names.has(`${group}/${name}`)) continue
    names.add(`${group}/${name}`)
    referredComponents(components, toNode(components[group])[name], names)
  }
  return names
}

/** The members of both; those of the contract win. References and maps of named examples are not merged. */
export function merged(common: unknown, override: unknown): unknown {
  if (override === undefined) return common
  if (!isNode(common) || !isNode(override) || '$ref' in override || '$ref' in common) return override
  const members = Object.entries(override).map(([name, value]) => {
    return [name, name === 'examples' ? value : merged(common[name], value)] as const
  })
  return { ...common, ...Object.fromEntries(members) }
}

export function mapped<T, R>(record: Record<string, T> = {}, change: (value: T, name: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
}

export function filtered<T>(record: Record<string, T>, test: (value: T, name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => test(value, name)))
}

/** A copy in which `change` replaces each value, the innermost first. A reviver of JSON.parse is slower. */
export function replaced<T>(root: T, change: (value: unknown, key: string) => unknown): T {
  const getCopy = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return change(value.map(copyOfItem), key)
    if (!isNode(value)) return change(value, key)
    const members = Object.entries(value).map(([name, member]) => [name, getCopy(member, name)] as const)
    return change(Object.fromEntries(members.filter(([, member]) => member !== undefined)), key)
  }
  const copyOfItem = (value: unknown, index: number) => getCopy(value, String(index))
  return getCopy(root, '') as T // the callers change no types
}

/** Fields with data, in which nothing is a schema. */
export const dataFields = ['const', 'default', 'enum', 'example']

/** Fields with a map: the contract chooses its names, so a property may be called `example`. */
export const maps = [
  ...'properties patternProperties dependentSchemas schemas'.split(' '),
  ...'parameters headers responses requestBodies content encoding callbacks links securitySchemes variables'.split(' '),
]

export const oneSchema =
  /^(?:schema|items|additionalProperties|contains|propertyNames|not|if|then|else|unevaluated\w+)$/
export const manySchemas = /^(?:schemas|properties|patternProperties|dependentSchemas|allOf|anyOf|oneOf|prefixItems)$/

/** What a value of a document is. `foreign`: inside of an `x-` field, which other tools read. */
type NodeKind = 'schema' | 'schemas' | 'other' | 'foreign'

export interface DocumentNode {
  node: Node
  pointer: string
  kind: NodeKind
}

/** Each object that is not a map, or data, before those inside of it. @param kind Of the root. */
export function* nodesOf(root: unknown, start = '', kind: NodeKind = 'other'): Generator<DocumentNode> {
  const waiting = [{ value: root, pointer: start, kind, isMap: false }]
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const { value, pointer, kind, isMap } = current
    if (typeof value !== 'object' || value === null) continue
    if (isNode(value) && !isMap) yield { node: value, pointer, kind }
    const isOpen = isMap || Array.isArray(value)
    for (const [key, child] of Object.entries(value).reverse()) {
      if (!isOpen && (key === 'examples' || dataFields.includes(key))) continue
      const childPointer = `${pointer}/${escapeKey(key)}`
      waiting.push({
        value: child,
        pointer: childPointer,
        kind: getKind(key, kind, isOpen),
        isMap: !isOpen && maps.includes(key),
      })
    }
  }
}

/** @param parentKind The kind of the value that has this key. @param isOpen Whether the key is a name or an index. */
function getKind(key: string, parentKind: NodeKind, isOpen: boolean): NodeKind {
  if (parentKind === 'foreign' || (!isOpen && key.startsWith('x-'))) return 'foreign'
  if (parentKind === 'schemas') return 'schema'
  // Outside of a schema, the others are names, such as that of a field in `encoding`.
  const isField = !isOpen && (parentKind === 'schema' || /^schemas?$/.test(key))
  if (isField && oneSchema.test(key)) return 'schema'
  return isField && manySchemas.test(key) ? 'schemas' : 'other'
}

/** All objects in parts of a document, each with its JSON Pointer. */
export function nodesIn(document: object, parts = ['paths', 'components']): DocumentNode[] {
  return parts.flatMap((part) => [...nodesOf(toNode(document)[part], `/${part}`)])
}

/** The same function, which keeps its results: nothing changes a resolved spec, so each value is derived once. */
export function memoize<Subject extends object, Result>(
  derive: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const known = new WeakMap<Subject, { result: Result }>()
  return (subject) => {
    const entry = known.get(subject) ?? { result: derive(subject) }
    known.set(subject, entry)
    return entry.result
  }
}
