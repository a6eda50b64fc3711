// The bodies of requests and responses.

import { type BodyKind, bodyKind } from '../core/contract/media-types.ts'
import { filtered } from './complete/node.ts'
import type { Contract, Operation, Reference, ResponseEntry, Schema } from './contract.ts'

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

export const problemMediaType = 'application/problem+json'

export interface Body {
  mediaType: string
  /** Absent if the body can be anything. */
  schema: Reference<Schema> | undefined
  /** The key of the compiled validator. Absent if nothing can check the body. */
  validator: string | undefined
}

/** @returns The one that is the default first: JSON before others, and what the contract documents before problems. */
export function getBodies(contract: Contract, { name, response }: ResponseEntry): Body[] {
  const all = Object.entries(response.content ?? {}).map(([mediaType, { schema }]): Body => {
    const isChecked = schema !== undefined && canCheck(contract, mediaType, schema)
    return { mediaType, schema, validator: isChecked ? `${name} ${mediaType}` : undefined }
  })
  return all.toSorted((one, other) => rank(one) - rank(other))
}

function rank({ mediaType }: Body): number {
  if (mediaType === problemMediaType) return 2
  return bodyKind(mediaType) === 'json' ? 0 : 1
}

/** A text can only be checked if its schema describes a string. XML, for one, has the schema of an object. */
function canCheck(contract: Contract, mediaType: string, schema: Reference<Schema>): boolean {
  const kind = bodyKind(mediaType)
  if (kind !== 'text') return kind === 'json'
  return [contract.wholeSchema(schema).type].flat().includes('string')
}
