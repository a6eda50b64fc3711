// Parts of an OpenAPI document that nothing has validated yet.

import { escapeToken as escapeKey, valueAt } from '../../core/contract/json-pointer.ts'

export { escapeToken as escapeKey, getKeys, toPointer, valueAt } from '../../core/contract/json-pointer.ts'

export type Node = Record<string, unknown>

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value if it is a node, or else an empty node. */
export function toNode(value: unknown): Node {
  return isNode(value) ? value : {}
}

/** Returns the value if it is an array, or else an empty array. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Follows references inside the document. @returns An empty node if they lead nowhere. */
export function resolveNode(document: Node, value: unknown): Node {
  const node = toNode(value)
  return typeof node.$ref === 'string' ? resolveNode(document, valueAt(document, node.$ref)) : node
}

/** Returns the properties of a schema and of its `allOf`. @param ancestors References around the schema. */
export function propertiesIn(document: Node, schema: unknown, ancestors: readonly string[] = []): Node {
  const { $ref } = toNode(schema)
  if (typeof $ref === 'string' && ancestors.includes($ref)) return {}
  const references = typeof $ref === 'string' ? [...ancestors, $ref] : ancestors
  const { properties, allOf } = resolveNode(document, schema)
  const inherited = toList(allOf).map((part) => propertiesIn(document, part, references))
  return Object.assign({}, ...inherited.reverse(), properties)
}

/** @returns The components that a value refers to, directly or through others, such as `schemas/Room`. */
export function referencedComponents(components: Node, value: unknown, names = new Set<string>()): Set<string> {
  const references = JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/(\w+)\/([^/"]+)/g)
  for (const [, group = '', name = ''] of references) {
    if (names.has(`${group}/${name}`)) continue
    names.add(`${group}/${name}`)
    referencedComponents(components, toNode(components[group])[name], names)
  }
  return names
}

/** Returns the members of both nodes; those of `override` win. References and maps of named examples are not merged. */
export function mergeDeep(common: unknown, override: unknown): unknown {
  if (override === undefined) return common
  if (!isNode(common) || !isNode(override) || '$ref' in override || '$ref' in common) return override
  const members = Object.entries(override).map(([name, value]) => {
    return [name, name === 'examples' ? value : mergeDeep(common[name], value)] as const
  })
  return { ...common, ...Object.fromEntries(members) }
}

export function mapValues<T, R>(record: Record<string, T> = {}, map: (value: T, name: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]))
}

export function pickBy<T>(record: Record<string, T>, test: (value: T, name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => test(value, name)))
}

/** Returns a copy in which `change` replaces each value, the innermost first. A reviver of JSON.parse is slower. */
export function replaceDeep<T>(root: T, change: (value: unknown, key: string) => unknown): T {
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
export const mapFields = [
  ...'properties patternProperties dependentSchemas schemas'.split(' '),
  ...'parameters headers responses requestBodies content encoding callbacks links securitySchemes variables'.split(' '),
]

export const schemaField =
  /^(?:schema|items|additionalProperties|contains|propertyNames|not|if|then|else|unevaluated\w+)$/
export const schemasField = /^(?:schemas|properties|patternProperties|dependentSchemas|allOf|anyOf|oneOf|prefixItems)$/

/** The kind of a value in a document. `foreign`: inside an `x-` field, which other tools read. */
type NodeKind = 'schema' | 'schemas' | 'other' | 'foreign'

export interface DocumentNode {
  node: Node
  pointer: string
  kind: NodeKind
}

/** Yields each object that is neither a map nor data, before the objects inside it. @param kind Kind of the root. */
export function* nodesOf(root: unknown, start = '', kind: NodeKind = 'other'): Generator<DocumentNode> {
  const stack = [{ value: root, pointer: start, kind, isMap: false }]
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    const { value, pointer, kind, isMap } = current
    if (typeof value !== 'object' || value === null) continue
    if (isNode(value) && !isMap) yield { node: value, pointer, kind }
    const hasFreeKeys = isMap || Array.isArray(value)
    for (const [key, child] of Object.entries(value).reverse()) {
      if (!hasFreeKeys && (key === 'examples' || dataFields.includes(key))) continue
      const childPointer = `${pointer}/${escapeKey(key)}`
      stack.push({
        value: child,
        pointer: childPointer,
        kind: getKind(key, kind, hasFreeKeys),
        isMap: !hasFreeKeys && mapFields.includes(key),
      })
    }
  }
}

/** @param parentKind The kind of the value that has this key. @param isFreeKey Whether it is a name or an index. */
function getKind(key: string, parentKind: NodeKind, isFreeKey: boolean): NodeKind {
  if (parentKind === 'foreign' || (!isFreeKey && key.startsWith('x-'))) return 'foreign'
  if (parentKind === 'schemas') return 'schema'
  // Outside of a schema, other keys can be names, such as that of a field in `encoding`.
  const isField = !isFreeKey && (parentKind === 'schema' || /^schemas?$/.test(key))
  if (isField && schemaField.test(key)) return 'schema'
  return isField && schemasField.test(key) ? 'schemas' : 'other'
}

/** All objects in parts of a document, each with its JSON Pointer. */
export function nodesIn(document: object, parts = ['paths', 'components']): DocumentNode[] {
  return parts.flatMap((part) => [...nodesOf(toNode(document)[part], `/${part}`)])
}

/** Returns a function that caches its results. Nothing changes a contract, so each value is derived once. */
export function memoize<Subject extends object, Result>(
  derive: (subject: Subject) => Result,
): (subject: Subject) => Result {
  const cache = new WeakMap<Subject, { result: Result }>()
  return (subject) => {
    const entry = cache.get(subject) ?? { result: derive(subject) }
    cache.set(subject, entry)
    return entry.result
  }
}
