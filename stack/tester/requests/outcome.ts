// The response that the contract expects for a request. Each negative case adds an outcome; the service must return the one
// that comes first in the contract's order of checks.
import { commonProblems } from '../../core/problem.ts'
import { shorten } from '../checks.ts'
import type { HttpResponse } from '../connection.ts'
import { freeParameters } from '../contract/operations.ts'
import { listsExactly, parseJson } from '../contract/oracle.ts'
import type { ContractResponse, ContractResponses } from '../contract/responses.ts'
import type { ContractOperation } from '../contract/tested-contract.ts'
import { NoValue } from './values.ts'

export interface Outcome {
  /** Position in the order of checks; a success comes last. */
  order: number
  status: number
  type?: string
  /** What `errors` must name. One of several, if the contract leaves it open. */
  field?: Field | Field[]
  /** The `error` that `WWW-Authenticate` must have (RFC 6750, 3.1), and its `scope`; '' if it must have no `error`. */
  tokenError?: 'invalid_token' | 'insufficient_scope' | ''
  scope?: string
  /** Lower-case names of headers, and the items that each must list. */
  lists?: Record<string, string[]>
  /** What the request alone does not show, if there is something: the name of the category. A mock cannot know it. */
  because?: string
  /** Other statuses that RFC 9110 allows for this request, if the service does not refuse it like this. */
  orElse?: number[]
  /** Of a success, if the operation can also return other responses of its own. */
  choices?: ContractResponses
  /** Set if the request matches no operation, or is not read so far. */
  isOfAnyRequest?: boolean
  /** Set if the HTTP library of most servers decides: it must refuse the request, or may accept it. */
  library?: 'refuses' | 'may accept'
}

/** Whether a body is none of the problems that any service has. */
function isOwnBody({ types }: ContractResponse, body: string): boolean {
  const { type } = Object(parseJson(body))
  return isOwnProblem(type) || !types.includes(type)
}

/** Whether only the operation decides to return a problem. */
function isOwnProblem(type: unknown): boolean {
  const name = /^tag:.*:([a-z0-9-]+)$/.exec(String(type))?.[1] ?? ''
  return name !== '' && !commonProblems.some((commonProblem) => commonProblem === name)
}

/** Whether the operation has refused a valid request for a reason of its own. */
export function isRefusal({ responses }: ContractOperation, { status, body }: HttpResponse): boolean {
  const documented = responses.get(status)
  if (documented === undefined || status < 400 || status >= 500) return false
  return isOfOperation(documented) && isOwnBody(documented, body)
}

type Field = { pointer: string } | { parameter: string } | { header: string }

export type OutcomeDetails = Omit<Outcome, 'order' | 'status' | 'type'>

// A service sends these before it knows the operation. The last three are not in the order of checks: they come first.
const ofAnyRequest = ['400 for a malformed request', '404 for the path', '405', '414', '417', '431', '501']

/** @param entry An entry of the order of checks, as the contract writes it, or the status for an unreadable head. */
export function errorOutcome(operation: ContractOperation, entry: string, details?: OutcomeDetails): Outcome {
  const { orderOfChecks, httpResponses } = operation.contract
  const order = orderOfChecks.indexOf(entry)
  const status = Number.parseInt(entry, 10)
  const isOfAnyRequest = ofAnyRequest.includes(entry)
  const response = (isOfAnyRequest ? undefined : operation.responses.get(status)) ?? httpResponses.get(status)
  const type = response?.types.find((type) => !isOwnProblem(type))
  if (type === undefined) throw new Error(`The contract documents no problem for "${entry}"`)
  return { order, status, type, isOfAnyRequest, ...details }
}

/** The first outcome in the order of checks. If two come first, the contract does not say which field is named. */
export function firstOutcome(outcomes: Outcome[]): Outcome {
  const [first, second] = outcomes.toSorted((a, b) => a.order - b.order)
  if (first === undefined) throw new Error('A request has at least one outcome.')
  if (first.order !== second?.order) return first
  const { field: _, ...rest } = first
  return rest
}

