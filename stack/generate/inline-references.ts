// References that the rest of the generator need not know: those of paths, those that do not lead to a component, and those in the
// fields of other tools.
import { isNode, mapped, type Node, resolved, toNode, visitNodes } from './complete/node.ts'
import { methods } from './complete/operations.ts'
import { getKeys } from './json-pointer.ts'

/** Puts the referred path items into the paths, webhooks and callbacks. @param own The hand-written contract; it is changed. */
export function inlinePathItems(own: Node): void {
  const inline = (items: Node) => {
    for (const [name, item] of Object.entries(items)) {
      if (!isNode(item) || !('$ref' in item)) continue
      const { $ref: _, ...rest } = item
      items[name] = { ...structuredClone(resolved(own, item)), ...rest }
    }
  }
  inline(toNode(own.paths))
  inline(toNode(own.webhooks))
  const operations = Object.values(toNode(own.paths)).flatMap((item) => methods.map((method) => toNode(item)[method]))
  const callbacks = [toNode(own.components), ...operations].map((one) => toNode(toNode(one).callbacks))
  for (const callback of callbacks.flatMap(Object.values)) inline(toNode(callback))
  if (isNode(own.components)) delete own.components.pathItems
}

/**
 * Puts parameters, bodies, responses and headers that are not components into the places that refer to them, because libraries find
 * only components. @param own The hand-written contract; it is changed.
 */
export function inlineOtherParts(own: Node): void {
  const direct = (part: unknown) => {
    const { $ref } = toNode(part)
    if (typeof $ref !== 'string') return part
    const [top, , ...rest] = getKeys($ref)
    const target = resolved(own, part)
    // An empty one is not found, which is reported.
    const isKept = (top === 'components' && rest.length === 1) || Object.keys(target).length === 0
    return isKept ? part : structuredClone(target)
  }
  const setDirect = (holder: Node, name: string) => {
    const value = holder[name]
    if (Array.isArray(value)) holder[name] = value.map(direct)
    else if (isNode(value)) holder[name] = mapped(value, direct)
  }
  const components = toNode(own.components)
  for (const group of ['parameters', 'requestBodies', 'responses', 'headers']) setDirect(components, group)
  // Readers of security look for the type of a scheme.
  if (isNode(components.securitySchemes))
    components.securitySchemes = mapped(components.securitySchemes, (one) => structuredClone(resolved(own, one)))
  const responses = Object.values(toNode(components.responses))
  for (const item of Object.values(toNode(own.paths)).map(toNode)) {
    setDirect(item, 'parameters')
    for (const operation of methods.map((method) => toNode(item[method]))) {
      setDirect(operation, 'parameters')
      if ('requestBody' in operation) operation.requestBody = direct(operation.requestBody)
      setDirect(operation, 'responses')
      responses.push(...Object.values(toNode(operation.responses)))
    }
  }
  for (const response of responses) setDirect(toNode(response), 'headers')
}

/** Leaves out the `x-` fields with references: they may lead to files that only another tool knows. */
export function withoutForeignReferences(own: Node): void {
  visitNodes(own, (node) => {
    for (const [name, value] of Object.entries(node))
      if (name.startsWith('x-') && JSON.stringify(value).includes('"$ref":')) delete node[name]
  })
}
