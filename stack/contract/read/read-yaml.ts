// Reads YAML with the lines of its parts.

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
  /** @returns File and line of the closest part around a JSON Pointer. @param changed A changed copy. */
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
  const endless = errors.length === 0 ? findEndlessAlias(document) : undefined
  if (endless) errors.push(`${locateAt(endless.alias.range?.[0] ?? 0)} ${endless.sentence}`)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return { document, locateAt, locate }
}

/** Limit of the values in one file, with all copies by aliases. */
const maxValues = 1_000_000

/** Aliases stand for copies, so 400 bytes can stand for gigabytes. @returns The first alias that cannot be copied, and why; `undefined` if all can. */
function findEndlessAlias(document: Document): { alias: Alias; sentence: string } | undefined {
  const anchors = new Map<string, unknown>()
  /** How many values each node stands for. A node that is not counted to its end has none. */
  const counts = new Map<unknown, number>()
  let last: Alias | undefined
  let endlessAlias: ReturnType<typeof findEndlessAlias>

  function count(node: unknown): number {
    if (isPair(node)) return count(node.key) + count(node.value)
    if (isAlias(node)) return countCopy(node)
    if (isNode(node) && node.anchor) anchors.set(node.anchor, node)
    let sum = 1
    for (const item of isCollection(node) ? node.items : []) {
      sum += count(item)
      if (sum > maxValues && last)
        endlessAlias ??= {
          alias: last,
          sentence: `With this alias, the file has more than ${maxValues} values: write a $ref.`,
        }
      if (endlessAlias) break
    }
    counts.set(node, sum)
    return sum
  }

  function countCopy(alias: Alias): number {
    last = alias
    const copy = counts.get(anchors.get(alias.source))
    if (copy === undefined)
      endlessAlias ??= {
        alias,
        sentence: 'This alias is inside the value that it stands for: write a $ref to a component.',
      }
    return copy ?? 1
  }

  count(document.contents)
  return endlessAlias
}
