// Sends requests to plain Prism (`prism mock openapi.yaml`, without the pipeline of the mock). Prism hangs on some requests
// and exits on others, so each request has a timeout and the process is restarted when it is gone.
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, type HttpResponse, NoResponse } from '../../../tools/contract-tester/connection.ts'
import { deviations } from '../../../tools/contract-tester/contract/oracle.ts'
import { bytesOf, type Draft, type Placeholders } from '../../../tools/contract-tester/requests/draft.ts'
import { firstOutcome } from '../../../tools/contract-tester/requests/outcome.ts'
import { type PlainPrism as PrismProcess, startPlainPrism } from '../../support/plain-prism.ts'
import { prismDeviations, prismResults } from './allowed-differences.ts'
import { type Counts, increment } from './run-family.ts'

const startTimeoutMs = 60_000
const responseTimeoutMs = 5_000
// Prism is many times slower than the service, and more requests of a family show nothing new.
const mostPerFamily = 250

export class PlainPrism implements AsyncDisposable {
  /** How often each row of the tables occurred. */
  readonly differences: Counts = new Map()
  /** Differences without a row in the tables, with the first request that shows each. */
  readonly unexplained = new Map<string, string>()
  requests = 0

  readonly #sent: Counts = new Map()
  readonly #unanswered: Counts = new Map()
  readonly #maxWithoutResponse: number
  #process: Promise<PrismProcess> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param maxWithoutResponse Requests of a family without a response, after which no more of it are sent. */
  constructor(maxWithoutResponse: number) {
    this.#maxWithoutResponse = maxWithoutResponse
  }

  /** Sends one request at a time, so that it is known which one ends the process. */
  check(draft: Draft, values: Placeholders, family: string): Promise<void> {
    const checked = this.#last.then(() => this.#check(draft, values, family))
    this.#last = checked.catch(() => {})
    return checked
  }

  async #check(draft: Draft, values: Placeholders, family: string): Promise<void> {
    const isDone =
      (this.#unanswered.get(family) ?? 0) === this.#maxWithoutResponse ||
      (this.#sent.get(family) ?? 0) === mostPerFamily
    // Prism reports one of two violations, not always the first.
    if (family === 'two violations' || isDone) return
    this.requests++
    increment(this.#sent, family)
    const response = await this.#send(draft, values)
    if (typeof response === 'string') increment(this.#unanswered, family)
    const result = typeof response === 'string' ? response : response.status
    const { status } = firstOutcome(draft.outcomes)
    if (typeof response === 'string' || result !== status) {
      const isExplained = prismResults[family]?.[0].some((one) => one === result) ?? false
      return this.#note(family, isExplained, `${family}: ${result}`, draft)
    }
    for (const line of await deviations(draft.method, draft.operation, response)) {
      const [row] = Object.entries(prismDeviations).find(([, [deviation]]) => deviation.test(line)) ?? []
      this.#note(row ?? line, row !== undefined, `${status}: ${line}`, draft)
    }
  }

  #note(row: string, isExplained: boolean, difference: string, draft: Draft): void {
    increment(this.differences, row)
    if (isExplained || this.unexplained.has(difference)) return
    this.unexplained.set(difference, bytesOf(draft, {}).toString('latin1').slice(0, 500))
  }

  async #send(draft: Draft, values: Placeholders): Promise<HttpResponse | 'no response' | 'the process ends'> {
    this.#process ??= startPlainPrism(startTimeoutMs)
    const prism = await this.#process
    using connection = new Connection(prism.url)
    try {
      const host = new URL(prism.url).host
      return await connection.exchange(draft.method, bytesOf(draft, { ...values, host }), responseTimeoutMs)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      const hasEnded = await Promise.race([prism.ended.then(() => true), wait(300, false)])
      if (hasEnded) this.#process = undefined
      return hasEnded ? 'the process ends' : 'no response'
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last
    await (await this.#process)?.[Symbol.asyncDispose]()
  }
}
