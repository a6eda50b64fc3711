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

const exclusiveLimits = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

/** OpenAPI 3.0 as 3.1: `nullable`, and exclusive limits that are true or false. */
export function upgraded(document: object): object {
  if (!String(Object(document).openapi).startsWith('3.0')) return document
  return JSON.parse(JSON.stringify(document), (key, node: unknown) => (key === '' ? node : upgradedNode(node)))
}

function upgradedNode(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  const { nullable, ...schema } = node as Record<string, unknown>
  for (const [limit, exclusive] of exclusiveLimits) {
    const { [limit]: value, [exclusive]: isExclusive } = schema
    if (typeof isExclusive !== 'boolean') continue
    delete schema[exclusive]
    if (!isExclusive || value === undefined) continue
    delete schema[limit]
    schema[exclusive] = value
  }
  const { type, enum: choices } = schema
  if (nullable === true && type !== undefined) schema.type = [type, 'null']
  if (nullable === true && Array.isArray(choices)) schema.enum = [...choices, null]
  // A property can have this name.
  return nullable === undefined || typeof nullable === 'boolean' ? schema : { ...schema, nullable }
}
