// What Ajv checks for each `format` of the contract.

import { formats } from '../../server/core/contract/formats.ts'
import { visitNodes } from './complete/node.ts'
import type { Contract } from './contract.ts'

// Every number of JSON is a `double`. For whole numbers, the bounds of the schema say more than the format.
const formatsOfNumbers = { int32: true, int64: true, float: true, double: true } as const

/** The option `formats` of Ajv. @throws {Error} for a format that no validator would check. */
export function ajvFormats({ document }: Contract): Record<string, RegExp | true> {
  const known: Record<string, RegExp | true> = { ...formats, ...formatsOfNumbers }
  visitNodes(document, ({ format, minimum, maximum, ...schema }) => {
    if (typeof format === 'string' && !Object.hasOwn(known, format))
      throw new Error(`No validator checks format: ${format}. Add it to server/core/contract/formats.ts.`)
    const isBounded = 'const' in schema || 'enum' in schema || (minimum !== undefined && maximum !== undefined)
    // Other integers without bounds get those of safe integers (complete/safe-integers.ts).
    if (format === 'int32' && !isBounded)
      throw new Error(`A schema with format: ${format} needs a minimum and a maximum.`)
  })
  return known
}
