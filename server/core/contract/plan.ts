// The contract, compiled once at start: one plan per operation, one per response. Handling a request only reads these
// plans: it resolves and compiles nothing.
import type { operations as contractOperations } from '../../../generated/api.d.ts'
import { headerValidators } from '../../../generated/header-validators.js'
import { httpResponseNames, operationData, responseData } from '../../../generated/plans.ts'
import type { DeprecatedPart, OperationData, ResponseData } from './contract-data.ts'

export { contractDigest, limits } from '../../../generated/plans.ts'

export type OperationId = keyof contractOperations

export interface OperationPlan {
  id: OperationId
  /** Upper case. */
  method: string
  path: string
  /** The path, split at `/`. */
  segments: Segment[]
  /** A token must have all of them. */
  scopes: string[]
  query: ReadonlyMap<string, QueryParameter>
  /** Names as the contract writes them. */
  headers: string[]
  /** The types of the parameters that are not strings. */
  parameterTypes: OperationData['parameterTypes']
  /** Empty if the operation takes no body. */
  requestMediaTypes: string[]
  /** The media types of a success that has a body. */
  successMediaTypes: string[]
  responses: Responses
  success: ResponsePlan
  /** The deprecated parts, the part with the earliest sunset first. */
  deprecatedParts: DeprecatedPart[]
}

/** A literal text of a path, or a parameter. */
export type Segment = { text: string; parameter?: never } | { parameter: string; text?: never }

export interface QueryParameter {
  default?: unknown
  allowEmptyValue?: boolean
}

/** By status. */
export type Responses = ReadonlyMap<number, ResponsePlan>

export interface ResponsePlan {
  status: number
  /** The component in the contract, such as `NotFound`, or the operation and the status. */
  name: string
  /** `undefined` if the response has no body. */
  mediaType: string | undefined
  headers: HeaderPlan[]
  headerNames: ReadonlySet<string>
}

export interface HeaderPlan {
  name: string
  isRequired: boolean
  /** The only value that the contract allows. */
  constant: string | undefined
  isValid: (value: string) => boolean
}

/** Every operation of the contract. */
export const operations: OperationPlan[] = operationData.map(planOf)

const operationsById = Object.fromEntries(operations.map((operation) => [operation.id, operation]))

export function operationOf(id: OperationId): OperationPlan {
  return existing(operationsById, id)
}

/** Every scope that an operation requires. */
export const scopes: string[] = [...new Set(operations.flatMap((operation) => operation.scopes))]

/** Responses that any request can get, whatever its operation. */
export const httpResponses: Responses = responsesOf(httpResponseNames)

function planOf(data: OperationData<OperationId>): OperationPlan {
  const responses = responsesOf(data.responses)
  const successes = [...responses.values()].filter(({ status }) => status < 300)
  const [success] = successes
  if (success === undefined) throw new Error(`The contract documents no success for ${data.id}.`)
  return {
    ...data,
    segments: segmentsOf(data.path),
    query: new Map(Object.entries(data.query)),
    successMediaTypes: [...new Set(successes.flatMap(({ mediaType }) => mediaType ?? []))],
    responses,
    success,
  }
}

export function segmentsOf(path: string): Segment[] {
  return path.split('/').map((text) => (text.startsWith('{') ? { parameter: text.slice(1, -1) } : { text }))
}

function responsesOf(names: Record<number, string>): Responses {
  return new Map(Object.entries(names).map(([status, name]) => [Number(status), responsePlan(Number(status), name)]))
}

function responsePlan(status: number, name: string): ResponsePlan {
  const { mediaType, headers } = existing(responseData, name)
  const plans = Object.entries(headers).map(([header, data]) => headerPlan(header, data))
  return { status, name, mediaType, headers: plans, headerNames: new Set(Object.keys(headers)) }
}

function headerPlan(
  name: string,
  { validator, required, integer, constant }: ResponseData['headers'][string],
): HeaderPlan {
  const validate = existing(headerValidators, validator)
  const isValid = integer
    ? (value: string) => /^\d+$/.test(value) && validate(Number(value))
    : (value: string) => validate(value)
  return { name, isRequired: required === true, constant, isValid }
}

function existing<T>(table: Record<string, T>, key: string): T {
  const found = table[key]
  if (found === undefined) throw new Error(`generated/ has no ${key}: run make generate.`)
  return found
}
