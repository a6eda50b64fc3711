// What the service throws when it cannot serve a request. The contract says what each problem means and looks like; the
// code only names a problem and adds the parts that depend on the request.
import type { FieldError } from './contract/contract.ts'

export type { FieldError }

/** The problems that any contract has (common.yaml). */
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

/** Constructor with the property of V8, 10 by default. */
const tracing: ErrorConstructor & { stackTraceLimit?: number } = Error

/** An error about a request: it needs no stack trace, which costs more than the rest of a refusal. */
export class RequestRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit = 10 } = tracing
    tracing.stackTraceLimit = 0
    super(message, options)
    tracing.stackTraceLimit = stackTraceLimit
  }
}

/** A problem of any contract. Throw `Problem`, or that of generated/handlers.ts: the compiler knows their kinds. */
export class AnyProblem extends RequestRefusal {
  override readonly name = 'Problem'
  readonly kind: string
  readonly headers: Record<string, string>
  readonly errors: FieldError[] | undefined

  /** @param detail One sentence for the client, nothing secret. */
  constructor(kind: string, detail: string, { headers = {}, errors, cause }: ProblemExtras = {}) {
    super(toDetail(detail), { cause })
    this.kind = kind
    this.headers = headers
    this.errors = errors?.map(withinLimits)
  }
}

/** Makes any text that is not empty fit the schema ProblemDetail, because a text can quote a contract or a request. */
export function toDetail(text: string): string {
  // The first step bounds the work of the second one, which can make the text longer.
  const line = truncate(text, 501).replace(/[\p{Cc}\p{Cs}]/gu, (character) => JSON.stringify(character).slice(1, -1))
  return line.length > 500 ? `${truncate(line, 499)}…` : line
}

/** Length of a name in a problem, as the contract allows it. */
export const maxNameLength = 500

/** Cuts a name to a length, but not inside a surrogate pair or an escape. */
export function truncate(name: string, length = maxNameLength): string {
  return name.length <= length ? name : name.slice(0, length).replace(/(?:[\ud800-\udbff]|~)$/, '')
}

function withinLimits(error: FieldError): FieldError {
  const detail = toDetail(error.detail)
  if (error.pointer !== undefined) return { pointer: truncate(error.pointer), detail }
  return error.header === undefined
    ? { parameter: truncate(error.parameter), detail }
    : { header: error.header, detail }
}

/** The headers that a response needs besides those of every problem, by the name of the problem. */
interface Needed {
  unauthorized: 'WWW-Authenticate'
  'insufficient-scope': 'WWW-Authenticate'
  'method-not-allowed': 'Allow'
  'unsupported-media-type': 'Accept'
  'too-many-requests': 'Retry-After'
  unavailable: 'Retry-After'
}

/** The last argument of a problem, which is optional if its response needs nothing. */
type ExtrasOf<Kind> = Kind extends 'invalid-request'
  ? [extras: ProblemExtras & { errors: [FieldError, ...FieldError[]] }]
  : Kind extends keyof Needed
    ? [extras: ProblemExtras & { headers: Record<Needed[Kind], string> }]
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
  // A client can choose the name, so it may hold anything. Then it stands only in `errors`, where JSON escapes it.
  return /^[\w./-]{1,80}$/.test(name) ? name : 'A field'
}

const retryAfterSeconds = 5

/** A 503: the request has changed nothing. @param subject Names what the service cannot do, as in "verify tokens". */
export function unavailable(subject: string, cause: unknown): Problem {
  const detail = `The service cannot ${subject} at the moment. Retry after the time in Retry-After.`
  return new Problem('unavailable', detail, { headers: { 'Retry-After': String(retryAfterSeconds) }, cause })
}
