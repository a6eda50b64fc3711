// Calls operations with valid requests and checks each response with the oracle; sequences and rules consist of such calls.
import { isDeepStrictEqual } from 'node:util'
import type { Check, Finding } from './checks.ts'
import type { HttpResponse } from './connection.ts'
import { operation } from './contract/openapi.ts'
import { parseJson } from './contract/oracle.ts'
import { type Draft, draftOf } from './requests/draft.ts'
import { requestText, type Target } from './target.ts'

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
  /** The sentence of the contract that is under test. */
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
  const text = `${requestText(draft, target.values)}\n→ ${response.status}`
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
  expect(session, found, received === status, `${operationId}: expected ${status}, got ${received}${reason}`)
  return result
}

export function expect({ findings, request, sentence }: Session, check: Check, isMet: boolean, message: string): void {
  if (!isMet) findings.push({ check, message, request, ...(sentence && { sentence }) })
}

/** @param what The thing that has the value, for the message. */
export function expectEqual(session: Session, check: Check, what: string, actual: unknown, expected: unknown): void {
  const message = `${what}: expected ${shown(expected)}, got ${shown(actual)}`
  expect(session, check, isDeepStrictEqual(actual, expected), message)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text
}
