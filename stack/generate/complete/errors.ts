// Errors that have a body of the contract. Beside it, an error of the pipeline is a problem: both are documented.

import { isProblemType } from '../problems.ts'
import { problemMediaType } from '../response-bodies.ts'
import type { Common } from './common.ts'
import { headersNamed } from './components.ts'
import { merged, type Node, resolved, toNode } from './node.ts'

/**
 * @param own The hand-written contract.
 * @param components Those of the complete contract.
 * @returns A function that completes an error. `added` is the common response, if there is one.
 */
export function errorCompleter(own: Node, common: Common, components: Node) {
  return (added: unknown, written: Node): unknown => {
    const error = resolved(own, written)
    const { [problemMediaType]: problem, ...bodies } = toNode(error.content)
    const isOther = problem !== undefined && !isProblem(own, toNode(problem))
    if (Object.keys(bodies).length === 0 && !isOther && added !== undefined) return merged(added, written)
    const usual = resolved({ components }, added)
    const ofPipeline = toNode(toNode(usual.content)[problemMediaType])
    const problems = isOther ? withAlternative(toNode(problem), ofPipeline) : toNode(merged(ofPipeline, problem))
    const content = { ...bodies, ...(Object.keys(problems).length > 0 && { [problemMediaType]: problems }) }
    const headers = headersNamed(common, common.responseHeaders.problem)
    return {
      ...error,
      headers: { ...headers, ...toNode(usual.headers), ...toNode(error.headers) },
      ...(Object.keys(content).length > 0 && { content }),
    }
  }
}

/** Whether the body is a problem of the service: its schema fixes the type, or it has no schema of its own. */
function isProblem(own: Node, { schema }: Node): boolean {
  const { properties } = resolved(own, schema)
  const type = resolved(own, toNode(properties).type)
  return schema === undefined || isProblemType(type.const)
}

function withAlternative(own: Node, ofPipeline: Node): Node {
  if (ofPipeline.schema === undefined) return own
  const { example, examples = example === undefined ? {} : { example: { value: example } }, ...rest } = own
  return {
    ...rest,
    schema: { anyOf: [own.schema, ofPipeline.schema] },
    examples: { ...toNode(examples), ...toNode(ofPipeline.examples) },
  }
}
