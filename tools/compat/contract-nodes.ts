// The nodes of a contract as the `yaml` library reads it, by their keys.
import { type Document, isMap, isNode, isSeq, type Node } from 'yaml'

/** @returns The values of a map or a list, each with its key. */
export function entriesOf(node: unknown): [key: string, value: Node][] {
  if (isSeq(node)) return node.items.flatMap((item, index) => (isNode(item) ? [[String(index), item]] : []))
  if (isMap(node)) return node.items.flatMap(({ key, value }) => (isNode(value) ? [[String(key), value]] : []))
  return []
}

/** @returns The nodes on the way to a place. There are fewer nodes than keys if the place does not exist. */
export function nodesTo(keys: readonly string[], contract: Document): Node[] {
  const nodes: Node[] = []
  for (const key of keys) {
    const found = entriesOf(nodes.at(-1) ?? contract.contents).find(([name]) => name === key)
    if (found === undefined) break
    nodes.push(found[1])
  }
  return nodes
}

/** @returns The node at a place, if the place exists. */
export function nodeAt(keys: readonly string[], contract: Document): Node | undefined {
  return nodesTo(keys, contract)[keys.length - 1]
}
