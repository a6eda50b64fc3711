// The response that the contract expects for a request. Each negative case adds an outcome; the service must return the
// one that comes first in the contract's order of checks.
import { commonProblems } from '../../core/problem.ts'
import { shorten } from '../checks.ts'
import type { HttpResponse } from '../connection.ts'
import { getFreeParameters } from '../contract/operations.ts'
import { listsExactly, parseJson } from '../contract/oracle.ts'
import type { ContractResponse, ContractResponses } from '../contract/responses.ts'
import type { ContractOperation } from '../contract/tested-contract.ts'
import { NoValue } from './values.ts'

export interface Outcome {
  /** Position in the order of checks; a successful response comes last. */
  order: number
  status: number
  type?: string
  /** The field that `errors` must name, or several if any of them may be named. */
  field?: Field | Field[]
  /** The `error` that `WWW-Authenticate` must have (RFC 6750, 3.1), and its `scope`; '' if it must have no `error`. */
  tokenError?: 'invalid_token' | 'insufficient_scope' | ''
  scope?: string
  /** The items that headers must list, by the lower-case names of the headers. */
  listHeaders?: Record<string, string[]>
  /** The name of the category, if the outcome depends on state or tokens, which a mock without state does not check. */
  cause?: string
  /** Other accepted statuses, such as those that RFC 9110 allows. */
  otherStatuses?: number[]
  /** All documented responses, if the operation decides which of several it returns to a valid request. */
  allowedResponses?: ContractResponses
  /** Set if the request matches no operation, or the service refuses it before it knows the operation. */
  isOfAnyRequest?: boolean
  /** Set if the HTTP library of most servers decides whether it refuses the request. */
  library?: 'refuses' | 'may accept'
}

/** Whether a body is not one of the problems that any service can return. */
function isCustomBody({ types }: ContractResponse, body: string): boolean {
  const { type } = Object(parseJson(body))
  return isCustomProblem(type) || !types.includes(type)
}

/** Whether the base spec does not define a problem type, so that only a handler can return it. */
function isCustomProblem(type: unknown): boolean {
  const name = /^tag:.*:([a-z0-9-]+)$/.exec(String(type))?.[1] ?? ''
  return name !== '' && !commonProblems.some((commonProblem) => commonProblem === name)
}

/** Whether the operation has refused a valid request with a documented response of its own. */
export function isRefusal({ responses }: ContractOperation, { status, body }: HttpResponse): boolean {
  const documented = responses.get(status)
  if (documented === undefined || status < 400 || status >= 500) return false
  return isCustomResponse(documented) && isCustomBody(documented, body)
}

type Field = { pointer: string } | { parameter: string } | { header: string }

export type OutcomeDetails = Omit<Outcome, 'order' | 'status' | 'type'>

// A service sends these before it knows the operation. The last three are not in the order of checks: they come first.
const entriesOfAnyRequest = ['400 for a malformed request', '404 for the path', '405', '414', '417', '431', '501']

/** @param entry An entry of `x-order-of-checks`, or the status of a request whose head cannot be parsed. */
export function errorOutcome(operation: ContractOperation, entry: string, details?: OutcomeDetails): Outcome {
  const { orderOfChecks, httpResponses } = operation.contract
  const order = orderOfChecks.indexOf(entry)
  const status = Number.parseInt(entry, 10)
  const isOfAnyRequest = entriesOfAnyRequest.includes(entry)
  const response = (isOfAnyRequest ? undefined : operation.responses.get(status)) ?? httpResponses.get(status)
  const type = response?.types.find((type) => !isCustomProblem(type))
  if (type === undefined) throw new Error(`The contract documents no problem for "${entry}"`)
  return { order, status, type, isOfAnyRequest, ...details }
}

/** Returns the first outcome in the order of checks. If two come first, it has no `field`: the contract leaves it open. */
export function firstOutcome(outcomes: Outcome[]): Outcome {
  const [first, second] = outcomes.toSorted((a, b) => a.order - b.order)
  if (first === undefined) throw new Error('A request has at least one outcome.')
  if (first.order !== second?.order) return first
  const { field: _, ...rest } = first
  return rest
}

