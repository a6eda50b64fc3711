// The service or mock under test, at any URL: one connection, a time limit for each response, and a retry after 429.
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, type HttpResponse } from './connection.ts'
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
  timeoutMs: number
}

export class Target implements Disposable {
  readonly service: Service
  readonly options: TargetOptions
  /** Values of placeholders that are known so far. */
  readonly values: Placeholders
  /** Identifiers of the plants that were created and not yet removed. */
  readonly created = new Set<string>()
  readonly #connection: Connection

  constructor(options: TargetOptions) {
    const { host, pathname } = new URL(options.url)
    this.options = options
    this.#connection = new RecordingConnection(options.url, this.created)
    this.service = { connection: this.#connection, host, basePath: pathname.replace(/\/+$/, '') }
    this.values = { ...options.tokens, host }
  }

  /** @throws {NoResponse} if there is no response within the time limit. */
  async send(draft: Draft, values: Placeholders = this.values): Promise<HttpResponse> {
    const { path } = draft.target
    const bytes = bytesOf({ ...draft, target: { ...draft.target, path: this.service.basePath + path } }, values)
    const exchange = () => this.#connection.exchange(draft.method, bytes, this.options.timeoutMs)
    const response = await exchange()
    // A rate limit is not a defect of the service: wait and retry once.
    if (response.status !== 429) return response
    await wait(Math.min(Number(response.headers['retry-after'] ?? 1), 60) * 1000)
    return exchange()
  }

  [Symbol.dispose](): void {
    this.#connection.close()
  }
}

/** Records every plant that is created, for whatever purpose, so that it can be deleted at the end. */
class RecordingConnection extends Connection {
  readonly #created: Set<string>

  constructor(url: string, created: Set<string>) {
    super(url)
    this.#created = created
  }

  override async exchange(...args: Parameters<Connection['exchange']>): Promise<HttpResponse> {
    const response = await super.exchange(...args)
    const id = /plants\/([\w-]+)$/.exec(response.headers.location ?? '')?.[1]
    if (id !== undefined) this.#created.add(id)
    return response
  }
}

/** A request as text for a report: without tokens, and cut if it is long. */
export function requestText(draft: Draft, values: Placeholders): string {
  const shown = Object.entries(values).filter(([name]) => !/token$/i.test(name))
  const text = bytesOf(draft, Object.fromEntries(shown)).toString('latin1').replaceAll('\r\n', '\n').trimEnd()
  return text.length > 1_000 ? `${text.slice(0, 1_000)}… (${text.length} bytes)` : text
}
