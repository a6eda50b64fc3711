// Parameters of a path that an operation overrides: the one of the operation counts (OpenAPI 3.1, Operation Object).

import { mapped, type Node, nodeOf, resolved } from './node.ts'
import { listOf, methods } from './operations.ts'

/**
 * Gives each operation of such a path the parameters that count, because many readers of a contract miss the difference. Those that it
 * inherits come last, so that the others keep their places. Other paths stay as they are.
 */
export function withoutOverridden(own: Node): Node {
  const keyOf = (value: unknown) => {
    const { in: group, name } = resolved(own, value)
    return `${group} ${group === 'header' ? String(name).toLowerCase() : name}`
  }
  const paths = mapped(nodeOf(own.paths), (value) => {
    const { parameters, ...item } = nodeOf(value)
    const ofPath = listOf(parameters)
    const isOverridden = (operation: unknown) => {
      const names = listOf(nodeOf(operation).parameters).map(keyOf)
      return ofPath.some((one) => names.includes(keyOf(one)))
    }
    if (!methods.some((method) => isOverridden(item[method]))) return value
    return mapped(item, (operation, name) => {
      if (!methods.includes(name)) return operation
      const ofOperation = listOf(nodeOf(operation).parameters)
      const names = ofOperation.map(keyOf)
      const inherited = ofPath.filter((one) => !names.includes(keyOf(one)))
      return { ...nodeOf(operation), parameters: [...ofOperation, ...inherited] }
    })
  })
  return own.paths === undefined ? own : { ...own, paths }
}
