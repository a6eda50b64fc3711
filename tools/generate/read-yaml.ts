// Reads YAML with the lines of its parts.
import { readFileSync } from 'node:fs'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { keysOf } from './json-pointer.ts'

export type Yaml = ReturnType<typeof readYaml>

/** @throws {Error} if the file is not valid YAML. The message is one line with the place. */
export function readYaml(file: string) {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter, prettyErrors: false, stringKeys: true })
  const placeAt = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`
  const fail = (offset: number, message: string) => {
    throw new Error(`${placeAt(offset)} ${message}`)
  }
  /** @returns File and line of the closest part around a JSON Pointer. @param changed A changed copy of the document. */
  const placeOf = (pointer: string, changed: Document = document) => {
    for (const keys = keysOf(pointer); keys.length > 0; keys.pop()) {
      const node = changed.getIn(keys, true)
      if (isNode(node) && node.range) return placeAt(node.range[0])
    }
    return placeAt(0)
  }
  const [error] = document.errors
  if (error) fail(error.pos[0], error.message)
  return { document, fail, placeOf }
}
