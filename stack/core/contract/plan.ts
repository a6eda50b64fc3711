// What the contract says of each operation and each response, compiled once. Handling a request only reads these plans: it resolves
// and compiles nothing.
import type { ContractData, DeprecatedPart, OperationData, ResponseData } from './contract-data.ts'
import { compileDeclared, type Declared } from './declared.ts'

export interface OperationPlan {
  id: string
  /** Upper case. */
  method: string
  path: string
  /** The path, split at `/`. */
  segments: Segment[]
  /** A token must have all of them. Without them, the operation needs no token. */
  scopes?: string[]
  query: ReadonlyMap<string, QueryParameter>
  /** Names as the contract writes them. */
  headers: string[]
  /** Each of these names with its lower-case form, by which a request has it. */
  headerFields: [name: string, field: string][]
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
  /** Of a problem. */
  problemType: string | undefined
  headers: HeaderPlan[]
  headerNames: ReadonlySet<string>
  /** Leaves out of a body what the contract does not declare. */
  declared: Declared
}

export interface HeaderPlan {
  name: string
  isRequired: boolean
  /** The only value that the contract allows. */
  constant: string | undefined
  isValid: (value: string) => boolean
}

export interface Plans {
  /** Every operation of the contract. */
  operations: OperationPlan[]
  /** @throws {Error} if the contract has no such operation. */
  operationOf: (id: string) => OperationPlan
  /** Every scope that an operation requires. */
  scopes: string[]
  /** Responses that any request can get, whatever its operation. */
  httpResponses: Responses
}

type PlanData = Pick<ContractData, 'operations' | 'responses' | 'httpResponses' | 'headerValidators'>

/** @throws {Error} if a part of the data is missing. */
export function compilePlans(data: PlanData): Plans {
  const operations = data.operations.map((operation) => operationPlan(operation, data))
  const byId = Object.fromEntries(operations.map((operation) => [operation.id, operation]))
  return {
    operations,
    operationOf: (id) => existing(byId, id),
    scopes: [...new Set(operations.flatMap((operation) => operation.scopes ?? []))],
    httpResponses: responsePlans(data.httpResponses, data),
  }
}

function operationPlan(operation: OperationData, data: PlanData): OperationPlan {
  const responses = responsePlans(operation.responses, data)
  const successes = [...responses.values()].filter(({ status }) => status < 300)
  const [success] = successes
  if (success === undefined) throw new Error(`The contract documents no success for ${operation.id}.`)
  return {
    ...operation,
    segments: segmentsOf(operation.path),
    query: new Map(Object.entries(operation.query)),
    headerFields: operation.headers.map((name) => [name, name.toLowerCase()]),
    successMediaTypes: [...new Set(successes.flatMap(({ mediaType }) => mediaType ?? []))],
    responses,
    success,
  }
}

export function segmentsOf(path: string): Segment[] {
  return path.split('/').map((text) => (text.startsWith('{') ? { parameter: text.slice(1, -1) } : { text }))
}

function responsePlans(names: Record<number, string>, data: PlanData): Responses {
  return new Map(
    Object.entries(names).map(([status, name]) => [Number(status), responsePlan(Number(status), name, data)]),
  )
}

function responsePlan(status: number, name: string, { responses, headerValidators }: PlanData): ResponsePlan {
  const { mediaType, problem, headers, shape } = existing(responses, name)
  const plans = Object.entries(headers).map(([header, data]) => {
    return headerPlan(header, data, existing(headerValidators, data.validator))
  })
  return {
    status,
    name,
    mediaType,
    problemType: problem?.type,
    headers: plans,
    headerNames: new Set(Object.keys(headers)),
    declared: compileDeclared(shape),
  }
}

function headerPlan(
  name: string,
  { required, integer, constant }: ResponseData['headers'][string],
  validate: (value: unknown) => boolean,
): HeaderPlan {
  const isValid = integer ? (value: string) => /^\d+$/.test(value) && validate(Number(value)) : validate
  return { name, isRequired: required === true, constant, isValid }
}

function existing<T>(table: Record<string, T>, key: string): T {
  const found = table[key]
  if (found === undefined) throw new Error(`generated/ has no ${key}: run make generate.`)
  return found
}
