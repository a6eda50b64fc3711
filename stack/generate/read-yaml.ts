// Reads YAML with the lines of its parts.
import { readFileSync } from 'node:fs'
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { getKeys } from './complete/node.ts'

export type Yaml = ReturnType<typeof readYaml>

/** @throws {Error} if the file is not valid YAML. The message has a line with the place of each mistake. */
export function readYaml(file: string) {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    merge: true,
  })
  const placeAt = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`
  /** @returns File and line of the closest part around a JSON Pointer. @param changed A changed copy. */
  const locate = (pointer: string, changed: Document = document) => {
    for (const keys = getKeys(pointer); keys.length > 0; keys.pop()) {
      const node = changed.getIn(keys, true)
      if (isNode(node) && node.range) return placeAt(node.range[0])
    }
    return placeAt(0)
  }
  const errors = document.errors.map(({ pos, code, message }) => {
    const sentence = code === 'MULTIPLE_DOCS' ? 'A contract is one document: remove what follows ---.' : message
    return `${placeAt(pos[0])} ${sentence}`
  })
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return { document, placeAt, locate }
}

/** The references in a document, each with the nodes around it, without the `x-` fields, which other tools read. */
export function referencesIn(document: Document) {
  const found: { target: string; offset: number; path: readonly unknown[] }[] = []
  visit(document, {
    Pair(_, { key, value }, path) {
      if (!isScalar(key)) return undefined
      if (String(key.value).startsWith('x-')) return visit.SKIP
      if (key.value === '$ref' && isScalar(value) && typeof value.value === 'string')
        found.push({ target: value.value, offset: value.range?.[0] ?? 0, path })
      return undefined
    },
  })
  return found
}
