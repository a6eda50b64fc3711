// Parameters of a path that an operation overrides: the one of the operation counts (OpenAPI 3.1, Operation Object).

import { mapped, type Node, resolved, toNode } from './node.ts'
import { methods, toList } from './operations.ts'

/**
 * Gives each operation of such a path the parameters that count, because many readers of a contract miss the difference. Those that it
 * inherits come last, so that the others keep their places. Other paths stay as they are.
 */
export function withoutOverridden(own: Node): Node {
  const getKey = (value: unknown) => {
    const { in: group, name } = resolved(own, value)
    return `${group} ${group === 'header' ? String(name).toLowerCase() : name}`
  }
  const paths = mapped(toNode(own.paths), (value) => {
    const { parameters, ...item } = toNode(value)
    const ofPath = toList(parameters)
    const isOverridden = (operation: unknown) => {
      const names = toList(toNode(operation).parameters).map(getKey)
      return ofPath.some((one) => names.includes(getKey(one)))
    }
    if (!methods.some((method) => isOverridden(item[method]))) return value
    return mapped(item, (operation, name) => {
      if (!methods.includes(name)) return operation
      const ofOperation = toList(toNode(operation).parameters)
      const names = ofOperation.map(getKey)
      const inherited = ofPath.filter((one) => !names.includes(getKey(one)))
      return { ...toNode(operation), parameters: [...ofOperation, ...inherited] }
    })
  })
  return own.paths === undefined ? own : { ...own, paths }
}
