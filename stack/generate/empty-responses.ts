// Bodies of responses that HTTP sends without one (RFC 9110, 15.3.5 and 15.4.5).
import { type Node, nodeOf, resolved } from './complete/node.ts'
import { operationsOf } from './complete/operations.ts'

/**
 * Leaves them out.
 * @param own The hand-written contract, without references to path items; its operations are changed.
 * @param report Gets the JSON Pointer of each such response, and what happens.
 */
export function leaveBodies(own: Node, report: (pointer: string, sentence: string) => void): void {
  for (const { operation, pointer } of operationsOf(own)) {
    const responses = nodeOf(operation.responses)
    for (const status of ['204', '304']) {
      // Other statuses can have the same component.
      const { content, ...rest } = resolved(own, responses[status])
      if (Object.keys(nodeOf(content)).length === 0) continue
      responses[status] = rest
      report(`${pointer}/responses/${status}`, `A ${status} has no body, so the service sends none: remove content.`)
    }
  }
}
