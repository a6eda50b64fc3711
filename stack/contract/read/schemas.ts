// Writes schemas in the one way that the rest of the generator reads. Each function changes the contract.

import type { Finding } from '../finding.ts'
import { findError } from '../model/ajv.ts'
import { isNode, mapValues, type Node, nodesIn, nodesOf, schemaField, schemasField, toList } from '../model/node.ts'

/** Writes the schemas true and false as `{}` and `{ not: {} }` where types and OpenAPI 3.0 need objects. */
export function writeBooleansAsObjects(document: Node): void {
  for (const { node, kind } of nodesOf(document)) {
    if (kind === 'foreign') continue
    for (const [name, value] of Object.entries(node)) {
      if (schemasField.test(name) && Array.isArray(value)) node[name] = value.map(toObject)
      else if (schemasField.test(name) && isNode(value)) node[name] = mapValues(value, toObject)
      else if (schemaField.test(name) && !/^(?:additional|unevaluated)/.test(name)) node[name] = toObject(value)
    }
  }
}

function toObject(schema: unknown): unknown {
  if (typeof schema !== 'boolean') return schema
  return schema ? {} : { not: {} }
}

/** Writes patterns without needless escapes. @returns Invalid patterns, and empty enums. */
export function normalisePatterns(document: Node): Finding[] {
  return nodesIn(document).flatMap(({ node, pointer, kind }): Finding[] => {
    if (kind !== 'schema') return []
    const { pattern, patternProperties, enum: values } = node
    if (typeof pattern === 'string') node.pattern = withoutEscapes(pattern)
    const members = isNode(patternProperties) ? Object.entries(patternProperties) : []
    if (members.length > 0)
      node.patternProperties = Object.fromEntries(members.map(([key, member]) => [withoutEscapes(key), member]))
    const patterns = [...(typeof pattern === 'string' ? [pattern] : []), ...members.map(([key]) => key)]
    const invalid = patterns.filter((pattern) => !isExpression(withoutEscapes(pattern)))
    const invalidAt = `${pointer}/${invalid[0] === pattern ? 'pattern' : 'patternProperties'}`
    const sentence = `The pattern ${invalid[0]} is not a regular expression of ECMAScript with the flag u.`
    return [
      ...(invalid.length > 0 ? [[invalidAt, sentence] as const] : []),
      ...(Array.isArray(values) && values.length === 0
        ? [[`${pointer}/enum`, 'No value is valid here: write values into enum, or remove enum.'] as const]
        : []),
    ]
  })
}

/** Other tools escape characters that mean themselves, which the flag u refuses. */
function withoutEscapes(pattern: string): string {
  if (isExpression(pattern)) return pattern
  let isInClass = false
  return pattern.replaceAll(/\\.|[[\]]/gs, (text) => {
    if (text.length === 1) isInClass = text === '[' || (isInClass && text !== ']')
    const isNeedless = text.length > 1 && !/[\p{L}\d$()*+./?[\\\]^{|}]/u.test(text.charAt(1))
    return isNeedless && !(isInClass && text === '\\-') ? text.charAt(1) : text
  })
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

/** Removes the defaults that their schemas refuse: each request or creation without the property would be invalid. */
export function* removeRefusedDefaults(document: Node): Iterable<Finding> {
  const subject = { document }
  for (const { node, pointer, kind } of nodesIn(document)) {
    // A variable of a server can have a default, too.
    if (!('default' in node) || kind !== 'schema') continue
    const error = findDefaultError(subject, node)
    if (error === undefined) continue
    yield [`${pointer}/default`, `This default breaks its schema, so nothing gets it: ${error}. Correct or remove it.`]
    delete node.default
  }
}

function findDefaultError(subject: { document: Node }, schema: Node): string | undefined {
  try {
    return findError(subject, schema, schema.default)
  } catch {
    // The schema cannot be compiled: a check says so.
    return undefined
  }
}

const { MIN_SAFE_INTEGER: lowest, MAX_SAFE_INTEGER: highest } = Number

/** Adds bounds to int32, and to integers that JSON.parse would round, which the pipeline refuses (RFC 7493, 2.2). */
export function boundIntegers(document: Node): Finding[] {
  return nodesIn(document).flatMap(({ node: schema, pointer }): Finding[] => {
    if (schema.format === 'int32' && !('const' in schema || 'enum' in schema)) {
      if (!('minimum' in schema || 'exclusiveMinimum' in schema)) schema.minimum = -(2 ** 31)
      if (!('maximum' in schema || 'exclusiveMaximum' in schema)) schema.maximum = 2 ** 31 - 1
    }
    if (!canExceed(schema)) return []
    if (!isAtLeast(schema)) schema.minimum = lowest
    if (!isAtMost(schema)) schema.maximum = highest
    return [[pointer, `this integer can exceed ±${highest}. The resolved spec has these bounds: state yours.`]]
  })
}

function canExceed(schema: Node): boolean {
  const types = [schema.type].flat()
  if (!types.includes('integer') || types.includes('number')) return false
  const values = 'const' in schema ? [schema.const] : toList(schema.enum)
  if (values.length > 0) return values.some((value) => Number.isInteger(value) && !Number.isSafeInteger(value))
  return !isAtLeast(schema) || !isAtMost(schema)
}

function isAtLeast({ minimum, exclusiveMinimum }: Node): boolean {
  return Number(minimum) >= lowest || Number(exclusiveMinimum) >= lowest - 1
}

function isAtMost({ maximum, exclusiveMaximum }: Node): boolean {
  return Number(maximum) <= highest || Number(exclusiveMaximum) <= highest + 1
}
