// The first check of the contract, before the generators: their messages about such errors fill a page.
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'

/** @throws {Error} if the contract is not valid YAML, or a reference leads nowhere. The message is one line with the place. */
export async function requireReadable(contract: string): Promise<void> {
  const lines = new LineCounter()
  const document = parseDocument(await readFile(contract, 'utf8'), { lineCounter: lines, prettyErrors: false })
  const fail = (offset: number, message: string) => {
    throw new Error(`${relative('', contract)}:${lines.linePos(offset).line} ${message}`)
  }
  const [error] = document.errors
  if (error) fail(error.pos[0], error.message)
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value) || typeof value.value !== 'string') return
      if (!document.hasIn(splitReference(value.value))) fail(value.range?.[0] ?? 0, `nothing found at ${value.value}`)
    },
  })
}

// The contract is one file, so every reference is a path inside it.
function splitReference(reference: string): string[] {
  const [, ...names] = reference.split('/')
  return names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
}
