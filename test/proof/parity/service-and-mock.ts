// Sends a request to the service and to the mock. Both responses must be as the contract expects, as documented by the
// oracle, and like each other.
import { Connection, type HttpResponse } from '../../../tools/contract-tester/connection.ts'
import { deviations } from '../../../tools/contract-tester/contract/oracle.ts'
import { addHeaders, bytesOf, type Draft, type Placeholders } from '../../../tools/contract-tester/requests/draft.ts'
import { firstOutcome, mismatches, mockOutcome, type Outcome } from '../../../tools/contract-tester/requests/outcome.ts'
import { setUp } from '../../../tools/contract-tester/requests/set-up.ts'
import { knownToMock, mockDifferences } from './allowed-differences.ts'
import { type Comparison, compare } from './compare.ts'
import type { Exchange } from './run-family.ts'

/** Connections for one request at a time. */
export class ServiceAndMock implements Disposable {
  readonly #service: Connection
  readonly #mock: Connection
  readonly #hosts: { service: string; mock: string }
  readonly #tokens: Placeholders

  constructor(urls: { service: string; mock: string }, tokens: Placeholders) {
    this.#service = new Connection(urls.service)
    this.#mock = new Connection(urls.mock)
    this.#hosts = { service: new URL(urls.service).host, mock: new URL(urls.mock).host }
    this.#tokens = tokens
  }

  /** @param onResponses Called for each request that both have responded to as expected. */
  exchange(onResponses: (draft: Draft, values: Placeholders) => Promise<void>): Exchange {
    return async (draft, onDifference) => {
      const service = { connection: this.#service, host: this.#hosts.service, basePath: '' }
      const values = await setUp(draft, this.#tokens, service)
      const { errors, differences } = await this.#compare(draft, values)
      if (errors.length > 0) return errors
      for (const name of differences) onDifference(name)
      await onResponses(draft, values)
      return []
    }
  }

  async #compare(draft: Draft, values: Placeholders): Promise<{ errors: string[]; differences: string[] }> {
    const expected = firstOutcome(draft.outcomes)
    const expectedOfMock = mockOutcome(draft.outcomes, knownToMock)
    const askMock = (asked: Draft) =>
      this.#mock.exchange(draft.method, bytesOf(asked, { ...values, host: this.#hosts.mock }))
    const [ofService, ofMock] = await Promise.all([
      this.#service.exchange(draft.method, bytesOf(draft, values)),
      askMock(draft),
    ])
    const errors = [
      ...(await errorsOf('the service', draft, ofService, expected)),
      ...(await errorsOf('the mock', draft, ofMock, expectedOfMock)),
    ]
    const { because } = expected
    if (because === undefined || knownToMock.has(because)) {
      return withComparison(errors, [], compare(ofService, ofMock, true))
    }
    // The mock can return any documented response, unless the request itself is refused.
    if (expectedOfMock.type !== undefined) return { errors, differences: [because] }
    const preferred = await askMock(addHeaders(draft, ['Prefer', `code=${expected.status}`]))
    return withComparison(errors, [because], compare(ofService, preferred, false))
  }

  [Symbol.dispose](): void {
    this.#service.close()
    this.#mock.close()
  }
}

function withComparison(errors: string[], circumstances: string[], { different, headers }: Comparison) {
  const names = headers.map((name): `the header ${string}` => `the header ${name}`)
  const unexplained = names.filter((name) => !(name in mockDifferences)).map((name) => `only one of them has ${name}`)
  return { errors: [...errors, ...different, ...unexplained], differences: [...circumstances, ...names] }
}

async function errorsOf(name: string, draft: Draft, response: HttpResponse, expected: Outcome): Promise<string[]> {
  const errors = [...mismatches(response, expected), ...(await deviations(draft.method, draft.operation, response))]
  return errors.map((line) => `${name}: ${line}`)
}
