// The service or mock under test, at any URL: one connection, a time limit for each response, and retries after 429.
import { setTimeout as wait } from 'node:timers/promises'
import type { Finding } from './checks.ts'
import { ComparedConnection } from './compare.ts'
import { Connection, type HttpResponse, NoResponse } from './connection.ts'
import type { ContractOperation } from './contract/openapi.ts'
import { checkResponse, parseJson } from './contract/oracle.ts'
import { Coverage } from './coverage.ts'
import { readable } from './readable.ts'
import { addHeaders, bytesOf, type Draft, type Placeholders } from './requests/draft.ts'
import type { Service } from './requests/set-up.ts'

export interface TargetOptions {
  /** The base URL, http or https, with or without a path. */
  url: string
  /** Tokens by the names of their placeholders; `token` is the token of the caller. */
  tokens: Placeholders
  /** Whether plants may be created, changed and deleted. */
  mayWrite: boolean
  /** A mock stores nothing and accepts every token. */
  isMock: boolean
  /** Whether a gateway is in front: it may refuse malformed requests itself. Default: no. */
  isGateway?: boolean
  /** An origin that the target allows: each request has it as `Origin`. Default: none. */
  origin?: string
  /** A second service or mock: its responses are compared. Default: none. */
  compare?: string
  timeoutMs: number
}

/** What all connections to a target share. */
interface Shared {
  values: Placeholders
  /** Creations without a response: each may have left a plant. */
  lost: { count: number }
  requestIds: Set<string>
  coverage: Coverage
  /** No request is sent before this time, in milliseconds since 1970: a rate limit. */
  pause: { until: number }
}

export class Target implements Disposable {
  readonly service: Service
  readonly options: TargetOptions
  /** Values of placeholders that are known so far. */
  readonly values: Placeholders
  /** The plants that were created and not yet deleted, with the token of their caller. */
  readonly created: Map<string, string>
  /** Creations without a response: each may have left a plant. */
  readonly lost: { count: number }
  /** The responses that the run has got. */
  readonly coverage: Coverage
  /** The second service. */
  readonly second: Target | undefined
  #connection: Pick<Connection, 'exchange' | 'close'>
  readonly #shared: Shared

  /**
   * @param shared Of another connection to this target. Default: this is the first one.
   * @param created Gets the plants that are created over this connection.
   */
  constructor(options: TargetOptions, shared?: Shared, created: Target['created'] = new Map()) {
    const { host, pathname } = new URL(options.url)
    this.options = options
    this.created = created
    this.#shared = shared ?? {
      values: { ...options.tokens, host },
      lost: { count: 0 },
      requestIds: new Set(),
      coverage: new Coverage(),
      pause: { until: 0 },
    }
    this.values = this.#shared.values
    this.lost = this.#shared.lost
    this.coverage = this.#shared.coverage
    this.#connection = new RecordingConnection(options, created, this.#shared)
    this.service = { connection: this.#connection, host, basePath: pathname.replace(/\/+$/, '') }
    const { compare: url, ...others } = options
    this.second = url === undefined ? undefined : new Target({ ...others, url })
  }

  /** The same target over another connection, for requests at the same time. @param created Default: that of this one. */
  another(created: Target['created'] = this.created): Target {
    const { compare: _, ...options } = this.options
    return new Target(options, this.#shared, created)
  }

  /** From now on, each request over this connection is sent to the second service, too. */
  compareResponses(isStateless: boolean): void {
    if (this.second === undefined) return
    const { connection, host } = this.second.service
    const compared = new ComparedConnection(this.#connection, this.service.host, { connection, host, isStateless })
    this.#connection = compared
    this.service.connection = compared
  }

  /** @throws {NoResponse} if there is no response within the time limit. */
  send(draft: Draft, values: Placeholders = this.values): Promise<HttpResponse> {
    const bytes = bytesOf(this.#addressed(draft), values)
    return this.#connection.exchange(draft.method, bytes, this.options.timeoutMs).catch((error: unknown) => {
      if (error instanceof NoResponse) error.request = `${this.textOf(draft, values)}\n→ no response`
      throw error
    })
  }

  /** A request as text for a report: with the names of the tokens, and cut if it is long. */
  textOf(draft: Draft, values: Placeholders = this.values): string {
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      /token$/i.test(name) ? `<${variables[name] ?? name}>` : value,
    ])
    const bytes = bytesOf(this.#addressed(draft), Object.fromEntries(shown))
    const text = readable(bytes).replaceAll('\r\n', '\n').trimEnd()
    return text.length > 1_000 ? `${text.slice(0, 1_000).toWellFormed()}… (${bytes.length} bytes)` : text
  }

