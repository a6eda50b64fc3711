// What both files of rules use to read the contract.

export const problemMediaType = 'application/problem+json'

/** The node that a reference points to, or the node itself; an empty object if there is none. */
export function resolved(node, resolve) {
  return node?.$ref === undefined ? (node ?? {}) : resolved(resolve(node).node, resolve)
}
