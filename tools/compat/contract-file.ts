// A contract as a file, and the lines of its parts.
import { readFile } from 'node:fs/promises'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { keysOf } from '../generate/json-pointer.ts'

export interface ContractFile {
  name: string
  document: Document
  lines: LineCounter
}

/** @throws If the file is not valid YAML. */
export async function readContract(name: string): Promise<ContractFile> {
  const lines = new LineCounter()
  const document = parseDocument(await readFile(name, 'utf8'), { lineCounter: lines, stringKeys: true })
  if (document.errors[0]) throw document.errors[0]
  return { name, document, lines }
}

/**
 * @param document The contract in another notation. Its nodes still have the `range` that they have in the file.
 * @returns The line in the file for a pointer into the document, or the line of the closest part around that place.
 */
export function lineOf(pointer: string, document: Document, { lines }: ContractFile): number {
  for (const keys = keysOf(pointer); keys.length > 0; keys.pop()) {
    const node = document.getIn(keys, true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
