// OpenAPI 3.0 as OpenAPI 3.1, the one form that the generators read.
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1'
import { type Node, toNode, visitNodes } from './complete/node.ts'
import { toList } from './complete/operations.ts'

/** @returns A contract of OpenAPI 3.0 in the notation of 3.1, and every other contract as it is. */
export function upgraded(contract: Node): Node {
  if (!/^3\.0\./.test(String(contract.openapi))) return contract
  const document = toNode(upgradeFromThreeToThreeOne(contract))
  visitNodes(document, complete)
  return document
}

/** What @scalar/openapi-upgrader 0.4 leaves: `nullable` beside alternatives, and the type of binary strings, and base64. */
function complete(schema: Node): void {
  const { nullable, ...rest } = schema
  if (typeof nullable === 'boolean') {
    delete schema.nullable
    const key = ['oneOf', 'anyOf'].find((name) => name in rest)
    if (nullable && key !== undefined) schema[key] = [...toList(rest[key]), { type: 'null' }]
  }
  // Validators check the format only.
  if (rest.contentEncoding === 'base64' && !('format' in rest)) schema.format = 'byte'
  if (('contentMediaType' in rest || 'contentEncoding' in rest) && !('type' in rest)) schema.type = 'string'
}
