// The names of response headers, as the common part has them: HTTP ignores their case (RFC 9110, 5.1), and code does not.
import { commonPartFor } from './complete/common.ts'
import { type Node, nodeOf, resolved } from './complete/node.ts'
import { operationsOf } from './complete/operations.ts'

/** Writes `ETag` instead of `etag`. @param own The hand-written contract; its responses are changed. */
export function normaliseHeaderNames(own: Node): void {
  const { headers, headerNames } = commonPartFor({})
  const names = Object.keys(headers).map((component) => headerNames[component] ?? component)
  const commonOf = new Map(names.map((name) => [name.toLowerCase(), name]))
  const shared = Object.values(nodeOf(nodeOf(own.components).responses))
  const ofOperations = operationsOf(own).flatMap(({ operation }) => Object.values(nodeOf(operation.responses)))
  for (const value of [...shared, ...ofOperations]) {
    const response = resolved(own, value)
    const written = Object.entries(nodeOf(response.headers))
    if (written.length === 0) continue
    response.headers = Object.fromEntries(written.map(([name, one]) => [commonOf.get(name.toLowerCase()) ?? name, one]))
  }
}
