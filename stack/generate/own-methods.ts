// HEAD and OPTIONS, and TRACE, which no client sends: the pipeline responds to them itself (RFC 9110, 9.3.2 and 9.3.7), whatever a contract says.
import { toNode } from './complete/node.ts'
import { escapeKey } from './json-pointer.ts'

/**
 * Leaves out TRACE, OPTIONS, and HEAD where there is a GET.
 * @param paths Of the hand-written contract; they are changed.
 * @param report Gets the JSON Pointer of each such operation, and how the pipeline responds.
 */
export function leaveOwnMethods(paths: unknown, report: (pointer: string, sentence: string) => void): void {
  for (const [path, value] of Object.entries(toNode(paths))) {
    const item = toNode(value)
    const responses = {
      trace: 'Browsers and fetch send no TRACE',
      options: 'The service responds to OPTIONS itself, with the methods of the path',
      ...('get' in item && { head: 'The service responds to HEAD itself, as to GET without the body' }),
    }
    for (const [method, response] of Object.entries(responses)) {
      if (!(method in item)) continue
      report(`/paths/${escapeKey(path)}/${method}`, `${response}: the complete contract does not have this operation.`)
      delete item[method]
    }
  }
}
