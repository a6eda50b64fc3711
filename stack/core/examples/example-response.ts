// Responses that are documented examples. This file fills in the parts that depend on the request: its id, and the size
// of a page.
import type { Contract } from '../contract/contract.ts'
import { getCodes, type ResponsePlan } from '../contract/plan.ts'
import { problemMediaType } from '../contract/problem-kinds.ts'
import type { DraftResponse, HttpRequest } from '../pipeline/http.ts'
import type { Call, Respond } from '../pipeline/pipeline.ts'
import type { FieldError } from '../problem.ts'
import { storedId } from '../resources/item-id.ts'
import { nextLink } from '../resources/link-headers.ts'
import { readPreference } from './prefer-header.ts'

/** Responds with the example that `Prefer` names, or with the first example of the success. */
export function respondWithExample(contract: Contract): Respond {
  return async (call) => {
    const { response, example } = readPreference(contract, call.request.headers.prefer, call.operation)
    const { headers = {}, bodies = {}, sample } = contract.examples[response.name] ?? {}
    return fitExample(contract, call, response, headers, example === undefined ? sample : bodies[example])
  }
}

/** Parts of a response that replace those of the documented example. */
export interface ExampleChanges {
  /** The name of the documented example. Default: the first one. */
  example?: string | undefined
  headers?: Record<string, string | undefined> | undefined
  /** Of a success. */
  body?: unknown
  /** Of a problem. */
  detail?: string | undefined
  errors?: FieldError[] | undefined
}

/** @throws {TypeError} for a status that the operation does not document. */
export function changedExample(
  { examples }: Contract,
  { operation, request }: Call,
  status: number,
  { example: name, headers, body, detail, errors }: ExampleChanges,
): DraftResponse {
  const plan = operation.responses.get(status)
  if (plan === undefined) {
    throw new TypeError(`${operation.id} documents no response ${status}, but ${getCodes(operation.responses)}`)
  }
  const { headers: exampleHeaders, bodies = {}, sample } = examples[plan.name] ?? {}
  const example = name === undefined ? (Object.values(bodies)[0] ?? sample) : bodies[name]
  const draft = { status, headers: { ...exampleHeaders, ...asDocumented(headers, plan) } }
  if (plan.body === undefined) return draft
  if (plan.body.mediaType !== problemMediaType)
    return { ...draft, body: body ?? example, ...mediaTypeIn(plan.body.mediaType) }
  const own = { ...(detail !== undefined && { detail }), ...(errors && { errors }) }
  const problem = { ...retryLater(Object(example), exampleHeaders, draft.headers), ...own }
  return { ...draft, body: problemBody(request, problem) }
}

/** The headers with their names as the contract writes them. */
function asDocumented(headers: Record<string, string | undefined> = {}, plan: ResponsePlan) {
  const named = Object.entries(headers).map(([name, value]) => {
    const documented = plan.headers.find((header) => header.name.toLowerCase() === name.toLowerCase())
    return [documented?.name ?? name, value]
  })
  return Object.fromEntries(named)
}

/** The text of an example names the seconds of its `Retry-After`. */
function retryLater<P extends { detail?: string }>(
  example: P,
  { 'Retry-After': documented }: Record<string, string> = {},
  { 'Retry-After': seconds }: Record<string, string | undefined>,
): P {
  return { ...example, detail: example.detail?.replace(`${documented} seconds`, `${seconds} seconds`) }
}

/** Fits an example to its request. @param body The value of the example. */
export function fitExample(
  { getCollection }: Contract,
  { request, operation, query }: Call,
  { status, body: documented }: ResponsePlan,
  headers: Record<string, string>,
  body: unknown,
): DraftResponse {
  if (documented?.mediaType === problemMediaType) return { status, headers, body: problemBody(request, body) }
  const collection = getCollection(operation.id)
  if (!Array.isArray(body) || collection?.methods.list !== operation.id)
    return { status, headers, body, ...mediaTypeIn(documented?.mediaType) }
  const { idField, parameters } = collection
  const after = storedId(query.after ?? '')
  const rest: Record<string, unknown>[] = body.filter((item) => storedId(item[idField]) > after)
  const page = rest.slice(0, Number(query.limit))
  const last = rest.length > page.length ? page.at(-1) : undefined
  const link = last && { Link: nextLink({ id: String(last[idField]) }, query, Object.keys(parameters), operation) }
  return { status, headers: { ...headers, ...link }, body: page }
}

/** A response must name a media type of a range. */
function mediaTypeIn(range: string | undefined): { mediaType?: string } {
  if (!range?.endsWith('/*')) return {}
  return { mediaType: common[range] ?? range.replace('*', 'x-example') }
}

const common: Record<string, string> = {
  '*/*': 'application/octet-stream',
  'application/*': 'application/octet-stream',
  'image/*': 'image/png',
  'text/*': 'text/plain',
}

function problemBody(request: HttpRequest, example: unknown): unknown {
  return { ...Object(example), instance: `urn:uuid:${request.id}` }
}
