// Defaults that their schemas refuse. Each request or creation without the property would be invalid, so nothing gets such a default.
import { toError } from './checks/values.ts'
import { type Node, nodesIn } from './complete/node.ts'

/**
 * Removes them.
 * @param own The hand-written contract; its schemas are changed.
 * @param report Gets the JSON Pointer of each one, and a sentence.
 */
export function removeRefusedDefaults(own: Node, report: (pointer: string, sentence: string) => void): void {
  const subject = { document: own }
  for (const { node, pointer } of nodesIn(own)) {
    // A variable of a server is not a schema, and other tools read their fields.
    if (!('default' in node) || /\/(?:servers|x-[^/]*)\//.test(pointer)) continue
    const error = toRefusal(subject, node)
    if (error === undefined) continue
    report(`${pointer}/default`, `This default breaks its schema, so nothing gets it: ${error}. Correct or remove it.`)
    delete node.default
  }
}

function toRefusal(subject: { document: Node }, schema: Node): string | undefined {
  try {
    return toError(subject, schema, schema.default)
  } catch {
    // The schema cannot be compiled: a check says so.
    return undefined
  }
}
