// Reads YAML with the line of each part.

import { readFileSync } from 'node:fs'
import { type Alias, type Document, isAlias, isCollection, isNode, isPair, LineCounter, parseDocument } from 'yaml'
import { getKeys } from '../model/node.ts'

export type Yaml = ReturnType<typeof readYaml>

/** @throws {Error} if the file is not valid YAML. The message has a line with the source location of each mistake. */
export function readYaml(file: string) {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    merge: true,
  })
  const locateAt = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`
  /** @returns File and line of the closest part around a JSON Pointer. @param changed A copy of the document. */
  const locate = (pointer: string, changed: Document = document) => {
    for (const keys = getKeys(pointer); keys.length > 0; keys.pop()) {
      const node = changed.getIn(keys, true)
      if (isNode(node) && node.range) return locateAt(node.range[0])
    }
    return locateAt(0)
  }
  const errors = document.errors.map(({ pos, code, message }) => {
    const sentence = code === 'MULTIPLE_DOCS' ? 'A contract is one document: remove what follows ---.' : message
    return `${locateAt(pos[0])} ${sentence}`
  })
  const unexpandable = errors.length === 0 ? findUnexpandableAlias(document) : undefined
  if (unexpandable) errors.push(`${locateAt(unexpandable.alias.range?.[0] ?? 0)} ${unexpandable.sentence}`)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return { document, locateAt, locate }
}

/** Maximum number of values in one file after its aliases are expanded. */
const maxValues = 1_000_000

/** Aliases are copies: 400 bytes can become gigabytes. @returns The first alias that cannot be expanded, and why. */
function findUnexpandableAlias(document: Document): { alias: Alias; sentence: string } | undefined {
  const anchors = new Map<string, unknown>()
  /** Number of values of each expanded node. A node that is still being counted has none. */
  const counts = new Map<unknown, number>()
  let last: Alias | undefined
  let unexpandable: ReturnType<typeof findUnexpandableAlias>

  function count(node: unknown): number {
    if (isPair(node)) return count(node.key) + count(node.value)
    if (isAlias(node)) return countCopy(node)
    if (isNode(node) && node.anchor) anchors.set(node.anchor, node)
    let sum = 1
    for (const item of isCollection(node) ? node.items : []) {
      sum += count(item)
      if (sum > maxValues && last)
        unexpandable ??= {
          alias: last,
          sentence: `With this alias, the file has more than ${maxValues} values: write a $ref.`,
        }
      if (unexpandable) break
    }
    counts.set(node, sum)
    return sum
  }

  function countCopy(alias: Alias): number {
    last = alias
    const copy = counts.get(anchors.get(alias.source))
    if (copy === undefined)
      unexpandable ??= {
        alias,
        sentence: 'This alias is inside the value that it stands for: write a $ref to a component.',
      }
    return copy ?? 1
  }

  count(document.contents)
  return unexpandable
}
