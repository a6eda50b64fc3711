// Upgrades OpenAPI 3.0 to 3.1, the only version that the rest of the generator reads. Replaces `nullable` in 3.1, too.
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1'
import type { Finding } from '../finding.ts'
import { isNode, type Node, nodesIn, nodesOf, toList, toNode } from '../model/node.ts'

/** @returns Why the contract cannot be read; `undefined` if its version is supported. */
export function versionError(contract: unknown): string | undefined {
  if (!isNode(contract)) return 'A contract is an object with openapi, info and paths.'
  const { openapi, swagger } = contract
  if (swagger !== undefined) return `Swagger ${swagger} is too old: convert the contract to OpenAPI 3.1.`
  if (openapi === undefined) return 'openapi is missing: write openapi: 3.1.1.'
  if (typeof openapi === 'string' && /^3\.[01]\.\d/.test(openapi)) return undefined
  return `OpenAPI ${openapi} is not supported: write 3.0.4 or 3.1.1.`
}

/** @returns A contract of OpenAPI 3.0 in the spelling of 3.1, and every other contract unchanged. */
export function upgrade(contract: Node): Node {
  if (!/^3\.0\./.test(String(contract.openapi))) return contract
  const document = toNode(upgradeFromThreeToThreeOne(contract))
  for (const { node } of nodesOf(document)) finishUpgrade(node)
  return document
}

/** Completes @scalar/openapi-upgrader 0.4: `nullable` beside alternatives, the type of binary strings, and base64. */
function finishUpgrade(schema: Node): void {
  const { nullable, ...rest } = schema
  if (typeof nullable === 'boolean') {
    delete schema.nullable
    if (nullable) addNullAlternative(schema)
  }
  // Validators check `format`, and not `contentEncoding`.
  if (rest.contentEncoding === 'base64' && !('format' in rest)) schema.format = 'byte'
  if (('contentMediaType' in rest || 'contentEncoding' in rest) && !('type' in rest)) schema.type = 'string'
}

/** Replaces `nullable`, which many tools write in 3.1, by the type null. An alternative of `nullable` only is null. */
export function* replaceNullable(contract: Node): Iterable<Finding> {
  const nodes = nodesIn(contract, ['paths', 'components', 'webhooks'])
  const nullableSchemas = nodes.filter(({ node }) => typeof node.nullable === 'boolean')
  // The innermost schemas first: some move into an alternative.
  for (const { node, pointer } of nullableSchemas.toReversed()) makeNullable(node, pointer)
  const sentence = 'OpenAPI 3.1 has no nullable: null is valid here, as in OpenAPI 3.0.'
  for (const { pointer } of nullableSchemas) yield [pointer, `${sentence} Write type: [string, 'null'] instead.`]
}

function makeNullable(schema: Node, pointer: string): void {
  const { nullable, ...rest } = schema
  delete schema.nullable
  if (nullable !== true) return
  if ('type' in rest) schema.type = [...new Set([rest.type, 'null'].flat())]
  else if (addNullAlternative(schema)) return
  else if ('$ref' in rest || 'allOf' in rest) {
    const { $ref, allOf } = rest
    const value = { ...($ref !== undefined && { $ref }), ...(allOf !== undefined && { allOf }) }
    delete schema.$ref
    delete schema.allOf
    schema.anyOf = [value, { type: 'null' }]
  } else if (Object.keys(rest).length === 0 && /\/(?:any|one)Of\/\d+$/.test(pointer)) schema.type = 'null'
}

/** Adds null to the alternatives of a schema. @returns Whether it has any. */
function addNullAlternative(schema: Node): boolean {
  const key = ['anyOf', 'oneOf'].find((name) => name in schema)
  if (key !== undefined) schema[key] = [...toList(schema[key]), { type: 'null' }]
  return key !== undefined
}
