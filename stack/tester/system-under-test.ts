// The service or mock under test, at any URL: one connection, a time limit for each response, and retries after 429.
import { isUtf8 } from 'node:buffer'
import { setTimeout as wait } from 'node:timers/promises'
import { percentDecode } from '../core/contract/json-pointer.ts'
import type { Violation } from './checks.ts'
import { Comparison } from './compare.ts'
import { Connection, type Creation, type HttpResponse, NoResponse } from './connection.ts'
import { Coverage, checkDeprecation, checkResponse, parseJson } from './contract/oracle.ts'
import type { ContractOperation, TestedContract } from './contract/tested-contract.ts'
import { addHeaders, fillPlaceholders, type Placeholders, type RequestTemplate, toBytes } from './requests/template.ts'

export const tokenVariables: Record<string, string> = {
  token: 'TOKEN',
  otherCallerToken: 'OTHER_TOKEN',
  readToken: 'READ_TOKEN',
  writeToken: 'WRITE_TOKEN',
  expiredToken: 'EXPIRED_TOKEN',
}

export interface SystemOptions {
  contract: TestedContract
  /** Base URL. If it has no path, that of the first server in the contract is used. */
  url: string
  /** Tokens by the names of their placeholders; `token` is the token of the caller. */
  tokens: Placeholders
  mayWrite: boolean
  /** Whether it stores nothing and accepts every token. */
  isMock: boolean
  /** Whether deviations of its HTTP library from the contract are violations. Default: they are notes. */
  isStrict?: boolean
  /** Header `Origin` of each request: an origin that the system under test allows. Default: none. */
  origin?: string
  /** URL of a second service or mock whose responses are compared. Default: none. */
  compare?: string
  timeoutMs: number
}

export class SystemUnderTest implements Disposable {
  readonly options: SystemOptions
  /** State that all connections to a system under test share. */
  readonly state = {
    /** Paths of the items that were created and not yet deleted, oldest first, with the token of their caller. */
    created: new Map<string, string>(),
    /** The id of an item by the path of its collection: an existing one, or one that the run creates at its start. */
    items: new Map<string, string>(),
    requestIds: new Set<string>(),
    coverage: new Coverage(),
    /** Deviations from the contract that are not failures. */
    notes: new Set<string>(),
  }
  readonly values: Placeholders
  readonly second: SystemUnderTest | undefined
  readonly #connection: Connection
  #comparison: Comparison | undefined

  constructor(options: SystemOptions, first?: SystemUnderTest) {
    const { compare: url, ...others } = options
    this.options = options
    this.state = first?.state ?? this.state
    this.values = first?.values ?? { ...options.tokens, host: new URL(options.url).host }
    this.second = url === undefined ? undefined : new SystemUnderTest({ ...others, url })
    this.#connection = new Connection(options.url, options.timeoutMs)
  }

  /** The same system under test over another connection, for requests that are not compared. */
  withNewConnection(): SystemUnderTest {
    const { compare: _, ...options } = this.options
    return new SystemUnderTest(options, this)
  }

  /** From now on, sends each request over this connection to the second service, too. */
  startComparison(): void {
    if (this.second) this.#comparison = new Comparison(this, this.second)
  }

  /** @throws {NoResponse} if there is no response within the time limit. */
  send(template: RequestTemplate, values: Placeholders = this.values): Promise<HttpResponse> {
    const bytes = toBytes(this.#addBasePathAndOrigin(template), values)
    const path = percentDecode(fillPlaceholders(template.path, values))
    const creation = template.method === 'POST' ? { path, token: values.token ?? '' } : undefined
    return (this.#comparison ?? this).exchange(template.method, bytes, creation).catch((error: unknown) => {
      if (error instanceof NoResponse) error.request = `${this.toText(template, values)}\n→ no response`
      throw error
    })
  }

