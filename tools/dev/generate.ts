// generated/ made anew while the contract is being written: whatever is wrong with it is one line, and leaves what is
// there as it is.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { type MadeFile, makers } from '../generate/makers.ts'
import { contract } from './changes.ts'

/** Its message is one line: where in the contract, and what. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
}

/** @throws {ContractError} where nothing could be made of the contract, and the makers would say so at length. */
export async function readContract(root: string): Promise<void> {
  const lines = new LineCounter()
  const text = await readFile(join(root, contract), 'utf8')
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const complain = (offset: number, what: string) => {
    throw new ContractError(`${contract}:${lines.linePos(offset).line} ${what}`)
  }
  const [error] = document.errors
  if (error) complain(error.pos[0], error.message)
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value) || typeof value.value !== 'string') return
      if (!document.hasIn(pathOf(value.value))) complain(value.range?.[0] ?? 0, `there is nothing at ${value.value}`)
    },
  })
}

// The contract is one file, so every reference is to a place within it.
function pathOf(reference: string): string[] {
  const [, ...names] = reference.split('/')
  return names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * All of them or none; a file that stays the same is not written.
 * @throws {ContractError}
 */
export async function generate(root: string, names: MadeFile[]): Promise<void> {
  const files = await Promise.all(names.map(async (name) => ({ name, text: await made(root, name) })))
  for (const { name, text } of files) {
    const file = join(root, 'generated', name)
    const before = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== before) await writeFile(file, text)
  }
}

function made(root: string, name: MadeFile): Promise<string> {
  return makers[name](join(root, contract)).catch((cause: Error) => {
    const why = cause.message.trim().replaceAll(/\s+/g, ' ')
    throw new ContractError(`generated/${name} cannot be made: ${why}`, { cause })
  })
}
