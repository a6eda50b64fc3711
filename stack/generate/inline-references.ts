// References that the rest of the generator need not know: those of paths, and those in the fields of other tools.
import { isNode, type Node, nodeOf, resolved, visitNodes } from './complete/node.ts'

/** Puts the referred path items into the paths. @param own The hand-written contract; it is changed. */
export function inlinePathItems(own: Node): void {
  const paths = nodeOf(own.paths)
  for (const [path, item] of Object.entries(paths)) {
    if (!isNode(item) || !('$ref' in item)) continue
    const { $ref: _, ...rest } = item
    paths[path] = { ...structuredClone(resolved(own, item)), ...rest }
  }
  if (isNode(own.components)) delete own.components.pathItems
}

/** Leaves out the `x-` fields with references: they may lead to files that only another tool knows. */
export function withoutForeignReferences(own: Node): void {
  visitNodes(own, (node) => {
    for (const [name, value] of Object.entries(node))
      if (name.startsWith('x-') && JSON.stringify(value).includes('"$ref":')) delete node[name]
  })
}
