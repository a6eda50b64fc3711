// What the body of a request can have.

import { type BodyKind, bodyKind } from '../core/contract/media-types.ts'
import { filtered } from './complete/node.ts'
import type { Contract, Operation, Reference, Schema } from './contract.ts'

/** The body of a request as JSON, or else as a form. Standard methods have one schema, for every media type. */
export function requestSchema(operation: Operation | undefined): Reference<Schema> | undefined {
  const bodies = Object.entries(operation?.requestBody?.content ?? {})
  const kinds: BodyKind[] = ['json', 'form', 'multipart']
  const found = kinds.map((kind) => bodies.find(([mediaType]) => bodyKind(mediaType) === kind))
  return found.find((one) => one !== undefined)?.[1].schema
}

/** The properties that a caller can set with a body. */
export function requestProperties(contract: Contract, operation: Operation | undefined): Record<string, Schema> {
  return filtered(contract.getProperties(requestSchema(operation)), (schema) => schema.readOnly !== true)
}
