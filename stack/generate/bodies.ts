// The bodies of requests and responses, and the problems that a response can have.

import { type BodyKind, bodyKind } from '../core/contract/media-types.ts'
import { filtered, mapped, type Node } from './complete/node.ts'
import type { Contract, Operation, Reference, Response, ResponseEntry, Schema } from './contract.ts'

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

/** The problems of the pipeline: each has a schema that fixes its type, its title and its status. */
const problemType = /^tag:.*:([a-z0-9-]+)$/

/** Of a problem that the service makes. */
export function isProblemType(type: unknown): boolean {
  return typeof type === 'string' && problemType.test(type)
}

/** What each schema fixes, and its description. A response can have other bodies of the same media type. */
export function getProblems(contract: Contract, response: Response) {
  return findAlternatives(contract, response).flatMap((one) => {
    const fixed = fixedBy(contract, one)
    return isProblemType(fixed.type) ? { fixed, description: contract.resolve<Schema>(one).description } : []
  })
}

/** The last part of the type of each problem, such as `not-found`. */
export function problemNames(contract: Contract, response: Response): string[] {
  return getProblems(contract, response).flatMap(({ fixed }) => problemType.exec(String(fixed.type))?.[1] ?? [])
}

/** Whether a problem of the contract can be in the place of those of the pipeline. */
export function hasOwnProblem(contract: Contract, response: Response): boolean {
  return findAlternatives(contract, response).length > getProblems(contract, response).length
}

function fixedBy(contract: Contract, schema: Reference<Schema>): Node {
  return mapped(contract.getProperties(schema), (property) => property.const)
}

function findAlternatives(contract: Contract, { content = {} }: Response): Reference<Schema>[] {
  const flat = (schema: Reference<Schema>): Reference<Schema>[] => {
    const { anyOf } = contract.resolve<Schema>(schema)
    if (anyOf === undefined || isProblemType(fixedBy(contract, schema).type)) return [schema]
    return anyOf.flatMap(flat)
  }
  const { schema } = content[problemMediaType] ?? {}
  return schema === undefined ? [] : flat(schema)
}
