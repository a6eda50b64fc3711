// The server under test, wherever it runs: asked over one connection, with a deadline, and with patience where it says 429.
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from './connection.ts'
import type { Answer } from './contract/oracle.ts'
import { bytesOf, type Draft, type Facts } from './requests/draft.ts'
import type { Where } from './requests/set-up.ts'

export interface TargetOptions {
  /** The base URL, http or https, with or without a path. */
  url: string
  /** By the names that drafts give them; `token` is that of the caller. */
  tokens: Facts
  /** Whether plants may be created, changed and deleted. */
  mayWrite: boolean
  /** A mock: it has examples for an answer, and takes any token. */
  keepsNothing: boolean
  deadlineMs: number
}

export class Target implements Disposable {
  readonly where: Where
  readonly options: TargetOptions
  /** What is known of it by now. */
  readonly facts: Facts
  /** The plants that were created on the way, by identifier. */
  readonly created = new Set<string>()
  readonly #connection: Connection

  constructor(options: TargetOptions) {
    const { host, pathname } = new URL(options.url)
    this.options = options
    this.#connection = new NotingConnection(options.url, (id) => this.created.add(id))
    this.where = { connection: this.#connection, host, base: pathname.replace(/\/+$/, '') }
    this.facts = { ...options.tokens, host }
  }

  /** @throws {NoAnswer} where there is none within the deadline. */
  async ask(draft: Draft, facts: Facts = this.facts): Promise<Answer> {
    const { base, connection } = this.where
    const { target } = draft
    const asked = { ...draft, target: { ...target, path: base + target.path } }
    return this.#patiently(() => connection.exchange(draft.method, bytesOf(asked, facts), this.options.deadlineMs))
  }

  // A limit is no fault of the service, and its answer has been judged before by those who provoke it.
  async #patiently(exchange: () => Promise<Answer>): Promise<Answer> {
    const answer = await exchange()
    if (answer.status !== 429) return answer
    await wait(Math.min(Number(answer.headers['retry-after'] ?? 1), 60) * 1000)
    return exchange()
  }

  [Symbol.dispose](): void {
    this.#connection.close()
  }
}

/** Whoever creates a plant, for whatever purpose, is told where it is. */
class NotingConnection extends Connection {
  readonly #note: (id: string) => void

  constructor(url: string, note: (id: string) => void) {
    super(url)
    this.#note = note
  }

  override async exchange(...asked: Parameters<Connection['exchange']>): Promise<Answer> {
    const answer = await super.exchange(...asked)
    const id = /plants\/([\w-]+)$/.exec(answer.headers.location ?? '')?.[1]
    if (id !== undefined) this.#note(id)
    return answer
  }
}

/** What a request is, for a report: without the token, and cut where it is long. */
export function told(draft: Draft, facts: Facts): string {
  const known = Object.entries(facts).filter(([name]) => !/token$/i.test(name))
  const text = bytesOf(draft, Object.fromEntries(known)).toString('latin1').replaceAll('\r\n', '\n').trimEnd()
  return text.length > 1_000 ? `${text.slice(0, 1_000)}… (${text.length} bytes)` : text
}
