// Contracts that are not complete contracts of this project: the tester reads them as OpenAPI defines them.

/** The fields of this project: a contract with one of them, but without the common part, is not complete. */
const ownFields = ['x-common', 'x-limits', 'x-paging', 'x-conditions', 'x-idempotency-key', 'x-role', 'x-access']

/** @throws {Error} if the contract uses fields of this project, but is not complete. */
export function isPlainDocument(document: object): boolean {
  if ('x-http-responses' in document) return false
  const text = JSON.stringify(document)
  const own = ownFields.find((name) => text.includes(`"${name}":`))
  if (own !== undefined) throw new Error(`it has ${own} but no x-http-responses`)
  if (!/^3\.[01]\./.test(String(Object(document).openapi))) throw new Error('it is not OpenAPI 3.0 or 3.1')
  return true
}

/** OpenAPI 3.0 as 3.1: `nullable`, and exclusive limits that are true or false. */
export function upgraded(document: object): object {
  if (!String(Object(document).openapi).startsWith('3.0')) return document
  return JSON.parse(JSON.stringify(document), (key, node: unknown) => (key === '' ? node : upgradedNode(node)))
}

function upgradedNode(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = node as Record<string, unknown>
  const { type, minimum, maximum, enum: choices, ...others } = rest
  const isExclusive = (written: unknown) => typeof written === 'boolean'
  return {
    ...others,
    ...(type !== undefined && { type: nullable === true ? [type, 'null'] : type }),
    ...(choices !== undefined && { enum: nullable === true && Array.isArray(choices) ? [...choices, null] : choices }),
    ...limit('minimum', minimum, exclusiveMinimum),
    ...limit('maximum', maximum, exclusiveMaximum),
    // A property can have one of these names.
    ...(nullable !== undefined && typeof nullable !== 'boolean' && { nullable }),
    ...(exclusiveMinimum !== undefined && !isExclusive(exclusiveMinimum) && { exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && !isExclusive(exclusiveMaximum) && { exclusiveMaximum }),
  }
}

function limit(name: 'minimum' | 'maximum', value: unknown, exclusive: unknown) {
  if (value === undefined) return {}
  const exclusiveName = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
  return { [exclusive === true ? exclusiveName : name]: value }
}
