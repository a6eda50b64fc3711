// The schemas true and false of JSON Schema, as objects: `{}` and `{ not: {} }` mean the same, and types and OpenAPI 3.0 need objects.
import { isNode, type Node, toNode, visitNodes } from './complete/node.ts'

const single = ['schema', 'not', 'if', 'then', 'else', 'items', 'contains', 'propertyNames']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const maps = ['properties', 'patternProperties', 'dependentSchemas']

/**
 * Writes them as objects. `additionalProperties` and the like stay as they are, because OpenAPI 3.0 has them as booleans.
 * @param own The hand-written contract; its schemas are changed.
 */
export function writeBooleansAsObjects(own: Node): void {
  const { schemas } = toNode(own.components)
  if (isNode(schemas)) changeMembers(schemas)
  visitNodes(own, (node, pointer) => {
    // Other tools read their fields.
    if (pointer.includes('/x-')) return
    for (const name of single) if (name in node) node[name] = toObject(node[name])
    for (const name of lists) {
      const { [name]: list } = node
      if (Array.isArray(list)) node[name] = list.map(toObject)
    }
    for (const name of maps) changeMembers(toNode(node[name]))
  })
}

function changeMembers(map: Node): void {
  for (const [name, schema] of Object.entries(map)) map[name] = toObject(schema)
}

function toObject(schema: unknown): unknown {
  if (typeof schema !== 'boolean') return schema
  return schema ? {} : { not: {} }
}
