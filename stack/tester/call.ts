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
  /** The path with the values of its parameters. Default: that of the operation. */
  path?: string
  /** The item. Default: the value of its parameter. */
  id?: string
  /** The values of parameters of the path. Default: those of the system under test. */
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
  const whole = toTemplate(operation, {
    path: id === undefined ? path : path.replace(/\{[^{}]+\}$/, id),
    query,
    headers: Object.entries({ ...(body !== undefined && { 'Content-Type': mediaType }), ...headers }),
    body: body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
  const template = options.isAnonymous ? withoutCredentials(whole) : whole
  const sent = { ...values, token }
  const response = await system.send(template, sent)
  const text = `${system.toText(template, sent)}\n→ ${response.status}`
  const violations = system.check(template, operation, response).map((violation) => ({ ...violation, request: text }))
  return { response, value: parseJson(response.body), violations, text }
}

/** @throws {NoValue} for a refusal that the contract documents, which shows nothing else. */
export function requireAccepted(operation: ContractOperation, { response }: CallResult): void {
  if (!isRefusal(operation, response)) return
  throw new NoValue(`${operation.method} ${operation.path} refused a valid request with ${response.status}`)
}

export function toItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Deletes the items that were created, children first. What cannot be deleted now is deleted at the end. */
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

/** What one request, invariant or stateful test has sent and found. */
export class Session {
  readonly system: SystemUnderTest
  readonly violations: Violation[] = []
  /** A line for each request. */
  readonly requestLines: string[] = []
  /** The check of each expectation that names no other one. */
  check: Check = 'positive_data_acceptance'
  /** The sentence of the contract for `check`; `…` stands for names. */
  sentence: string | undefined
  request = ''

  constructor(system: SystemUnderTest) {
    this.system = system
  }

  /** Calls an operation and expects a status, or one of several. */
  async send(operation: ContractOperation, options: CallOptions, expected: number | number[], check = this.check) {
    const result = await call(this.system, operation, options)
    this.request = result.text
    this.requestLines.push(toLine(result.text))
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

  /** Has what another one has sent and found instead. */
  replaceBy({ violations, requestLines, request }: Session): void {
    this.violations.splice(0, this.violations.length, ...violations)
    this.requestLines.splice(0, this.requestLines.length, ...requestLines)
    this.request = request
  }

  expect(isMet: boolean, message: string, check = this.check): void {
    const { request } = this
    const { [check]: sentence } = check === this.check && this.sentence ? { [check]: this.sentence } : sentences
    if (!isMet) this.violations.push({ check, message, request, ...(sentence !== undefined && { sentence }) })
  }

  expectEqual(what: string, actual: unknown, expected: unknown, check = this.check): void {
    if (!isDeepStrictEqual(actual, expected))
      this.expect(false, `${what}: expected ${toShortJson(expected)}, got ${toShortJson(actual)}`, check)
  }
}

/** The request line, the token unless it is that of the first caller, the body and the status. */
function toLine(text: string): string {
  const [head = '', body = ''] = text.split('\n\n')
  const [line = ''] = head.replace(' HTTP/1.1', '').split('\n')
  const [token = ''] = /<(?!TOKEN)\w+>/.exec(head) ?? []
  return [line, token, ...body.split('\n'), /→ \d+$/.exec(text)?.[0] ?? '']
    .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
    .join(' ')
}
