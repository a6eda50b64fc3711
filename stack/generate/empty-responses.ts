// Bodies of responses that HTTP sends without one (RFC 9110, 15.3.5 and 15.4.5).
import { type Node, resolved, toNode } from './complete/node.ts'
import { getOperations } from './complete/operations.ts'

/**
 * Leaves them out.
 * @param own The hand-written contract, without references to path items; its operations are changed.
 * @param report Gets the JSON Pointer of each such response, and what happens.
 */
export function leaveBodies(own: Node, report: (pointer: string, sentence: string) => void): void {
  for (const { operation, pointer } of getOperations(own)) {
    const responses = toNode(operation.responses)
    for (const status of ['204', '304']) {
      // Other statuses can have the same component.
      const { content, ...rest } = resolved(own, responses[status])
      if (Object.keys(toNode(content)).length === 0) continue
      responses[status] = rest
      report(`${pointer}/responses/${status}`, `A ${status} has no body, so the service sends none: remove content.`)
    }
  }
}
