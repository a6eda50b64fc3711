// Calls operations and checks each response with the oracle. Invariants and stateful tests consist of such calls.
import { isDeepStrictEqual } from 'node:util'
import { type Check, sentences, toShortJson, type Violation } from './checks.ts'
import { NoResponse } from './connection.ts'
import { parseJson } from './contract/oracle.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { isRefusal } from './requests/outcome.ts'
import { type Placeholders, toTemplate, withoutCredentials } from './requests/template.ts'
import { NoValue } from './requests/values.ts'
import type { SystemUnderTest } from './system-under-test.ts'

export interface CallOptions {
  /** Default: the path of the operation, with placeholders for its parameters. */
  path?: string
  /** Value of the last path parameter. Default: its value in `values`. */
  id?: string
  /** The caller's token and the values of path parameters. Default: those of the system under test. */
  values?: Placeholders
  query?: string[]
  headers?: Record<string, string>
  body?: unknown
  token?: string
  isAnonymous?: true
}

export type CallResult = Awaited<ReturnType<typeof call>>

export async function call(system: SystemUnderTest, operation: ContractOperation, options: CallOptions = {}) {
  const { id, path = operation.path, query = [], headers = {}, body, values = system.values } = options
  const { token = values.token ?? '' } = options
  const { mediaType = '' } = operation.json ?? {}
  const withCredentials = toTemplate(operation, {
    path: id === undefined ? path : path.replace(/\{[^{}]+\}$/, id),
    query,
    headers: Object.entries({ ...(body !== undefined && { 'Content-Type': mediaType }), ...headers }),
    body: body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
  const template = options.isAnonymous ? withoutCredentials(withCredentials) : withCredentials
  const sentValues = { ...values, token }
  const response = await system.send(template, sentValues)
  const requestText = `${system.toText(template, sentValues)}\n→ ${response.status}`
  const violations = system.check(template, operation, response).map((entry) => ({ ...entry, request: requestText }))
  return { response, value: parseJson(response.body), violations, requestText }
}

/** @throws {NoValue} if the operation has refused the request with a response of its own: nothing else can be tested. */
export function requireAccepted(operation: ContractOperation, { response }: CallResult): void {
  if (!isRefusal(operation, response)) return
  throw new NoValue(`${operation.method} ${operation.path} refused a valid request with ${response.status}`)
}

export function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Deletes the items that the run has created, children first. The call at the end retries those that remain. */
export async function deleteCreated(system: SystemUnderTest, { isEnd = false } = {}): Promise<void> {
  if (!system.options.mayWrite) return
  for (const [path, token] of [...system.state.created].reverse()) {
    const removal = system.options.contract.operationAt('DELETE', path)
    try {
      const { status } = removal ? (await call(system, removal, { path, token })).response : { status: 404 }
      if (status < 300 || status === 404) system.state.created.delete(path)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      if (!isEnd) return
    }
  }
}

/** The requests and violations of one test case. */
export class Session {
  readonly system: SystemUnderTest
  readonly violations: Violation[] = []
  readonly requestLines: string[] = []
  /** Default check of `send`, `expect` and `expectEqual`. */
  check: Check = 'positive_data_acceptance'
  /** The sentence of the contract for `check`; `…` stands for names. */
  sentence: string | undefined
  request = ''

  constructor(system: SystemUnderTest) {
    this.system = system
  }

  /** Calls an operation and expects the status, or one of the statuses. */
  async send(operation: ContractOperation, options: CallOptions, expected: number | number[], check = this.check) {
    const result = await call(this.system, operation, options)
    this.request = result.requestText
    this.requestLines.push(toRequestLine(result.requestText))
    this.violations.push(...result.violations)
    const { status, body } = result.response
    const all = [expected].flat()
    const [first = 0] = all
    if (first < 300 && all.length === 1) requireAccepted(operation, result)
    const reason = status >= 400 ? ` (${Object(result.value).detail ?? body.slice(0, 100)})` : ''
    const message = `${operation.id}: expected ${all.join(' or ')}, got ${status}${reason}`
    this.expect(all.includes(status), message, status >= 500 ? 'not_a_server_error' : check)
    return result
  }

  /** Takes over the requests and violations of another session. */
  replaceWith({ violations, requestLines, request }: Session): void {
    this.violations.splice(0, this.violations.length, ...violations)
    this.requestLines.splice(0, this.requestLines.length, ...requestLines)
    this.request = request
  }

  expect(isMet: boolean, message: string, check = this.check): void {
    const { request } = this
    const { [check]: sentence } = check === this.check && this.sentence ? { [check]: this.sentence } : sentences
    if (!isMet) this.violations.push({ check, message, request, ...(sentence !== undefined && { sentence }) })
  }

  expectEqual(label: string, actual: unknown, expected: unknown, check = this.check): void {
    if (!isDeepStrictEqual(actual, expected))
      this.expect(false, `${label}: expected ${toShortJson(expected)}, got ${toShortJson(actual)}`, check)
  }
}

/** Returns the request line, the name of the token unless it is TOKEN, the body and the status. */
function toRequestLine(text: string): string {
  const [head = '', body = ''] = text.split('\n\n')
  const [line = ''] = head.replace(' HTTP/1.1', '').split('\n')
  const [token = ''] = /<(?!TOKEN)\w+>/.exec(head) ?? []
  return [line, token, ...body.split('\n'), /→ \d+$/.exec(text)?.[0] ?? '']
    .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
    .join(' ')
}
