// What a contract may say of its schemas in another way than the generator reads it. Each function changes it.

import type { Finding } from '../finding.ts'
import { toError } from '../model/ajv.ts'
import { isNode, manySchemas, mapped, type Node, nodesIn, nodesOf, oneSchema, toList } from '../model/node.ts'

/** Writes true and false as `{}` and `{ not: {} }` where types and OpenAPI 3.0 need objects. */
export function writeBooleansAsObjects(document: Node): void {
  for (const { node, kind } of nodesOf(document)) {
    if (kind === 'foreign') continue
    for (const [name, value] of Object.entries(node)) {
      if (manySchemas.test(name) && Array.isArray(value)) node[name] = value.map(toObject)
      else if (manySchemas.test(name) && isNode(value)) node[name] = mapped(value, toObject)
      else if (oneSchema.test(name) && !/^(?:additional|unevaluated)/.test(name)) node[name] = toObject(value)
    }
  }
}

function toObject(schema: unknown): unknown {
  if (typeof schema !== 'boolean') return schema
  return schema ? {} : { not: {} }
}

/** Writes patterns without needless escapes. @returns The patterns, and the enums, that nothing can compile. */
export function readPatterns(document: Node): Finding[] {
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
    const error = toRefusal(subject, node)
    if (error === undefined) continue
    yield [`${pointer}/default`, `This default breaks its schema, so nothing gets it: ${error}. Correct or remove it.`]
    delete node.default
  }
}

function toRefusal(subject: { document: Node }, schema: Node): string | undefined {
  try {
    return toError(subject, schema, schema.default)
  } catch {
    // The schema cannot be compiled: a check says so.
    return undefined
  }
}

const { MIN_SAFE_INTEGER: lowest, MAX_SAFE_INTEGER: highest } = Number

/** Bounds for each int32, and for integers that JSON.parse cannot read, which the pipeline refuses (RFC 7493, 2.2). */
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
