// The service or mock under test, at any URL: one connection, a time limit for each response, and a retry after 429.
import { setTimeout as wait } from 'node:timers/promises'
import type { Finding } from './checks.ts'
import { Connection, type HttpResponse, NoResponse } from './connection.ts'
import type { ContractOperation } from './contract/openapi.ts'
import { checkResponse, parseJson } from './contract/oracle.ts'
import { readable } from './readable.ts'
import { bytesOf, type Draft, type Placeholders } from './requests/draft.ts'
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
  timeoutMs: number
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
  readonly #connection: Connection
  readonly #requestIds: Set<string>

  /** @param sibling Shares what it knows. */
  constructor(options: TargetOptions, sibling?: Target) {
    const { host, pathname } = new URL(options.url)
    this.options = options
    this.created = sibling?.created ?? new Map()
    this.lost = sibling?.lost ?? { count: 0 }
    this.#requestIds = sibling === undefined ? new Set() : sibling.#requestIds
    this.#connection = new RecordingConnection(options, this.created, this.lost)
    this.service = { connection: this.#connection, host, basePath: pathname.replace(/\/+$/, '') }
    this.values = sibling?.values ?? { ...options.tokens, host }
  }

  /** The same target over another connection, for requests at the same time. */
  another(): Target {
    return new Target(this.options, this)
  }

  /** @throws {NoResponse} if there is no response within the time limit. */
  async send(draft: Draft, values: Placeholders = this.values): Promise<HttpResponse> {
    const { path } = draft.target
    const bytes = bytesOf({ ...draft, target: { ...draft.target, path: this.service.basePath + path } }, values)
    const exchange = () =>
      this.#connection.exchange(draft.method, bytes, this.options.timeoutMs).catch((error: unknown) => {
        if (error instanceof NoResponse) error.request = `${requestText(draft, values)}\n→ no response`
        throw error
      })
    const response = await exchange()
    // A rate limit is not a defect of the service: wait and retry once.
    if (response.status !== 429) return response
    await wait(Math.min(Number(response.headers['retry-after'] ?? 1), 60) * 1000)
    return exchange()
  }

  /** Returns where a response differs from the contract. */
  async check(method: string, operation: ContractOperation | undefined, response: HttpResponse): Promise<Finding[]> {
    const { isGateway = false } = this.options
    const findings: Finding[] = await checkResponse(method, operation, response, {
      otherHeaders: true,
      otherVary: isGateway,
    })
    const id = response.headers['request-id']
    if (id !== undefined && this.#requestIds.has(id) && !this.options.isMock) {
      const message = `header request-id: ${id} is that of an earlier response, too`
      const sentence = 'Identifies this response in the log of the service.'
      findings.push({ check: 'response_headers_conformance', message, sentence })
    }
    if (id !== undefined) this.#requestIds.add(id)
    return findings
  }

  [Symbol.dispose](): void {
    this.#connection.close()
  }
}

/** Records every plant that is created, for whatever purpose, so that it can be deleted at the end. */
class RecordingConnection extends Connection {
  readonly #created: Map<string, string>
  readonly #lost: { count: number }
  readonly #token: string
  readonly #isMock: boolean

  constructor(options: TargetOptions, created: Map<string, string>, lost: { count: number }) {
    const { url, tokens, isMock } = options
    super(url)
    this.#created = created
    this.#lost = lost
    this.#token = tokens.token ?? ''
    this.#isMock = isMock
  }

  override async exchange(method: string, bytes: Buffer, timeoutMs?: number): Promise<HttpResponse> {
    const response = await super.exchange(method, bytes, timeoutMs).catch((error: unknown) => {
      if (method === 'POST' && !this.#isMock) this.#lost.count++
      throw error
    })
    if (method !== 'POST' || response.status >= 300 || this.#isMock) return response
    const id = Object(parseJson(response.body)).id ?? /plants\/([\w-]+)$/.exec(response.headers.location ?? '')?.[1]
    const [, token = this.#token] = /^authorization:\s*bearer\s+(\S+)/im.exec(bytes.toString('latin1')) ?? []
    if (typeof id === 'string') this.#created.set(id, token)
    return response
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

/** A request as text for a report: with the names of the tokens, and cut if it is long. */
export function requestText(draft: Draft, values: Placeholders): string {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    /token$/i.test(name) ? `<${variables[name] ?? name}>` : value,
  ])
  const bytes = bytesOf(draft, Object.fromEntries(shown))
  const text = readable(bytes).replaceAll('\r\n', '\n').trimEnd()
  return text.length > 1_000 ? `${text.slice(0, 1_000).toWellFormed()}… (${bytes.length} bytes)` : text
}
