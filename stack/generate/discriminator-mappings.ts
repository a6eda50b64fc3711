// The mappings of discriminators. A value is the name of a schema, or a reference to one (OpenAPI 3.1, 4.8.25).
import { isNode, type Node, toNode, visitNodes } from './complete/node.ts'
import { escapeKey, valueAt } from './json-pointer.ts'

/**
 * Writes each name as a reference.
 * @param own The hand-written contract; it is changed.
 * @returns A JSON Pointer and a message for each value that leads to no schema.
 */
export function readMappings(own: Node): [pointer: string, message: string][] {
  const lost: [pointer: string, message: string][] = []
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