export function successOutcome(operation: ContractOperation): Outcome {
  const { id, responses } = operation
  const response = responses.successful
  if (response === undefined) throw new NoValue(`the contract documents no successful response of ${id}`)
  const { status } = response
  const others = responses.all.filter((candidate) => candidate !== response && isCustomResponse(candidate))
  // If there are several successful responses, or errors with a custom body, the operation decides which it returns.
  const hasAlternatives = others.length > 0 || response.code !== String(status)
  // The service may return 404 for a path parameter whose value the tester has not created.
  const mayMiss = getFreeParameters(operation).length > 0 && responses.has(404)
  return {
    order: Number.POSITIVE_INFINITY,
    status,
    ...(hasAlternatives && { allowedResponses: responses }),
    ...(mayMiss && { otherStatuses: [404] }),
  }
}

export function getMediaTypes({ responses }: ContractOperation): string[] {
  const successful = responses.all.filter((response) => response.status < 300 || response === responses.successful)
  return [...new Set(successful.flatMap(({ content }) => [...content.keys()]))]
}

/** Whether the contract documents that the operation can refuse a body, whatever the state of the service. */
export function canRefuseBody({ responses }: ContractOperation): boolean {
  const isRefusal = (response: ContractResponse) =>
    response.status >= 400 && response.status < 500 && response.status !== 409
  return responses.all.some((response) => isRefusal(response) && isCustomResponse(response))
}

/** Whether the operation itself decides to return the response, unlike a 304 for a precondition. */
function isCustomResponse({ status, content }: ContractResponse): boolean {
  if (status < 400) return status !== 304
  return [...content.values()].some(({ types }) => types.length === 0 || types.some(isCustomProblem))
}

/** Returns the first difference of a response from the expected outcome; an empty array if there is none. */
export function findMismatches({ status, headers, body }: HttpResponse, expected: Outcome): string[] {
  const { type, field = [], tokenError, scope, listHeaders = {}, cause, allowedResponses } = expected
  const allowed = allowedResponses?.get(status)
  if (allowed !== undefined && (status < 400 || isCustomBody(allowed, body))) return []
  if (status !== expected.status) {
    const reason = cause ? `, because of ${cause}` : ''
    return [`status: expected ${expected.status}${reason}, got ${status}${body === '' ? '' : `: ${shorten(body)}`}`]
  }
  const challenge = headers['www-authenticate'] ?? ''
  const [, error = ''] = /\berror="([^"]*)"/.exec(challenge) ?? []
  if (tokenError !== undefined && tokenError !== error)
    return [`error in WWW-Authenticate: expected "${tokenError}", got "${error}"`]
  const [, actualScope = scope] = /\bscope="([^"]*)"/.exec(challenge) ?? []
  if (scope !== undefined && actualScope !== scope)
    return [`scope in WWW-Authenticate: expected "${scope}", got "${actualScope}"`]
  for (const [name, items] of Object.entries(listHeaders)) {
    if (listsExactly(headers[name], items)) continue
    return [`header ${name}: expected ${items.join(', ') || 'nothing'}, got ${headers[name] ?? 'nothing'}`]
  }
  // A response to HEAD has no body. The oracle checks whether the body of any other response is a problem.
  if (type === undefined || body === '') return []
  const problem: { type?: string; errors?: Record<string, string>[] } = Object(parseJson(body))
  if (problem.type !== type) return [`type: expected ${type}, got ${problem.type}`]
  const fieldEntries = [field].flat().flatMap((entry) => Object.entries(entry))
  // `errors` may also name a part of the value at the pointer.
  const isNamed = fieldEntries.some(([name, value]) =>
    problem.errors?.some(({ [name]: actual }) => {
      return actual === value || (name === 'pointer' && value !== '' && actual?.startsWith(`${value}/`))
    }),
  )
  if (fieldEntries.length === 0 || isNamed) return []
  const fields = fieldEntries.map(([name, value]) => `the ${name} "${value}"`).join(' or ')
  return [`errors: expected ${fields}, got ${JSON.stringify(problem.errors)}`]
}
