// The references of a hand-written contract. Reports those that lead nowhere, and replaces those that the rest of the
// generator does not support: libraries, types and docs support references to components only.

import { type Document, isPair, isSeq } from 'yaml'
import type { Finding } from '../finding.ts'
import { targetName } from '../model/contract.ts'
import { pascalCase } from '../model/names.ts'
import {
  dataFields,
  escapeKey,
  getKeys,
  isNode,
  mapFields,
  type Node,
  nodesOf,
  resolveNode,
  schemasField,
  toList,
  toNode,
  toPointer,
  valueAt,
} from '../model/node.ts'
import { referencesIn } from './files.ts'

export function danglingReferences(document: Document, contract: Node): Finding[] {
  return referencesIn(document).flatMap(({ target, path, mayBeUnresolved }): Finding[] => {
    if (mayBeUnresolved) return []
    const names = keysOf(path)
    const isPointer = /^(?!#[^/])/.test(target)
    const sentence = isData(names)
      ? `this value cannot have the reference ${target}: write what it stands for`
      : isPointer
        ? `nothing found at ${target}: correct the reference, or add what it names`
        : `${target} is the name of an anchor: write the path, such as #/components/schemas/Boat`
    const isUnresolved = isData(names) || !isPointer || valueAt(contract, target) === undefined
    return isUnresolved ? [[toPointer([...names, '$ref']), sentence]] : []
  })
}

/** Returns the keys and indices that lead to the last of these nodes. */
function keysOf(path: readonly unknown[]): string[] {
  return path.flatMap((ancestor, index) => {
    if (isSeq(ancestor)) return String(ancestor.items.indexOf(path[index + 1]))
    return isPair(ancestor) ? String(ancestor.key) : []
  })
}

/** Whether a value is data: a schema can have a property that is called `example`. */
function isData(names: string[]): boolean {
  return names.some((name, index) => {
    const [map, parent] = [names[index - 2], names[index - 1] ?? '']
    // An example can be called `default`.
    const isName = mapFields.includes(parent) || (parent === 'examples' && !mapFields.includes(map ?? ''))
    return (name === 'value' && map === 'examples') || (dataFields.includes(name) && !isName)
  })
}

/** Keywords whose schemas apply to the same value. */
const listKeywords = ['allOf', 'anyOf', 'oneOf']
const schemaKeywords = ['not', 'if', 'then', 'else']

/** Finds references that lead back to themselves. A schema may contain itself in `properties`, but not in `allOf`. */
export function circularReferences(document: Node): Finding[] {
  const circular = [...nodesOf(document)].flatMap(({ node: { $ref }, pointer }) =>
    typeof $ref === 'string' && leadsBack(document, $ref, $ref, new Set()) ? [{ $ref, pointer }] : [],
  )
  // A parent schema lists its children in oneOf, and they contain it in allOf.
  const parents = new Set(
    circular.filter(({ $ref }) => toNode(valueAt(document, $ref)).discriminator).map(({ $ref }) => $ref),
  )
  if (parents.size === 0)
    return circular.map(({ $ref, pointer }) => {
      return [`${pointer}/$ref`, `${$ref} leads back to itself and defines no schema.`]
    })
  return Array.from(parents, ($ref) => {
    const key = ['oneOf', 'anyOf'].find((name) => name in toNode(valueAt(document, $ref))) ?? 'discriminator'
    const advice = `move ${key} and discriminator into a schema of their own, and refer to that one`
    return [
      `${$ref.slice(1)}/${key}`,
      `The schemas in this ${key} contain ${targetName({ $ref })}, which consists of them: ${advice}.`,
    ]
  })
}

function leadsBack(document: Node, start: string, reference: string, visited: Set<string>): boolean {
  visited.add(reference)
  return appliedReferences(valueAt(document, reference)).some((next) => {
    return next === start || (!visited.has(next) && leadsBack(document, start, next, visited))
  })
}

/** Returns the references whose schemas apply to the value itself. */
function appliedReferences(node: unknown): string[] {
  if (!isNode(node)) return []
  const parts = [...listKeywords.flatMap((name) => toList(node[name])), ...schemaKeywords.map((name) => node[name])]
  return [...(typeof node.$ref === 'string' ? [node.$ref] : []), ...parts.flatMap(appliedReferences)]
}

/** Writes each value of a mapping, which can be the name of a schema, as a reference. @returns Dangling values. */
export function readMappings(document: Node): Finding[] {
  const unresolved: Finding[] = []
  const schemas = toNode(toNode(document.components).schemas)
  for (const { node, pointer } of nodesOf(document)) {
    const mapping = toNode(toNode(node.discriminator).mapping)
    for (const [value, target] of Object.entries(mapping)) {
      const name = String(target)
      const reference = Object.hasOwn(schemas, name) ? `#/components/schemas/${escapeKey(name)}` : name
      if (reference.startsWith('#/') && isNode(valueAt(document, reference))) mapping[value] = reference
      else
        unresolved.push([
          `${pointer}/discriminator/mapping/${escapeKey(value)}`,
          `no schema found at ${name}: write the name of a schema, or a reference to one`,
        ])
    }
  }
  return unresolved
}

/** Matches path items of paths, webhooks and callbacks. */
const itemPointer = /^\/(?:paths|webhooks)\/[^/]+$|^\/(?:components|paths\/[^/]+\/[a-z]+)\/callbacks\/[^/]+\/[^/]+$/
const schemePointer = /^\/components\/securitySchemes\/[^/]+$/

/** Inlines references to path items, and to other parts that are neither components nor schemas. */
export function inlineParts(document: Node): void {
  const followed: { pointer: string; $ref: string }[] = []
  for (const { node, pointer, kind } of nodesOf(document)) {
    const { $ref, ...siblings } = node
    if (typeof $ref !== 'string' || kind === 'schema' || kind === 'foreign') continue
    const isItem = itemPointer.test(pointer)
    // The functions in security.ts read the type of a scheme.
    if (isComponent($ref) && !isItem && !schemePointer.test(pointer)) continue
    // A callback can refer to the path item around it.
    if (followed.some((ancestor) => ancestor.$ref === $ref && pointer.startsWith(`${ancestor.pointer}/`))) continue
    followed.push({ pointer, $ref })
    const target = structuredClone(resolveNode(document, node))
    // An empty target does not exist: danglingReferences reports it.
    if (Object.keys(target).length === 0) continue
    for (const name of Object.keys(node)) delete node[name]
    Object.assign(node, target, isItem && siblings)
  }
  if (isNode(document.components)) delete document.components.pathItems
}

/** Removes the `x-` fields with references: they may lead to files of other tools. */
export function removeForeignReferences(document: Node): void {
  for (const { node } of nodesOf(document))
    for (const [name, value] of Object.entries(node))
      if (name.startsWith('x-') && JSON.stringify(value).includes('"$ref":')) delete node[name]
}

/**
 * Makes a component of each nested schema that something refers to, such as one in `properties`.
 * @returns The JSON Pointers of the new components, and where each schema was written.
 */
export function nameSchemas(document: Node): Map<string, string> {
  const names = new Map<string, string>()
  const origins = new Map<string, string>()
  const getName = ($ref: string): string => {
    const keys = getKeys($ref)
    const source = toPointer(keys)
    const name = names.get(source) ?? unusedName(document, keys)
    if (names.has(source)) return name
    names.set(source, name)
    origins.set(`/components/schemas/${name}`, source)
    // danglingReferences reports a missing schema.
    const schema = structuredClone(valueAt(document, $ref) ?? {})
    const components = toNode(document.components)
    document.components = { ...components, schemas: { ...toNode(components.schemas), [name]: schema } }
    renameReferences(schema, 'schema')
    return name
  }
  const renameReferences = (root: unknown, rootKind: 'schema' | 'other') => {
    for (const { node, kind } of nodesOf(root, '', rootKind)) {
      if (typeof node.$ref === 'string' && !isComponent(node.$ref) && kind === 'schema')
        node.$ref = `#/components/schemas/${getName(node.$ref)}`
    }
  }
  renameReferences(document, 'other')
  return origins
}

function isComponent($ref: string): boolean {
  const [top, , ...rest] = getKeys($ref)
  return top === 'components' && rest.length === 1
}

/** Returns a name for a component, such as BoatSail, that no other component has. */
function unusedName(document: Node, keys: string[]): string {
  const existing = toNode(toNode(document.components).schemas)
  const words = keys.filter(
    (key) => !schemasField.test(key) && !/^(?:paths|components|content|responses|schema)$/.test(key),
  )
  const start = pascalCase(words.join('-').replaceAll(/\W+/g, '-')) || 'Schema'
  let name = start
  for (let number = 2; name in existing; number++) name = `${start}${number}`
  return name
}
