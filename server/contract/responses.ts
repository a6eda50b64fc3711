// The last look before an answer leaves: status, media type, headers and body against the contract. What does not pass
// is a fault of ours and is never sent. express-openapi-validator's own hook sees only what goes through `res.json`
// below status 500, and no headers at all; so its judge of bodies is called from here, for every answer.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Header, type Response, resolve, type Schema } from './document.ts'
import { httpResponses, type Operation } from './operations.ts'
import { bodyViolation } from './validator.ts'

/** An answer as it is about to leave. */
export interface WireAnswer {
  status: number
  /** By their names as the contract writes them. */
  headers: Record<string, string>
  /** `undefined`: no body at all. */
  body?: { mediaType: string; value: unknown }
}

/**
 * What is wrong with an answer, in words; empty where it is as documented.
 * @param operation `undefined` for a request that names none, such as one for an unknown path.
 */
export function violations(operation: Operation | undefined, answer: WireAnswer): string[] {
  const { place, responses } = documentedFor(operation)
  const response = responses[answer.status]
  if (response === undefined) return [`status ${answer.status} is not documented for ${place}`]

  const ofBody = bodyViolation(place, responses, answer.status, answer.body)
  return [
    ...headerViolations(response, answer.headers),
    ...mediaTypeViolations(response, answer.body?.mediaType),
    ...(ofBody === undefined ? [] : [ofBody]),
  ]
}

export function documentedResponse(operation: Operation | undefined, status: number): Response | undefined {
  return documentedFor(operation).responses[status]
}

function documentedFor(operation: Operation | undefined) {
  if (operation === undefined) return { place: 'x-http-responses', responses: httpResponses }
  return { place: operation.id, responses: operation.responses }
}

function headerViolations(response: Response, sent: Record<string, string>): string[] {
  const documented = response.headers ?? {}
  const undocumented = Object.keys(sent).filter((name) => !(name in documented))
  const unfit = Object.entries(documented).filter(([name, header]) => !fits(resolve<Header>(header), sent[name]))
  return [
    ...undocumented.map((name) => `header ${name} is not documented`),
    ...unfit.map(([name]) => `header ${name} is missing or not as documented: ${sent[name]}`),
  ]
}

function mediaTypeViolations(response: Response, mediaType: string | undefined): string[] {
  const documented = Object.keys(response.content ?? {})
  if (mediaType === undefined || documented.includes(mediaType)) return []
  return [`media type ${mediaType} is not documented`]
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true })
const headerValidators = new WeakMap<Header, ValidateFunction>()

function fits(header: Header, value: string | undefined): boolean {
  if (value === undefined) return header.required !== true
  const known = headerValidators.get(header)
  const validate = known ?? ajv.compile({ type: 'object', properties: { value: resolve<Schema>(header.schema) } })
  if (known === undefined) headerValidators.set(header, validate)
  // Wrapped in an object, since a number in a header is text until it is converted.
  return validate({ value })
}
