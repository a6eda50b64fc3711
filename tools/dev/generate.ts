// Updates generated/ while somebody edits the contract. An error in the contract becomes one line, and the previous files
// are kept.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { type GeneratedFile, generators } from '../generate/generators.ts'
import { contract } from './watch.ts'

/** Its message is one line: the place in the contract, and the error. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
}

/** @throws {ContractError} If the contract is not valid YAML or has a dangling reference. Generators would print pages. */
export async function readContract(root: string): Promise<void> {
  const lines = new LineCounter()
  const text = await readFile(join(root, contract), 'utf8')
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const fail = (offset: number, message: string) => {
    throw new ContractError(`${contract}:${lines.linePos(offset).line} ${message}`)
  }
  const [error] = document.errors
  if (error) fail(error.pos[0], error.message)
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value) || typeof value.value !== 'string') return
      if (!document.hasIn(pathOf(value.value))) fail(value.range?.[0] ?? 0, `nothing found at ${value.value}`)
    },
  })
}

// The contract is one file, so every reference is a path inside it.
function pathOf(reference: string): string[] {
  const [, ...names] = reference.split('/')
  return names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * Writes the files that changed, or none if a generator fails.
 * @throws {ContractError}
 */
export async function generate(root: string, names: GeneratedFile[]): Promise<void> {
  const files = await Promise.all(names.map(async (name) => ({ name, text: await generated(root, name) })))
  for (const { name, text } of files) {
    const file = join(root, 'generated', name)
    const before = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== before) await writeFile(file, text)
  }
}

function generated(root: string, name: GeneratedFile): Promise<string> {
  return generators[name](join(root, contract)).catch((cause: Error) => {
    const reason = cause.message.trim().replaceAll(/\s+/g, ' ')
    throw new ContractError(`cannot generate generated/${name}: ${reason}`, { cause })
  })
}
