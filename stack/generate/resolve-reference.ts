// What the references of a contract may reach: itself, and files below its folder. Redocly reads any file, and fetches
// addresses, so this decides before it runs.

import { existsSync, realpathSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

/** A place in the same file, or an anchor there. */
const inside = /^#(?:\/.*|[A-Za-z][\w:.-]*)?$/s

/** A path, and perhaps a JSON Pointer into the file. Readers do not agree about other characters. */
const path = /^([^#%:?\\]+)(?:#(\/[^#]*)?)?$/s

/** Where a reference leads. */
export interface Target {
  /** Relative to the current folder. */
  file: string
  /** A JSON Pointer into the file. */
  pointer: string
}

/**
 * @param file The file with the reference.
 * @param folder That of the contract.
 * @returns `undefined` for a reference inside its file; a sentence if it may not reach its target.
 */
export function resolveReference(reference: string, file: string, folder: string): Target | string | undefined {
  if (inside.test(reference)) return undefined
  const [, name, pointer = ''] = path.exec(reference) ?? []
  if (name === undefined) return `A contract refers to files only: save ${reference} as a file, and refer to it.`
  const target = { file: relative('', resolve(dirname(file), name)), pointer }
  if (isBelow(target.file, folder)) return target
  return `A contract refers to files below its folder only: copy ${target.file} there, and refer to the copy.`
}

/** Also where symbolic links lead. */
function isBelow(file: string, folder: string): boolean {
  const paths = [[resolve(file), resolve(folder)] as const]
  if (existsSync(file)) paths.push([realpathSync(file), realpathSync(folder)])
  return paths.every(([one, above]) => one.startsWith(above.endsWith(sep) ? above : above + sep))
}