  /** The draft with the path of the base URL. */
  #addressed(draft: Draft): Draft {
    const { origin } = this.options
    const addressed = { ...draft, target: { ...draft.target, path: this.service.basePath + draft.target.path } }
    return origin === undefined ? addressed : addHeaders(addressed, ['Origin', origin])
  }

  /** Returns where a response differs from the contract. */
  async check(method: string, operation: ContractOperation | undefined, response: HttpResponse): Promise<Finding[]> {
    const { isGateway = false, origin } = this.options
    const { requestIds } = this.#shared
    const findings: Finding[] = await checkResponse(method, operation, response, { otherVary: isGateway })
    const allowed = response.headers['access-control-allow-origin'] ?? 'nothing'
    const isShared = operation?.responses.has(response.status) && response.status < 400
    if (origin !== undefined && isShared && ![origin, '*'].includes(allowed)) {
      const message = `header access-control-allow-origin: expected ${origin}, got ${allowed}`
      findings.push({ check: 'response_headers_conformance', message, sentence: crossOrigin })
    }
    const id = response.headers['request-id']
    if (id !== undefined && requestIds.has(id) && !this.options.isMock) {
      const message = `header request-id: ${id} is that of an earlier response, too`
      const sentence = 'Identifies this response in the log of the service.'
      findings.push({ check: 'response_headers_conformance', message, sentence })
    }
    if (id !== undefined) requestIds.add(id)
    const differences = response.differences ?? []
    findings.push(...differences.map((message): Finding => ({ check: 'same_response', message })))
    if (findings.length === 0) this.coverage.add(operation, response)
    return findings
  }

  [Symbol.dispose](): void {
    this.second?.[Symbol.dispose]()
    this.#connection.close()
  }
}

const crossOrigin = 'A web page of another origin can call the service if the operator allows that origin.'

/** Records every plant that is created, for whatever purpose, so that it can be deleted at the end, and waits after 429. */
class RecordingConnection extends Connection {
  readonly #created: Map<string, string>
  readonly #shared: Shared
  readonly #token: string
  readonly #isMock: boolean

  constructor(options: TargetOptions, created: Map<string, string>, shared: Shared) {
    const { url, tokens, isMock } = options
    super(url)
    this.#created = created
    this.#shared = shared
    this.#token = tokens.token ?? ''
    this.#isMock = isMock
  }

  override async exchange(method: string, bytes: Buffer, timeoutMs?: number): Promise<HttpResponse> {
    const response = await this.#unlimited(() => super.exchange(method, bytes, timeoutMs)).catch((error: unknown) => {
      if (method === 'POST' && !this.#isMock) this.#shared.lost.count++
      throw error
    })
    if (method !== 'POST' || response.status >= 300 || this.#isMock) return response
    const id = Object(parseJson(response.body)).id ?? /plants\/([\w-]+)$/.exec(response.headers.location ?? '')?.[1]
    const [, token = this.#token] = /^authorization:\s*bearer\s+(\S+)/im.exec(bytes.toString('latin1')) ?? []
    if (typeof id === 'string') this.#created.set(id, token)
    return response
  }

  /** A rate limit is not a defect of the service: all connections wait, then this one sends the request again. */
  async #unlimited(exchange: () => Promise<HttpResponse>, attempts = 3): Promise<HttpResponse> {
    const { pause } = this.#shared
    while (pause.until > Date.now()) await wait(pause.until - Date.now())
    const response = await exchange()
    if (response.status !== 429 || attempts === 1) return response
    // A gateway may send a date instead (RFC 9110, 10.2.3).
    const seconds = Math.min(Number(response.headers['retry-after'] ?? 1) || 1, 60)
    pause.until = Math.max(pause.until, Date.now() + seconds * 1000)
    return this.#unlimited(exchange, attempts - 1)
  }
}

/** The settings of the tokens, by the names of their placeholders. */
export const variables: Record<string, string> = {
  token: 'TOKEN',
  neighbourToken: 'OTHER_TOKEN',
  plants_readToken: 'READ_TOKEN',
  plants_writeToken: 'WRITE_TOKEN',
  expiredToken: 'EXPIRED_TOKEN',
}
