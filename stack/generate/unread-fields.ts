// Fields that some tools write without a meaning: OpenAPI does not have them there, and nothing is lost without them.
import { type Node, visitNodes } from './complete/node.ts'

type Report = (pointer: string, sentence: string) => void

/** Removes texts that are null, and `allowEmptyValue` outside of a query. @param own The hand-written contract; it is changed. */
export function removeUnreadFields(own: Node, report: Report): void {
  visitNodes(own, (node, pointer) => {
    for (const name of ['summary', 'description', 'title'].filter((one) => node[one] === null)) {
      // A response must have one.
      if (name === 'description') node[name] = ''
      else delete node[name]
      report(`${pointer}/${name}`, `This ${name} is null, which is read as no text: write one, or remove ${name}.`)
    }
    if (!('allowEmptyValue' in node) || !('in' in node) || node.in === 'query') return
    delete node.allowEmptyValue
    report(`${pointer}/allowEmptyValue`, `allowEmptyValue belongs to a query, so nothing reads it here: remove it.`)
  })
}
