// Aliases of YAML. Each stands for a copy of the value with its anchor, so 400 bytes can stand for gigabytes.

import { type Alias, type Document, isAlias, isCollection, isNode, isPair } from 'yaml'

/** In one file, with all copies. */
const maxValues = 1_000_000

/** @returns The first alias that cannot be copied, and why; `undefined` if all can. */
export function findEndlessAlias(document: Document): { alias: Alias; sentence: string } | undefined {
  const anchors = new Map<string, unknown>()
  /** How many values each node stands for. A node that is not counted to its end has none. */
  const counts = new Map<unknown, number>()
  let last: Alias | undefined
  let found: ReturnType<typeof findEndlessAlias>

  function count(node: unknown): number {
    if (isPair(node)) return count(node.key) + count(node.value)
    if (isAlias(node)) return countCopy(node)
    if (isNode(node) && node.anchor) anchors.set(node.anchor, node)
    let sum = 1
    for (const item of isCollection(node) ? node.items : []) {
      sum += count(item)
      if (sum > maxValues && last)
        found ??= {
          alias: last,
          sentence: `With this alias, the file has more than ${maxValues} values: write a $ref.`,
        }
      if (found) break
    }
    counts.set(node, sum)
    return sum
  }

  function countCopy(alias: Alias): number {
    last = alias
    const copy = counts.get(anchors.get(alias.source))
    if (copy === undefined)
      found ??= { alias, sentence: 'This alias is inside the value that it stands for: write a $ref to a component.' }
    return copy ?? 1
  }

  count(document.contents)
  return found
}
