// The names of response headers, as the common part has them: HTTP ignores their case (RFC 9110, 5.1), and code does not.
import { commonPartFor } from './complete/common.ts'
import { type Node, resolved, toNode } from './complete/node.ts'
import { getOperations } from './complete/operations.ts'

/** Writes `ETag` instead of `etag`. @param own The hand-written contract; its responses are changed. */
export function normaliseHeaderNames(own: Node): void {
  const { headers, headerNames } = commonPartFor({})
  const names = Object.keys(headers).map((component) => headerNames[component] ?? component)
  const getCommon = new Map(names.map((name) => [name.toLowerCase(), name]))
  const shared = Object.values(toNode(toNode(own.components).responses))
  const ofOperations = getOperations(own).flatMap(({ operation }) => Object.values(toNode(operation.responses)))
  for (const value of [...shared, ...ofOperations]) {
    const response = resolved(own, value)
    const written = Object.entries(toNode(response.headers))
    if (written.length === 0) continue
    response.headers = Object.fromEntries(
      written.map(([name, one]) => [getCommon.get(name.toLowerCase()) ?? name, one]),
    )
  }
}
