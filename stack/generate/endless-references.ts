// References that lead back to themselves: no reader of the contract would come to an end.
import { isNode, type Node, visitNodes } from './complete/node.ts'
import { toList } from './complete/operations.ts'
import { valueAt } from './json-pointer.ts'

/** Keywords whose schemas apply to the same value. */
const lists = ['allOf', 'anyOf', 'oneOf']
const single = ['not', 'if', 'then', 'else']

/** @returns The JSON Pointer of each such reference, and a message. A schema may contain itself, such as in `properties`. */
export function endlessReferences(own: Node): [pointer: string, message: string][] {
  const found: [pointer: string, message: string][] = []
  visitNodes(own, (node, pointer) => {
    const { $ref } = node
    if (typeof $ref !== 'string' || !leadsBack(own, $ref, $ref, new Set())) return
    found.push([`${pointer}/$ref`, `${$ref} leads back to itself: it must describe something.`])
  })
  return found
}

function leadsBack(own: Node, start: string, reference: string, visited: Set<string>): boolean {
  visited.add(reference)
  return referencesIn(valueAt(own, reference)).some((next) => {
    return next === start || (!visited.has(next) && leadsBack(own, start, next, visited))
  })
}

/** Those that say what the value itself is. */
function referencesIn(node: unknown): string[] {
  if (!isNode(node)) return []
  const inside = [...lists.flatMap((name) => toList(node[name])), ...single.map((name) => node[name])]
  return [...(typeof node.$ref === 'string' ? [node.$ref] : []), ...inside.flatMap(referencesIn)]
}