  /** Records every item that a POST creates, so that it can be deleted at the end. */
  async exchange(method: string, bytes: Buffer, creation?: Creation): Promise<HttpResponse> {
    const response = await this.#exchangeUnlimited(method, bytes)
    if (!creation || response.status >= 300) return response
    const id = getId(parseJson(response.body)) ?? /([\w-]+)$/.exec(response.headers.location ?? '')?.[1]
    if (id !== undefined) this.state.created.set(`${creation.path}/${id}`, creation.token)
    return response
  }

  /** Retries a request after 429: a rate limit is not a defect of the service. */
  async #exchangeUnlimited(method: string, bytes: Buffer, attempts = 3): Promise<HttpResponse> {
    const response = await this.#connection.exchange(method, bytes)
    if (response.status !== 429 || attempts === 1) return response
    // A gateway may send a date instead of seconds (RFC 9110, 10.2.3): then it waits for one second.
    await wait(1000 * Math.min(Number(response.headers['retry-after'] ?? 1) || 1, 60))
    return this.#exchangeUnlimited(method, bytes, attempts - 1)
  }

  /** Formats a request for a report: with names instead of tokens, and truncated if it is long. */
  toText(template: RequestTemplate, values: Placeholders = this.values): string {
    const shownValues = Object.entries(values).map(([name, value]) => {
      // A stateful test can send the token of a second caller as `token`.
      const known = Object.keys(this.values).find((name) => this.values[name] === value) ?? name
      return [name, /token$/i.test(name) ? `<${tokenVariables[known] ?? known}>` : value]
    })
    const bytes = toBytes(this.#addBasePathAndOrigin(template), Object.fromEntries(shownValues))
    const text = bytes
      .toString(isUtf8(bytes) ? 'utf8' : 'latin1')
      .replaceAll('\r\n', '\n')
      .trimEnd()
    return text.length > 1_000 ? `${text.slice(0, 1_000).toWellFormed()}… (${bytes.length} bytes)` : text
  }

  /** Returns the base path of an operation: that of the URL, or of the operation's own server relative to it. */
  #getBasePath({ base }: ContractOperation): string {
    const { url, contract } = this.options
    const basePath = new URL(url).pathname.replace(/\/+$/, '') || contract.basePath
    if (base === contract.basePath) return basePath
    return (
      (basePath.endsWith(contract.basePath)
        ? basePath.slice(0, basePath.length - contract.basePath.length)
        : basePath) + base
    )
  }

  #addBasePathAndOrigin(template: RequestTemplate): RequestTemplate {
    const { origin } = this.options
    const addressed = { ...template, path: this.#getBasePath(template.operation) + template.path }
    return origin === undefined ? addressed : addHeaders(addressed, ['Origin', origin])
  }

  check(
    { method, query }: RequestTemplate,
    operation: ContractOperation | undefined,
    response: HttpResponse,
  ): Violation[] {
    const { contract, isMock, origin } = this.options
    const { requestIds, coverage } = this.state
    const violations = checkResponse(contract, method, operation, response)
    if (operation && method !== 'OPTIONS') violations.push(...checkDeprecation(operation, query, response))
    const report = (message: string) =>
      violations.push({ check: 'response_headers_conformance', message: `header ${message}` })
    const allowed = response.headers['access-control-allow-origin'] ?? 'nothing'
    const isShared = operation?.responses.has(response.status) && response.status < 400
    if (origin !== undefined && isShared && ![origin, '*'].includes(allowed))
      report(`access-control-allow-origin: expected ${origin}, got ${allowed}`)
    const id = response.headers['request-id']
    if (id !== undefined && requestIds.has(id) && !isMock)
      report(`request-id: an earlier response has the same value, ${id}`)
    if (id !== undefined) requestIds.add(id)
    for (const message of response.differences ?? []) violations.push({ check: 'same_response', message })
    if (violations.length === 0) coverage.add(contract, operation, response)
    return violations
  }

  [Symbol.dispose](): void {
    this.second?.[Symbol.dispose]()
    this.#connection.close()
  }
}

export function getId(item: unknown): string | undefined {
  const { id } = Object(item)
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
