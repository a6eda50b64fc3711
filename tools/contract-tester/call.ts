// Calls operations with valid requests and checks each response with the oracle; sequences consist of such calls.
import type { Check, Finding } from './checks.ts'
import type { HttpResponse } from './connection.ts'
import { operation } from './contract/openapi.ts'
import { checkResponse, parseJson } from './contract/oracle.ts'
import { type Draft, draftOf } from './requests/draft.ts'
import { requestText, type Target } from './target.ts'

export interface CallOptions {
  id?: string
  query?: string[]
  headers?: Draft['headers']
  body?: unknown
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
  requests: string[]
}

export async function call(target: Target, operationId: string, options: CallOptions = {}): Promise<CallResult> {
  const { id = '', query = [], headers = [], body, token = target.values.token ?? '' } = options
  const called = operation(operationId)
  const contentType: Draft['headers'] = body === undefined ? [] : [['Content-Type', [...called.body.keys()][0] ?? '']]
  const draft = draftOf(called, {
    target: { prefix: '', path: called.path.replace('{id}', id), query },
    headers: [...contentType, ...headers],
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  })
  const response = await target.send(draft, { ...target.values, token })
  return {
    response,
    value: parseJson(response.body),
    findings: await checkResponse(draft.method, called, response),
    text: `${requestText(draft, target.values)}\n→ ${response.status}`,
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
  session.requests.push(result.text)
  session.findings.push(...result.findings)
  const received = result.response.status
  expect(session, check, received === status, `${operationId} returned ${received} instead of ${status}`)
  return result
}

export function expect({ findings }: Session, check: Check, isMet: boolean, message: string): void {
  if (!isMet) findings.push({ check, message })
}
