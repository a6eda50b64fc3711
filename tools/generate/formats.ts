// What Ajv checks for each `format` of the contract.

import { formats } from '../../server/core/contract/formats.ts'
import type { Contract, Schema } from './contract.ts'

// Every number of JSON is a `double`. For whole numbers, the bounds of the schema say more than the format.
const formatsOfNumbers = { int32: true, int64: true, float: true, double: true } as const

/** The option `formats` of Ajv. @throws {Error} for a format that no validator would check. */
export function ajvFormats({ document }: Contract): Record<string, RegExp | true> {
  const all: Record<string, RegExp | true> = { ...formats, ...formatsOfNumbers }
  requireKnownFormats(document, all)
  return all
}

const values = ['const', 'default', 'enum', 'example', 'examples']

function requireKnownFormats(node: unknown, known: object): void {
  if (typeof node !== 'object' || node === null) return
  const { format, ...schema }: Schema = node
  if (typeof format === 'string' && !Object.hasOwn(known, format)) {
    throw new Error(`No validator checks format: ${format}. Add it to server/core/contract/formats.ts.`)
  }
  const isBounded =
    schema.const !== undefined ||
    schema.enum !== undefined ||
    (schema.minimum !== undefined && schema.maximum !== undefined)
  if ((format === 'int32' || format === 'int64') && !isBounded) {
    throw new Error(`A schema with format: ${format} needs a minimum and a maximum.`)
  }
  for (const [name, child] of Object.entries(node)) if (!values.includes(name)) requireKnownFormats(child, known)
}
