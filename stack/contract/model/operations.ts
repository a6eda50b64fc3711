// The operations of a document of which nothing is known yet.

import { escapeKey, type Node, resolved, toList, toNode } from './node.ts'

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The operations with their pointers. Their parameters are resolved, with those of the path. */
export function getOperations(document: Node) {
  return Object.entries(toNode(document.paths)).flatMap(([path, value]) => {
    const item = toNode(value)
    return methods
      .filter((method) => method in item)
      .map((method) => {
        const operation = toNode(item[method])
        const pointer = `/paths/${escapeKey(path)}/${method}`
        const pathParameters = parametersOf(document, item, `/paths/${escapeKey(path)}`)
        return {
          path,
          method,
          pointer,
          operation,
          parameters: [...pathParameters, ...parametersOf(document, operation, pointer)],
        }
      })
  })
}

function parametersOf(document: Node, { parameters }: Node, owner: string): (Node & { pointer: string })[] {
  return toList(parameters).map((parameter, index) => ({
    ...resolved(document, parameter),
    pointer: `${owner}/parameters/${index}`,
  }))
}

/** OpenAPI 3.1 ignores header parameters with these names (4.8.12.2.1). */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

export function isIgnored({ name, in: group }: Partial<Record<'name' | 'in', unknown>>): boolean {
  return group === 'header' && ignoredHeaders.includes(String(name).toLowerCase())
}
