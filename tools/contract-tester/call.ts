// Calls operations with valid requests and checks each response with the oracle; sequences and rules consist of such calls.
import { isDeepStrictEqual } from 'node:util'
import { type Check, type Finding, sentences } from './checks.ts'
import type { HttpResponse } from './connection.ts'
import { operation } from './contract/openapi.ts'
import { parseJson } from './contract/oracle.ts'
import { type Draft, draftOf } from './requests/draft.ts'
import { descriptionOf } from './requests/outcome.ts'
import { type Target, variables } from './target.ts'

export interface CallOptions {
  id?: string
  /** Default: that of the operation. */
  method?: string
  query?: string[]
  headers?: Draft['headers']
  body?: unknown
  /** Default: the first one of the operation. */
  mediaType?: string
  /** Default: the token of the caller. */
  token?: string
}

export interface CallResult {
  response: HttpResponse
  /** The parsed body; `undefined` if it is not JSON. */
  value: unknown
  findings: Finding[]
  /** Request and status, for a report. */
  text: string
}

/** The target, and what one sequence has sent and found. */
export interface Session {
  target: Target
  findings: Finding[]
  /** The last request that was sent. */
  request: string
  /** The rule under test: its check, and the sentence of the contract. */
  check?: Check
  sentence?: string
}

export async function call(target: Target, operationId: string, options: CallOptions = {}): Promise<CallResult> {
  const { id = '', query = [], headers = [], body, token = target.values.token ?? '' } = options
  const called = operation(operationId)
  const mediaType = options.mediaType ?? [...called.body.keys()][0] ?? ''
  const contentType: Draft['headers'] = body === undefined ? [] : [['Content-Type', mediaType]]
  const draft = draftOf(called, {
    target: { prefix: '', path: called.path.replace('{id}', id), query },
    headers: [...contentType, ...headers],
    body: body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    ...(options.method && { method: options.method }),
  })
  const response = await target.send(draft, { ...target.values, token })
  const tokenName = Object.keys(target.values).find((name) => target.values[name] === token) ?? 'token'
  const text = `${target.textOf(draft).replace('Bearer <TOKEN>', `Bearer <${variables[tokenName] ?? tokenName}>`)}\n→ ${response.status}`
  const findings = await target.check(draft.method, called, response)
  return {
    response,
    value: parseJson(response.body),
    findings: findings.map((finding) => ({ ...finding, request: text })),
    text,
  }
}

/** Calls an operation within a sequence and expects a status. */
export async function send(
  session: Session,
  operationId: string,
  options: CallOptions,
  status: number,
  check: Check,
): Promise<CallResult> {
  const result = await call(session.target, operationId, options)
  session.request = result.text
  session.findings.push(...result.findings)
  const received = result.response.status
  const found = received >= 500 ? 'not_a_server_error' : check
  const reason = received >= 400 ? ` (${Object(result.value).detail ?? result.response.body.slice(0, 100)})` : ''
  const described = descriptionOf(operation(operationId), status)
  expect(session, found, received === status, `${operationId}: expected ${status}, got ${received}${reason}`, described)
  return result
}

/** @param described What the contract says. Default: the sentence for the check. */
export function expect(session: Session, check: Check, isMet: boolean, message: string, described?: string): void {
  if (isMet) return
  const sentence = check === session.check ? session.sentence : (described ?? sentences[check])
  session.findings.push({ check, message, request: session.request, ...(sentence && { sentence }) })
}

/** @param what The thing that has the value, for the message. */
export function expectEqual(session: Session, check: Check, what: string, actual: unknown, expected: unknown): void {
  const isList = Array.isArray(expected) && Array.isArray(actual)
  const values = isList ? listed(expected, actual) : `expected ${shown(expected)}, got ${shown(actual)}`
  expect(session, check, isDeepStrictEqual(actual, expected), `${what}: ${values}`)
}

// Long lists often begin with the same values.
function listed(expected: unknown[], actual: unknown[]): string {
  if (expected.length === 0) return `expected none, got ${actual.length}: ${shown(actual)}`
  if (JSON.stringify([expected, actual]).length < 300) return `expected ${shown(expected)}, got ${shown(actual)}`
  const index = actual.findIndex((value, at) => !isDeepStrictEqual(value, expected[at]))
  const first = index === -1 ? Math.min(actual.length, expected.length) : index
  return (
    `expected ${expected.length}, got ${actual.length}. ` +
    `The first difference is number ${first + 1}: expected ${shown(expected[first])}, got ${shown(actual[first])}`
  )
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text
}