export function success(operation: ContractOperation): Outcome {
  const { id, responses } = operation
  const response = responses.success
  if (response === undefined) throw new NoValue(`the contract documents no success of ${id}`)
  const { status } = response
  const others = responses.all.filter((candidate) => candidate !== response && isOfOperation(candidate))
  // Several successes, and errors with a body of the contract, are the choice of the operation.
  const isOpen = others.length > 0 || response.code !== String(status)
  // The service need not know a value of the path that the tester has not created.
  const mayMiss = freeParameters(operation).length > 0 && responses.has(404)
  return {
    order: Number.POSITIVE_INFINITY,
    status,
    ...(isOpen && { choices: responses }),
    ...(mayMiss && { orElse: [404] }),
  }
}

export function getMediaTypes({ responses }: ContractOperation): string[] {
  const successes = responses.all.filter((response) => response.status < 300 || response === responses.success)
  return [...new Set(successes.flatMap(({ content }) => [...content.keys()]))]
}

/** Whether the contract documents that the operation can refuse a body, whatever the state of the service. */
export function canRefuseBody({ responses }: ContractOperation): boolean {
  const isRefusal = (response: ContractResponse) =>
    response.status >= 400 && response.status < 500 && response.status !== 409
  return responses.all.some((response) => isRefusal(response) && isOfOperation(response))
}

/** Whether the operation decides to return it. A 304 is an answer to a condition. */
function isOfOperation({ status, content }: ContractResponse): boolean {
  if (status < 400) return status !== 304
  return [...content.values()].some(({ types }) => types.length === 0 || types.some(isOwnProblem))
}

/** Returns where a response differs from the expected outcome, one line each. */
export function mismatches({ status, headers, body }: HttpResponse, expected: Outcome): string[] {
  const { type, field = [], tokenError, scope, lists = {}, because, choices } = expected
  const choice = choices?.get(status)
  if (choice !== undefined && (status < 400 || isOwnBody(choice, body))) return []
  if (status !== expected.status) {
    const reason = because ? `, because of ${because}` : ''
    return [`status: expected ${expected.status}${reason}, got ${status}${body === '' ? '' : `: ${shorten(body)}`}`]
  }
  const challenge = headers['www-authenticate'] ?? ''
  const [, error = ''] = /\berror="([^"]*)"/.exec(challenge) ?? []
  if (tokenError !== undefined && tokenError !== error)
    return [`the error of WWW-Authenticate: expected "${tokenError}", got "${error}"`]
  const [, actualScope = scope] = /\bscope="([^"]*)"/.exec(challenge) ?? []
  if (scope !== undefined && actualScope !== scope)
    return [`the scope of WWW-Authenticate: expected "${scope}", got "${actualScope}"`]
  for (const [name, items] of Object.entries(lists)) {
    if (listsExactly(headers[name], items)) continue
    return [`header ${name}: expected ${items.join(', ') || 'nothing'}, got ${headers[name] ?? 'nothing'}`]
  }
  // A response to HEAD has no body. The oracle checks whether another one is a problem at all.
  if (type === undefined || body === '') return []
  const problem: { type?: string; errors?: Record<string, string>[] } = Object(parseJson(body))
  if (problem.type !== type) return [`type: expected ${type}, got ${problem.type}`]
  const allowed = [field].flat().flatMap((entry) => Object.entries(entry))
  // A pointer can also name a part of the value.
  const isNamed = allowed.some(([name, value]) =>
    problem.errors?.some(({ [name]: actual }) => {
      return actual === value || (name === 'pointer' && value !== '' && actual?.startsWith(`${value}/`))
    }),
  )
  if (allowed.length === 0 || isNamed) return []
  const fields = allowed.map(([name, value]) => `the ${name} "${value}"`).join(' or ')
  return [`errors: expected ${fields}, got ${JSON.stringify(problem.errors)}`]
}
