// Integers of a contract. JSON.parse keeps them between -(2^53 - 1) and 2^53 - 1, and the pipeline refuses others (RFC 7493, 2.2).

import type { Finding } from '../checks/check.ts'
import { type Node, nodesIn } from './node.ts'
import { toList } from './operations.ts'

const { MIN_SAFE_INTEGER: lowest, MAX_SAFE_INTEGER: highest } = Number
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

const sentence = `this integer can exceed ±${highest}. The complete contract has these bounds: state yours.`

/**
 * Gives these bounds to each integer of requests and responses that can exceed them, and its own to each int32.
 * @param own The hand-written contract; its schemas are changed.
 */
export function boundIntegers(own: Node): Finding[] {
  return nodesIn(own).flatMap(({ node: schema, pointer }): Finding[] => {
    if (schema.format === 'int32') Object.assign(schema, getBounds(schema))
    if (!canExceed(schema)) return []
    if (!isAtLeast(schema)) schema.minimum = lowest
    if (!isAtMost(schema)) schema.maximum = highest
    return [[pointer, sentence]]
  })
}

function canExceed(schema: Node): boolean {
  const types = [schema.type].flat()
  if (!types.includes('integer') || types.includes('number')) return false
  const values = 'const' in schema ? [schema.const] : toList(schema.enum)
  if (values.length > 0) return values.some((value) => Number.isInteger(value) && !Number.isSafeInteger(value))
  return !isAtLeast(schema) || !isAtMost(schema)
}

/** The bounds of an int32 that it does not have. */
function getBounds(schema: Node): Node {
  if ('const' in schema || 'enum' in schema) return {}
  return {
    ...(!('minimum' in schema || 'exclusiveMinimum' in schema) && { minimum: int32.minimum }),
    ...(!('maximum' in schema || 'exclusiveMaximum' in schema) && { maximum: int32.maximum }),
  }
}

function isAtLeast({ minimum, exclusiveMinimum }: Node): boolean {
  return Number(minimum) >= lowest || Number(exclusiveMinimum) >= lowest - 1
}

function isAtMost({ maximum, exclusiveMaximum }: Node): boolean {
  return Number(maximum) <= highest || Number(exclusiveMaximum) <= highest + 1
}
