// Validates every response against the contract before it is sent: status, headers, media type and body. Also checks
// `Accept`, and adds the headers of a deprecation.
import Negotiator from 'negotiator'
import type {
  BodyKind,
  ContractResponse,
  ContractResponses,
  Operation,
  ResponseBody,
  ResponseHeader,
} from '../contract/contract.ts'
import { findBestMatch } from '../contract/media-types.ts'
import { getResponse, hasHeader } from '../contract/responses.ts'
import { stripUnknown } from '../contract/strip-unknown.ts'
import type { RequestParts, Validator } from '../contract/validator.ts'
import { AnyProblem, Problem } from '../problem.ts'
import type { DraftResponse, HttpRequest, HttpResponse, ResponseContext } from './http.ts'
import { readHeader } from './read-styles.ts'
import { writeHeader } from './write-styles.ts'

/** @throws {Problem} 406 if `Accept` allows no media type of a successful response (RFC 9110, 12.5.1). */
export function requireAcceptable({ headers }: HttpRequest, { successMediaTypes: offered }: Operation): void {
  const { accept } = headers
  // An empty field allows everything, like an absent one.
  if (!accept || offered.length === 0 || offered.includes(accept) || accept === '*/*') return
  // JSON has no charset (RFC 8259, 11), but clients ask for one.
  const withoutCharset = accept.replace(/;[ \t]*charset=[^,;]*/gi, '')
  if (new Negotiator({ headers: { accept: withoutCharset } }).mediaTypes(offered).length > 0) return
  throw new Problem('not-acceptable', `This operation returns only ${offered.join(' or ')}.`)
}

/**
 * Adds the headers `Deprecation` and `Sunset` of the deprecated part that the request uses (RFC 9745 and RFC 8594). Of
 * several parts, the one with the earliest sunset wins.
 */
export function withDeprecation(
  request: ResponseContext,
  { deprecatedParts }: Operation,
  parts: RequestParts,
): ResponseContext {
  const deprecated = deprecatedParts.find(
    ({ in: group, name = '' }) => group === undefined || name in Object(parts[group]),
  )
  if (deprecated === undefined) return request
  return { id: request.id, responseHeaders: { ...request.responseHeaders, ...deprecated.headers } }
}

/**
 * Adds the headers that are constant in the contract and those of the HTTP adapter, and validates the response.
 * @param documented Responses of the operation, or those to a request without one, such as one to an unknown path.
 * @throws {Error} if the response breaks the contract; it must not be sent.
 */
export function complete(
  request: ResponseContext,
  documented: { id?: string; responses: ContractResponses },
  draft: DraftResponse,
  validator: Validator,
): HttpResponse {
  const response = getResponse(documented.responses, draft.status)
  if (response === undefined)
    throw contractError(
      `status ${draft.status} is not documented for ${documented.id ?? 'a request without an operation'}`,
    )
  const headers = completeHeaders(request, response, draft.headers ?? {})
  const body = completeBody(response, draft, validator)
  return { status: draft.status, headers, body, operationId: documented.id }
}

function completeHeaders(
  { id, responseHeaders }: ResponseContext,
  response: ContractResponse,
  handlerHeaders: NonNullable<DraftResponse['headers']>,
): Record<string, string> {
  for (const name in handlerHeaders) {
    if (handlerHeaders[name] !== undefined && !hasHeader(response, name))
      throw contractError(`header ${name} is not documented`)
  }
  const completed: Record<string, string> = {}
  for (const header of response.headers) {
    const { name, required, constant, type } = header
    const { [name]: handlerValue } = handlerHeaders
    // A constant is valid, and `make generate` checks the schema of Request-Id (stack/contract/check/responses.ts).
    const fixed = constant ?? (name === 'Request-Id' ? id : undefined)
    const value = handlerValue === undefined ? (fixed ?? responseHeaders[name]) : writeHeader(handlerValue, type)
    if (value === undefined ? required : value !== fixed && !isValidHeader(header, value))
      throw contractError(`header ${name} is missing or not as documented: ${value}`)
    if (value !== undefined) completed[name] = value
  }
  return completed
}

/** Parses and validates a header, which has the styles of a header parameter. */
export function isValidHeader({ name, type, validate }: ResponseHeader, text: string): boolean {
  if (type === undefined) return validate(text)
  try {
    return validate(readHeader(text, type, name))
  } catch (error) {
    if (error instanceof AnyProblem) return false
    throw error
  }
}

function completeBody(response: ContractResponse, draft: DraftResponse, validator: Validator): HttpResponse['body'] {
  const { body: value } = draft
  if (response.bodies.length === 0) {
    if ((value ?? draft.text) !== undefined) throw contractError('the response has a body, but none is documented')
    return undefined
  }
  const body = getBody(response, draft)
  if (body === undefined) throw contractError(`the media type ${draft.mediaType} is not documented`)
  const { mediaType = body.mediaType } = draft
  if (body.kind !== 'json')
    return { mediaType: withCharset(body, mediaType), content: getContent(body, value, validator) }
  const content = draft.text ?? JSON.stringify(value)
  if (content === undefined) throw contractError('the body is missing')
  const error = draft.isValid ? undefined : validator.validateResponse(body, value)
  // The operator needs the id to find the item in the data.
  const { id } = Object(value)
  if (error !== undefined) throw contractError(id === undefined ? error : `${error} (id ${JSON.stringify(id)})`)
  return { mediaType, content }
}

/** Removes what the contract does not declare from the body. */
export function stripDraft({ responses }: Operation, draft: DraftResponse): DraftResponse {
  const response = getResponse(responses, draft.status)
  const body = response && getBody(response, draft)
  return draft.body === undefined || body === undefined
    ? draft
    : { ...draft, body: stripUnknown(body.shape, draft.body) }
}

/** Returns the documented body of a response; `undefined` for an undocumented media type. */
export function getBody({ bodies }: ContractResponse, { mediaType }: DraftResponse): ResponseBody | undefined {
  if (mediaType === undefined) return bodies[0]
  const [essence = ''] = mediaType.toLowerCase().split(';', 1)
  const documented = bodies.map((body) => body.mediaType)
  return bodies[documented.indexOf(findBestMatch(essence.trim(), documented) ?? '')]
}

/** Returns the content of a body that is not JSON. */
function getContent(body: ResponseBody, value: unknown, validator: Validator): string | Uint8Array {
  if (body.kind === 'bytes' && value instanceof Uint8Array) return value
  if (typeof value !== 'string') throw contractError(`the body of ${body.mediaType} is not ${contents[body.kind]}`)
  const error = validator.validateResponse(body, value)
  if (error !== undefined) throw contractError(error)
  return value
}

const contents: Record<BodyKind, string> = {
  json: 'JSON',
  text: 'a string',
  form: 'a string',
  multipart: 'a string',
  bytes: 'a Uint8Array or a string',
}

function withCharset({ kind }: ResponseBody, mediaType: string): string {
  if (mediaType.includes('*')) throw contractError(`the response names no media type of ${mediaType}`)
  return kind === 'text' && !mediaType.includes(';') ? `${mediaType}; charset=utf-8` : mediaType
}

function contractError(reason: string): Error {
  return new Error(`A response was not sent because it breaks the contract: ${reason}`)
}
