// What Ajv checks for each `format` of the contract.

import { formats } from '../../server/core/contract/formats.ts'
import type { Contract, Schema } from './contract.ts'

// Every number of JSON is a `double`. For whole numbers, the bounds of the schema say more than the format.
const formatsOfNumbers = { int32: true, int64: true, float: true, double: true } as const

/** The option `formats` of Ajv. @throws {Error} for a format that no validator would check. */
export function ajvFormats({ document }: Contract): Record<string, RegExp | true> {
  const known: Record<string, RegExp | true> = { ...formats, ...formatsOfNumbers }
  const values = ['const', 'default', 'enum', 'example', 'examples']
  const check = (node: unknown): void => {
    const { format, minimum, maximum, ...schema }: Schema = Object(node)
    if (typeof format === 'string' && !Object.hasOwn(known, format))
      throw new Error(`No validator checks format: ${format}. Add it to server/core/contract/formats.ts.`)
    const isBounded = 'const' in schema || 'enum' in schema || (minimum !== undefined && maximum !== undefined)
    if ((format === 'int32' || format === 'int64') && !isBounded)
      throw new Error(`A schema with format: ${format} needs a minimum and a maximum.`)
    if (typeof node !== 'object') return
    for (const [name, child] of Object.entries(node ?? {})) if (!values.includes(name)) check(child)
  }
  check(document)
  return known
}
