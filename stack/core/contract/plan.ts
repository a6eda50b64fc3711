// What the contract says of each operation and each response, compiled once: a request only reads these plans.
import type { ContractData, OperationData, ParameterData, ShapeData } from './contract-data.ts'
import { compileSecurity, type Security } from './credentials.ts'
import { type BodyKind, bodyKind } from './media-types.ts'
import { type Segment, toSegments } from './segments.ts'
import { existing } from './validator.ts'

/** Data that an operation is compiled from. The others are used as they are. */
type Compiled = 'bases' | 'security' | 'requiresBody' | 'responses'

export interface OperationPlan extends Omit<OperationData, Compiled> {
  /** The paths of its servers: a request has one of them before `path`. */
  bases: string[]
  segments: Segment[]
  security: Security | undefined
  /** Query parameters, without those of `queryObjects`. */
  query: ReadonlyMap<string, ParameterData>
  /** Parameters with a pair of a query for each property. */
  queryObjects: [name: string, parameter: ParameterData][]
  /** The name of each header with its lower-case form, by which a request has it. */
  headerFields: [name: string, field: string][]
  /** Media types and ranges, as the contract lists them. Empty if the operation takes no body. */
  requestMediaTypes: string[]
  requiresBody: boolean
  /** The media types of a success that has a body. */
  successMediaTypes: string[]
  responses: Responses
  /** The first documented success, or else the default. */
  success: ResponsePlan
}

export interface Responses {
  /** The response of a status: its own, or that of its range, or the default. */
  get: (status: number) => ResponsePlan | undefined
  all: readonly ResponsePlan[]
}

export interface ResponsePlan {
  /** As in the contract: `404`, `4XX` or `default`. */
  code: string
  /** The lowest one of a range. That of a default is 500, or 200 if the operation documents no other success. */
  status: number
  /** The component in the contract, such as `NotFound`, or the operation and the status. */
  name: string
  /** Of a response that names no media type. `undefined` if the response has no body. */
  body: BodyPlan | undefined
  /** By media type. */
  bodies: ReadonlyMap<string, BodyPlan>
  problemTypes: string[]
  headers: HeaderPlan[]
  headerNames: ReadonlySet<string>
}

export interface BodyPlan {
  /** With a range, such as `image/*`, a response names its own. */
  mediaType: string
  kind: BodyKind
  /** The key of its compiled validator. */
  validator: string | undefined
  shape: ShapeData | undefined
}

export interface HeaderPlan {
  name: string
  isRequired: boolean
  constant: string | undefined
  /** `undefined` for a string. */
  type: ParameterData | undefined
  validate: (value: unknown) => boolean
}

export type Plans = ReturnType<typeof compilePlans>

type PlanData = Pick<ContractData, 'operations' | 'responses' | 'httpResponses' | 'headerValidators'>

/** @throws {Error} if a part of the data is missing. */
export function compilePlans(data: PlanData) {
  const operations = data.operations.map((operation) => operationPlan(operation, data))
  const byId = Object.fromEntries(operations.map((operation) => [operation.id, operation]))
  const credentials = operations.flatMap(({ security }) => security?.alternatives.flat() ?? [])
  return {
    operations,
    /** @throws {Error} if the contract has no such operation. */
    lookUpOperation: (id: string) => existing(byId, id),
    /** Every scope that an operation requires. */
    scopes: [...new Set(credentials.flatMap(({ scopes }) => scopes))],
    /** Responses that any request can get, whatever its operation. */
    httpResponses: responsePlans(data.httpResponses, data),
  }
}

function operationPlan(operation: OperationData, data: PlanData): OperationPlan {
  const responses = responsePlans(operation.responses, data)
  const successes = responses.all.filter(({ status }) => status < 300)
  const success = successes[0] ?? responses.all.find(({ status }) => status < 400)
  if (success === undefined) throw new Error(`The contract documents no success for ${operation.id}.`)
  const { query = [], objects = [] } = Object.groupBy(Object.entries(operation.parameters.query), ([, parameter]) =>
    parameter.properties && parameter.separator === undefined ? 'objects' : 'query',
  )
  return {
    ...operation,
    bases: operation.bases ?? [''],
    segments: toSegments(operation.path),
    security: compileSecurity(operation.security),
    query: new Map(query),
    queryObjects: objects.sort(byOpenness),
    requestMediaTypes: Object.keys(operation.requestBodies),
    requiresBody: operation.requiresBody === true,
    headerFields: Object.keys(operation.parameters.headers).map((name) => [name, name.toLowerCase()]),
    successMediaTypes: [...new Set(successes.flatMap(({ bodies }) => [...bodies.keys()]))],
    responses,
    success,
  }
}

/** Those with certain names come before those that take any name. */
function byOpenness([, one]: [string, ParameterData], [, other]: [string, ParameterData]): number {
  const isOpen = ({ brackets, others }: ParameterData) => Number(!brackets && others !== undefined)
  return isOpen(one) - isOpen(other)
}

function responsePlans(names: Record<string, string>, data: PlanData): Responses {
  const all = Object.entries(names).map(([code, name]) => responsePlan(code, name, names, data))
  const byCode = new Map(all.map((plan) => [plan.code, plan]))
  const get = (status: number) =>
    byCode.get(String(status)) ?? byCode.get(`${String(status)[0]}XX`) ?? byCode.get('default')
  return { get, all }
}

export function getCodes({ all }: Responses): string[] {
  return all.map(({ code }) => code)
}

function getStatus(code: string, names: Record<string, string>): number {
  if (code !== 'default') return Number(code.replace('XX', '00'))
  return Object.keys(names).some((one) => /^[23]/.test(one)) ? 500 : 200
}

const exampleId = '00000000-0000-4000-8000-00000000000a'

function responsePlan(
  code: string,
  name: string,
  names: Record<string, string>,
  { responses, headerValidators }: PlanData,
): ResponsePlan {
  const { bodies: ofMediaTypes = {}, problem = [], otherProblems = [], headers } = existing(responses, name)
  const bodies = Object.entries(ofMediaTypes).map(([mediaType, { validator, shape }]): BodyPlan => {
    return { mediaType, kind: bodyKind(mediaType), validator, shape }
  })
  const plans = Object.entries(headers).map(([header, { validator, required, type, constant }]): HeaderPlan => {
    const validate = existing(headerValidators, validator)
    if (header === 'Request-Id' && !validate(exampleId)) throw new Error(`${name} must allow a UUID as its Request-Id.`)
    return { name: header, isRequired: required === true, constant, type, validate }
  })
  return {
    code,
    status: getStatus(code, names),
    name,
    body: bodies[0],
    bodies: new Map(bodies.map((body) => [body.mediaType, body])),
    problemTypes: [problem, otherProblems].flat().map(({ type }) => type),
    headers: plans,
    headerNames: new Set(Object.keys(headers)),
  }
}
