// Plain Prism as a third face: `prism mock openapi.yaml`, with nothing of ours before it. It hangs on some requests and
// ends on others, so it gets deadlines, and is started again.
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, NoAnswer } from '../../../tools/contract-tester/connection.ts'
import { type Answer, findings } from '../../../tools/contract-tester/contract/oracle.ts'
import { bytesOf, type Draft, type Facts, firstOutcome } from '../../../tools/contract-tester/requests/draft.ts'
import { type PlainPrism, startPlainPrism } from '../../support/plain-prism.ts'
import { differencesOfPrism, formsOfPrism } from './prism-differences.ts'

const startMs = 60_000
const answerMs = 5_000
// It is many times slower than the others, and more of the same shows nothing new of it.
const mostOfFamily = 250

export class ThirdFace implements AsyncDisposable {
  /** How often each difference occurred, by its name. */
  readonly differences = new Map<string, number>()
  /** What no row of the tables has, with a request that shows it. */
  readonly unexplained = new Map<string, string>()
  requests = 0

  readonly #asked = new Map<string, number>()
  readonly #askedInVain = new Map<string, number>()
  readonly #patience: number
  #prism: Promise<PlainPrism> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param patience How many requests of one family may stay without an answer; then it is left alone. */
  constructor(patience: number) {
    this.#patience = patience
  }

  /** One request at a time, so that it is known what ends the process. */
  ask(draft: Draft, facts: Facts, family: string): Promise<void> {
    const asked = this.#last.then(() => this.#judge(draft, facts, family))
    this.#last = asked.catch(() => {})
    return asked
  }

  async #judge(draft: Draft, facts: Facts, family: string): Promise<void> {
    // Of two faults, Prism makes what it makes of one of them.
    const inVain = this.#askedInVain.get(family) ?? 0
    const asked = this.#asked.get(family) ?? 0
    if (family === 'two faults' || inVain === this.#patience || asked === mostOfFamily) return
    this.requests++
    this.#asked.set(family, asked + 1)
    const answer = await this.#send(draft, facts)
    if (typeof answer === 'string') this.#askedInVain.set(family, inVain + 1)
    const told = typeof answer === 'string' ? answer : answer.status
    const { status } = firstOutcome(draft.outcomes)
    if (told !== status) this.#note(`${family}: ${told}`, family in differencesOfPrism && isListed(family, told), draft)
    if (typeof answer === 'string' || told !== status) return
    for (const line of await findings(draft.method, draft.operation, answer)) {
      const form = formsOfPrism.find(({ finding }) => finding.test(line))
      this.#note(form?.name ?? `${status}: ${line}`, form !== undefined, draft)
    }
  }

  #note(name: string, isExplained: boolean, draft: Draft): void {
    this.differences.set(name, (this.differences.get(name) ?? 0) + 1)
    if (!isExplained && !this.unexplained.has(name)) {
      this.unexplained.set(name, bytesOf(draft, {}).toString('latin1').slice(0, 500))
    }
  }

  async #send(draft: Draft, facts: Facts): Promise<Answer | 'no answer' | 'the process ends'> {
    this.#prism ??= startPlainPrism(startMs)
    const prism = await this.#prism
    using connection = new Connection(prism.url)
    try {
      const host = new URL(prism.url).host
      return await connection.exchange(draft.method, bytesOf(draft, { ...facts, host }), answerMs)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const hasEnded = await Promise.race([prism.ended.then(() => true), wait(300, false)])
      if (hasEnded) this.#prism = undefined
      return hasEnded ? 'the process ends' : 'no answer'
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last
    await (await this.#prism)?.[Symbol.asyncDispose]()
  }
}

function isListed(family: string, told: number | string): boolean {
  return differencesOfPrism[family]?.answers.includes(told) ?? false
}
