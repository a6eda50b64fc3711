// The one reader of openapi.yaml. It also checks what the generators rely on: their messages about such errors fill a page.
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { Contract } from './contract.ts'
import { keysOf } from './json-pointer.ts'

/** @throws {Error} if the contract is not valid YAML, or a reference leads nowhere. The message is one line with the place. */
export async function readContract(path: string): Promise<Contract> {
  const { document, fail } = await readYaml(path)
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value) || typeof value.value !== 'string') return
      if (!document.hasIn(keysOf(value.value))) fail(value.range?.[0] ?? 0, `nothing found at ${value.value}`)
    },
  })
  return new Contract(document.toJS())
}

export async function readYaml(path: string) {
  const lines = new LineCounter()
  const document = parseDocument(await readFile(path, 'utf8'), { lineCounter: lines, prettyErrors: false })
  const fail = (offset: number, message: string) => {
    throw new Error(`${relative('', path)}:${lines.linePos(offset).line} ${message}`)
  }
  const [error] = document.errors
  if (error) fail(error.pos[0], error.message)
  return { document, fail }
}
