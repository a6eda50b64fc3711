// Calls the handler of an operation. Handlers have their types from generated/: a missing handler, an undocumented
// status, a wrong body or a forgotten required header does not compile.
import type { operations as contractOperations, Plant } from '../../../generated/api.d.ts'
import type { DefaultedParameters } from '../../../generated/operations.ts'
import type { Caller } from '../caller.ts'
import { type OperationId, type OperationPlan, operationOf } from '../contract/plan.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Call, Respond } from '../pipeline/pipeline.ts'
import { Problem, unavailable } from '../problem.ts'
import { isConditional, isNotModified, requireConditions } from './conditions.ts'
import type { Digest } from './digest.ts'
import { listTag, plantTag } from './entity-tag.ts'
import { OutcomeUnknown, StoreUnavailable, type WriteCondition } from './plant-store.ts'

type Group<Id extends OperationId, In extends 'query' | 'header' | 'path'> = NonNullable<
  contractOperations[Id]['parameters'][In]
>

type BodyOf<Id extends OperationId> = contractOperations[Id] extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : undefined

const listPlants = operationOf('listPlants')
const defaultQuery = Object.fromEntries([...listPlants.query].map(([name, plan]) => [name, plan.default]))

/** The validator fills in parameters that have a default. */
type Filled<T, Name extends PropertyKey> = T & { [K in keyof T & Name]-?: NonNullable<T[K]> }

/** The input of a handler: validated, converted, with the contract's defaults filled in. */
export interface Input<Id extends OperationId> {
  caller: Caller
  path: Group<Id, 'path'>
  query: Filled<Group<Id, 'query'>, DefaultedParameters[Id]>
  headers: Group<Id, 'header'>
  body: BodyOf<Id>
  /** The conditions of a PATCH or DELETE, whose check throws a problem (412); `undefined` if the request has none. */
  condition: WriteCondition | undefined
}

/** The pipeline sets these headers; a handler never does. */
export type CommonHeader =
  | 'Request-Id'
  | 'Cache-Control'
  | 'Vary'
  | 'Access-Control-Allow-Origin'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'ETag'
  | 'Last-Modified'
  | 'Deprecation'
  | 'Sunset'

type BodyPart<R> = R extends { content: { 'application/json': infer Body } } ? { body: Body } : { body?: never }

type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T]
type HeadersPart<R> = R extends { headers: infer H }
  ? Exclude<keyof H, CommonHeader> extends never
    ? { headers?: never }
    : Exclude<keyof H, CommonHeader | Optional<H>> extends never
      ? { headers?: Omit<H, CommonHeader> }
      : { headers: Omit<H, CommonHeader> }
  : { headers?: never }

type Success = 200 | 201 | 204

/** The result of a handler: one of the documented successes. Problems are thrown (problem.ts). */
export type Result<Id extends OperationId> = {
  [Status in keyof contractOperations[Id]['responses'] & Success]: { status: Status; revision?: string } & HeadersPart<
    contractOperations[Id]['responses'][Status]
  > &
    BodyPart<contractOperations[Id]['responses'][Status]>
}[keyof contractOperations[Id]['responses'] & Success]

/** One handler for each operation of the contract, by its operationId. */
export type Handlers = { [Id in OperationId]: (input: Input<Id>) => Promise<Result<Id>> }

export interface DispatchParts {
  handlers: Handlers
  digest: Digest
  now: () => Date
  /** The revision of an owner's plants. */
  revisionOf: (owner: string) => Promise<string>
}

/**
 * Responds with the handler that the operation names. GET and POST evaluate their conditions here: GET of a list before it
 * reads, GET of a plant after it has read, and POST before it adds something. PATCH and DELETE evaluate them with the plant
 * that they change.
 */
export function respondWith({ handlers, digest, now, revisionOf }: DispatchParts): Respond {
  return async (call) => {
    const { operation, headers } = call
    if (isConditional(headers) && isOfCollection(operation)) {
      const validators = { ETag: await currentTag(call) }
      if (operation.method === 'POST') requireConditions(headers, validators)
      else if (isNotModified(headers, validators)) return { status: 304, headers: validators }
    }
    const result = await run(operation, call)
    if (result.body === undefined) return result
    const text = JSON.stringify(result.body)
    const ETag = tagOf(call, text, result)
    // The contract has this header only where the body is one plant. A list has no date: a deleted plant leaves none.
    const isDated = operation.responses.get(result.status)?.headerNames.has('Last-Modified')
    const validators = { ETag, ...(isDated && { 'Last-Modified': lastModified(Object(result.body)) }) }
    if (operation.method === 'GET' && isNotModified(headers, validators)) return { status: 304, headers: validators }
    return { ...result, text, headers: { ...result.headers, ...validators } }
  }

  function run({ id }: OperationPlan, call: Call): Promise<DraftResponse> {
    // The pipeline has validated this request for this operation, which is what Input says.
    const handler = handlers[id] as (input: unknown) => Promise<DraftResponse>
    const { caller, path, query, headers, body, request } = call
    const check = (current: Plant) => {
      const ETag = plantTag(digest, caller.owner, JSON.stringify(current))
      requireConditions(headers, { ETag, 'Last-Modified': lastModified(current) })
    }
    const condition = isConditional(headers) ? { check, isAbandoned: request.isAbandoned } : undefined
    return handler({ caller, path, query, headers, body, condition }).catch(throwAsProblem)
  }

  function tagOf({ caller, query }: Call, text: string, { revision }: DraftResponse): string {
    return revision === undefined
      ? plantTag(digest, caller.owner, text)
      : listTag(digest, caller.owner, revision, query)
  }

  // Never later than the clock (RFC 9110, 8.8.2.1), which may have been set back.
  function lastModified({ updatedAt }: Plant): string {
    return new Date(Math.min(Date.parse(updatedAt), now().getTime())).toUTCString()
  }

  /** The tag that GET returns at the URL of the call. That of a POST has no query. */
  async function currentTag({ operation, caller, query }: Call): Promise<string> {
    const revision = await revisionOf(caller.owner).catch(throwAsProblem)
    return listTag(digest, caller.owner, revision, operation.method === 'POST' ? defaultQuery : query)
  }
}

/** Whether GET returns a list at the URL of the operation. */
function isOfCollection({ path }: OperationPlan): boolean {
  return path === listPlants.path
}

// A 503 promises that nothing has changed, a 500 does not.
function throwAsProblem(error: unknown): never {
  if (error instanceof StoreUnavailable) throw unavailable('use its data', error)
  if (!(error instanceof OutcomeUnknown)) throw error
  const detail =
    'The change may or may not have been stored. Read the plant to find out. A retry with Idempotency-Key or If-Match is safe.'
  throw new Problem('internal-error', detail, { cause: error })
}
