// Reads YAML with the lines of its parts.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { keysOf } from './json-pointer.ts'

export type Yaml = ReturnType<typeof readYaml>

/** @throws {Error} if the file is not valid YAML. The message is one line with the place. */
export function readYaml(path: string) {
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines, prettyErrors: false })
  const file = relative('', path)
  const fail = (offset: number, message: string) => {
    throw new Error(`${file}:${lines.linePos(offset).line} ${message}`)
  }
  /** File and line of the closest part of the file around the place of a JSON Pointer. */
  const placeOf = (pointer: string) => `${file}:${lineOf(pointer, document, lines)}`
  const [error] = document.errors
  if (error) fail(error.pos[0], error.message)
  return { document, fail, placeOf }
}

/** The line of the closest part of a document around the place of a JSON Pointer. */
export function lineOf(pointer: string, document: Document, lines: LineCounter): number {
  for (const keys = keysOf(pointer); keys.length > 0; keys.pop()) {
    const node = document.getIn(keys, true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
