// What the service throws when it cannot serve a request. The contract says what each problem means and looks like; the
// code only names a problem and adds the parts that depend on the request.
import type { FieldError } from './contract/contract.ts'

export type { FieldError }

/** Names of the problems that every contract has (common.yaml). */
export const commonProblems = [
  'invalid-request',
  'malformed-request',
  'unauthorized',
  'insufficient-scope',
  'not-creator',
  'cross-site-request',
  'not-found',
  'method-not-allowed',
  'not-acceptable',
  'request-timeout',
  'has-children',
  'precondition-failed',
  'content-too-large',
  'uri-too-long',
  'unsupported-media-type',
  'expectation-failed',
  'idempotency-key-reused',
  'too-many-requests',
  'header-fields-too-large',
  'internal-error',
  'not-implemented',
  'unavailable',
] as const

export interface ProblemExtras {
  /** Headers that the contract documents for the response, such as `Allow`. */
  headers?: Record<string, string>
  /** The fields to fix, for `invalid-request`. */
  errors?: FieldError[]
  cause?: unknown
}

/** `Error` with `stackTraceLimit`, a property of V8. */
const errorClass: ErrorConstructor & { stackTraceLimit?: number } = Error

/** An error about a request: it needs no stack trace, which costs more than the rest of a refusal. */
export class RequestRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit = 10 } = errorClass
    errorClass.stackTraceLimit = 0
    super(message, options)
    errorClass.stackTraceLimit = stackTraceLimit
  }
}

/** A problem of any contract. Throw `Problem` or the class of generated/handlers.ts: the compiler knows their kinds. */
export class AnyProblem extends RequestRefusal {
  override readonly name = 'Problem'
  readonly kind: string
  readonly headers: Record<string, string>
  readonly errors: FieldError[] | undefined

  /** @param detail Message for the client, without secrets. */
  constructor(kind: string, detail: string, { headers = {}, errors, cause }: ProblemExtras = {}) {
    super(toDetail(detail), { cause })
    this.kind = kind
    this.headers = headers
    this.errors = errors?.map(withinLimits)
  }
}

/** Makes any non-empty string fit the schema ProblemDetail, because it can quote a contract or a request. */
export function toDetail(text: string): string {
  // The first step bounds the work of the second one, which can make the string longer.
  const line = truncate(text, 501).replace(/[\p{Cc}\p{Cs}]/gu, (character) => JSON.stringify(character).slice(1, -1))
  return line.length > 500 ? `${truncate(line, 499)}…` : line
}

/** Maximum length of a name in a problem, as in the contract. */
export const maxNameLength = 500

/** Truncates a string, but not inside a surrogate pair or an escape sequence of a JSON Pointer. */
export function truncate(text: string, length = maxNameLength): string {
  return text.length <= length ? text : text.slice(0, length).replace(/(?:[\ud800-\udbff]|~)$/, '')
}

function withinLimits(error: FieldError): FieldError {
  const detail = toDetail(error.detail)
  if (error.pointer !== undefined) return { pointer: truncate(error.pointer), detail }
  return error.header === undefined
    ? { parameter: truncate(error.parameter), detail }
    : { header: error.header, detail }
}

/** Headers that a response must have besides those of every problem, by the name of the problem. */
interface RequiredHeaders {
  unauthorized: 'WWW-Authenticate'
  'insufficient-scope': 'WWW-Authenticate'
  'method-not-allowed': 'Allow'
  'unsupported-media-type': 'Accept'
  'too-many-requests': 'Retry-After'
  unavailable: 'Retry-After'
}

/** Last argument of a problem, which is optional if its response requires nothing. */
type ExtrasOf<Kind> = Kind extends 'invalid-request'
  ? [extras: ProblemExtras & { errors: [FieldError, ...FieldError[]] }]
  : Kind extends keyof RequiredHeaders
    ? [extras: ProblemExtras & { headers: Record<RequiredHeaders[Kind], string> }]
    : [extras?: ProblemExtras]

export type ProblemClass<Kind extends string> = new <Name extends Kind>(
  kind: Name,
  detail: string,
  ...extras: ExtrasOf<Name>
) => AnyProblem

export type Problem = AnyProblem

/** The problems that the stack itself throws. */
export const Problem: ProblemClass<(typeof commonProblems)[number]> = AnyProblem

/** A 400 that names the fields to fix. @param errors Each `detail` continues the sentence that starts with the name of the field. */
export function invalidRequest(...errors: [FieldError, ...FieldError[]]): Problem {
  const [first] = errors
  return new Problem('invalid-request', `${getSubject(first)} ${first.detail}.`, { errors })
}

function getSubject({ pointer, parameter, header }: FieldError): string {
  if (pointer === '') return 'The request body'
  const name = pointer?.slice(1) ?? parameter ?? header ?? ''
  // The client may have chosen the name. An unusual one is only in `errors`, where JSON escapes it.
  return /^[\w./-]{1,80}$/.test(name) ? name : 'A field'
}

const retryAfterSeconds = 5

/** A 503: the request has changed nothing. @param action What the service cannot do, such as "verify tokens". */
export function unavailable(action: string, cause: unknown): Problem {
  const detail = `The service cannot ${action} at the moment. Retry after the time in Retry-After.`
  return new Problem('unavailable', detail, { headers: { 'Retry-After': String(retryAfterSeconds) }, cause })
}
