// References of a hand-written contract that its readers cannot follow.
import { type Document, isPair, isSeq } from 'yaml'
import type { Finding } from './checks/check.ts'
import { dataFields, isNode, maps, type Node, toNode, visitNodes } from './complete/node.ts'
import { toList } from './complete/operations.ts'
import { escapeKey, valueAt } from './json-pointer.ts'
import { referencesIn } from './read-yaml.ts'

/** References that lead to nothing. @param contract The value of the document. */
export function lostReferences(document: Document, contract: Node): Finding[] {
  return referencesIn(document).flatMap(({ target, path }): Finding[] => {
    const names = namesIn(path)
    const sentence = isData(names)
      ? `this value cannot have the reference ${target}: write what it stands for`
      : `nothing found at ${target}: correct the reference, or add what it names`
    const isLost = isData(names) || valueAt(contract, target) === undefined
    return isLost ? [[[...names, '$ref'].map((name) => `/${escapeKey(name)}`).join(''), sentence]] : []
  })
}

/** The keys and indices that lead to the last of these nodes. */
function namesIn(path: readonly unknown[]): string[] {
  return path.flatMap((one, index) => {
    if (isSeq(one)) return String(one.items.indexOf(path[index + 1]))
    return isPair(one) ? String(one.key) : []
  })
}

/** Whether a value is data: a schema can have a property that is called `example`. */
function isData(names: string[]): boolean {
  return names.some((name, index) => {
    const [map, parent] = [names[index - 2], names[index - 1] ?? '']
    return (name === 'value' && map === 'examples') || (dataFields.includes(name) && !maps.includes(parent))
  })
}

/** Keywords whose schemas apply to the same value. */
const lists = ['allOf', 'anyOf', 'oneOf']
const single = ['not', 'if', 'then', 'else']

/** References that lead back to themselves: no reader would come to an end. A schema may contain itself, such as in `properties`. */
export function endlessReferences(own: Node): Finding[] {
  const found: Finding[] = []
  visitNodes(own, (node, pointer) => {
    const { $ref } = node
    if (typeof $ref !== 'string' || !leadsBack(own, $ref, $ref, new Set())) return
    found.push([`${pointer}/$ref`, `${$ref} leads back to itself: it must describe something.`])
  })
  return found
}

function leadsBack(own: Node, start: string, reference: string, visited: Set<string>): boolean {
  visited.add(reference)
  return appliedReferences(valueAt(own, reference)).some((next) => {
    return next === start || (!visited.has(next) && leadsBack(own, start, next, visited))
  })
}

/** Those that say what the value itself is. */
function appliedReferences(node: unknown): string[] {
  if (!isNode(node)) return []
  const inside = [...lists.flatMap((name) => toList(node[name])), ...single.map((name) => node[name])]
  return [...(typeof node.$ref === 'string' ? [node.$ref] : []), ...inside.flatMap(appliedReferences)]
}

/**
 * Writes each value in the mapping of a discriminator as a reference: it can be the name of a schema (OpenAPI 3.1, 4.8.25).
 * @param own The hand-written contract; it is changed.
 * @returns The values that lead to no schema.
 */
export function readMappings(own: Node): Finding[] {
  const lost: Finding[] = []
  const schemas = toNode(toNode(own.components).schemas)
  visitNodes(own, ({ discriminator }, pointer) => {
    const { mapping } = toNode(discriminator)
    if (!isNode(mapping)) return
    for (const [value, target] of Object.entries(mapping)) {
      const name = String(target)
      const reference = Object.hasOwn(schemas, name) ? `#/components/schemas/${escapeKey(name)}` : name
      if (reference.startsWith('#/') && isNode(valueAt(own, reference))) mapping[value] = reference
      else
        lost.push([
          `${pointer}/discriminator/mapping/${escapeKey(value)}`,
          `no schema found at ${name}: write the name of a schema, or a reference to one`,
        ])
    }
  })
  return lost
}
