// The operations of a document that nothing has validated yet.

import { escapeKey, type Node, resolveNode, toList, toNode } from './node.ts'

export const httpMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Returns the operations with their JSON Pointers and their resolved parameters, including those of the path. */
export function getOperations(document: Node) {
  return Object.entries(toNode(document.paths)).flatMap(([path, value]) => {
    const item = toNode(value)
    return httpMethods
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

function parametersOf(document: Node, { parameters }: Node, ownerPointer: string): (Node & { pointer: string })[] {
  return toList(parameters).map((parameter, index) => ({
    ...resolveNode(document, parameter),
    pointer: `${ownerPointer}/parameters/${index}`,
  }))
}

/** OpenAPI 3.1 ignores header parameters with these names (4.8.12.2.1). */
const ignoredHeaders = ['accept', 'content-type', 'authorization']

export function isIgnoredHeader({ name, in: location }: Partial<Record<'name' | 'in', unknown>>): boolean {
  return location === 'header' && ignoredHeaders.includes(String(name).toLowerCase())
}
