// A contract as a file, and the lines of its parts.
import { readFile } from 'node:fs/promises'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { keysOf } from '../generate/json-pointer.ts'
import { nodesTo } from './contract-nodes.ts'

export interface ContractFile {
  name: string
  document: Document
  lines: LineCounter
}

/** @throws If the file is not valid YAML. */
export async function readContract(name: string): Promise<ContractFile> {
  const lines = new LineCounter()
  const document = parseDocument(await readFile(name, 'utf8'), { lineCounter: lines })
  if (document.errors[0]) throw document.errors[0]
  return { name, document, lines }
}

/**
 * @param document The contract in another notation. Its nodes still have the `range` that they have in the file.
 * @returns The line in the file for a pointer into the document, or the line of the closest part around that place.
 */
export function lineOf(pointer: string, document: Document, { lines }: ContractFile): number {
  const node = nodesTo(keysOf(pointer), document).findLast(({ range }) => range)
  return lines.linePos(node?.range?.[0] ?? 0).line
}
