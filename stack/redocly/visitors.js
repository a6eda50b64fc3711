// What all files of rules share: how a rule reports, and how it reads the contract.

/**
 * Makes rules for Redocly of visitors. Each visitor yields its violations: a message, and the keys that lead from the
 * visited node to the violation.
 */
export function toRules(visitors) {
  return mapValues(visitors, (visitor) => () => toReporter(visitor))
}

function toReporter(visitor) {
  if (typeof visitor === 'object') return mapValues(visitor, toReporter)
  return (node, context, parents) => {
    // Other services send and answer these requests: their style is not our choice.
    if (/^#\/webhooks\/|\/callbacks\//.test(context.location.pointer)) return
    for (const [message, ...keys] of visitor(node, context, parents)) {
      context.report({ message, ...(keys.length > 0 && { location: context.location.child(keys) }) })
    }
  }
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

export const problemMediaType = 'application/problem+json'

/** Returns the node that a reference points to, or the node itself; an empty object if there is none. */
export function resolveNode(node, resolve) {
  return node?.$ref === undefined ? (node ?? {}) : resolveNode(resolve(node).node, resolve)
}
