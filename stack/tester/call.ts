// Calls operations and checks each response with the oracle. Sequences and rules consist of such calls.
import { isDeepStrictEqual } from 'node:util'
import { type Check, type Finding, sentences, shown } from './checks.ts'
import { NoResponse } from './connection.ts'
import { parseJson } from './contract/oracle.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { type Placeholders, toDraft, withoutCredentials } from './requests/draft.ts'
import { isRefusal } from './requests/outcome.ts'
import { NoValue } from './requests/values.ts'
import type { Target } from './target.ts'

export interface CallOptions {
  /** The path with the values of its parameters. Default: that of the operation. */
  path?: string
  /** The item. Default: the value of its parameter. */
  id?: string
  /** The values of parameters of the path. Default: those of the target. */
  values?: Placeholders
  query?: string[]
  headers?: Record<string, string>
  body?: unknown
  token?: string
  isAnonymous?: true
}

export type CallResult = Awaited<ReturnType<typeof call>>

export async function call(target: Target, called: ContractOperation, options: CallOptions = {}) {
  const { id, path = called.path, query = [], headers = {}, body, values = target.values } = options
  const { token = values.token ?? '' } = options
  const { mediaType = '' } = called.json ?? {}
  const whole = toDraft(called, {
    path: id === undefined ? path : path.replace(/\{[^{}]+\}$/, id),
    query,
    headers: Object.entries({ ...(body !== undefined && { 'Content-Type': mediaType }), ...headers }),
    body: body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
  const draft = options.isAnonymous ? withoutCredentials(whole) : whole
  const sent = { ...values, token }
  const response = await target.send(draft, sent)
  const text = `${target.toText(draft, sent)}\n→ ${response.status}`
  const findings = target.check(draft, called, response).map((one) => ({ ...one, request: text }))
  return { response, value: parseJson(response.body), findings, text }
}

/** @throws {NoValue} for a refusal that the contract documents, which shows nothing else. */
export function requireAccepted(called: ContractOperation, { response }: CallResult): void {
  if (!isRefusal(called, response)) return
  throw new NoValue(`${called.method} ${called.path} refused a valid request with ${response.status}`)
}

export function toItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Deletes the items that were created, children first. What cannot be deleted now is deleted at the end. */
export async function deleteCreated(target: Target, { isEnd = false } = {}): Promise<void> {
  if (!target.options.mayWrite) return
  for (const [path, token] of [...target.state.created].reverse()) {
    const removal = target.options.contract.operationAt('DELETE', path)
    try {
      const { status } = removal ? (await call(target, removal, { path, token })).response : { status: 404 }
      if (status < 300 || status === 404) target.state.created.delete(path)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      if (!isEnd) return
    }
  }
}

/** What one request, rule or sequence of requests has sent and found. */
export class Session {
  readonly target: Target
  readonly findings: Finding[] = []
  /** A line for each request. */
  readonly sent: string[] = []
  /** The check of each expectation that names no other one. */
  check: Check = 'positive_data_acceptance'
  /** The sentence of the contract for `check`; `…` stands for names. */
  sentence: string | undefined
  request = ''

  constructor(target: Target) {
    this.target = target
  }

  /** Calls an operation and expects a status, or one of several. */
  async send(called: ContractOperation, options: CallOptions, expected: number | number[], check = this.check) {
    const result = await call(this.target, called, options)
    this.request = result.text
    this.sent.push(toLine(result.text))
    this.findings.push(...result.findings)
    const { status, body } = result.response
    const all = [expected].flat()
    const [first = 0] = all
    if (first < 300 && all.length === 1) requireAccepted(called, result)
    const reason = status >= 400 ? ` (${Object(result.value).detail ?? body.slice(0, 100)})` : ''
    const message = `${called.id}: expected ${all.join(' or ')}, got ${status}${reason}`
    this.expect(all.includes(status), message, status >= 500 ? 'not_a_server_error' : check)
    return result
  }

  /** Has what another one has sent and found instead. */
  replaceBy({ findings, sent, request }: Session): void {
    this.findings.splice(0, this.findings.length, ...findings)
    this.sent.splice(0, this.sent.length, ...sent)
    this.request = request
  }

  expect(isMet: boolean, message: string, check = this.check): void {
    const { request } = this
    const { [check]: sentence } = check === this.check && this.sentence ? { [check]: this.sentence } : sentences
    if (!isMet) this.findings.push({ check, message, request, ...(sentence !== undefined && { sentence }) })
  }

  expectEqual(what: string, actual: unknown, expected: unknown, check = this.check): void {
    if (!isDeepStrictEqual(actual, expected))
      this.expect(false, `${what}: expected ${shown(expected)}, got ${shown(actual)}`, check)
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
