// One request to the service and to the mock, judged: each against what the contract makes of it and by the oracle, and one
// against the other.
import { Connection } from '../../../tools/contract-tester/connection.ts'
import { type Answer, findings } from '../../../tools/contract-tester/contract/oracle.ts'
import {
  bytesOf,
  type Difference,
  type Draft,
  type Facts,
  firstOutcome,
  type Outcome,
  outcomeOfRequest,
} from '../../../tools/contract-tester/requests/draft.ts'
import { unlike } from '../../../tools/contract-tester/requests/outcome.ts'
import { type Comparison, compare } from './compare.ts'
import { allowedDifferences } from './differences.ts'

/** Connections to the two, for one request at a time. */
export class Faces implements Disposable {
  readonly service: Connection
  readonly mock: Connection
  readonly hosts: { service: string; mock: string }

  constructor(urls: { service: string; mock: string }) {
    this.service = new Connection(urls.service)
    this.mock = new Connection(urls.mock)
    this.hosts = { service: new URL(urls.service).host, mock: new URL(urls.mock).host }
  }

  [Symbol.dispose](): void {
    this.service.close()
    this.mock.close()
  }
}

export interface Verdict {
  /** What is wrong, a line each; empty where all is as the contract says. */
  wrong: string[]
  /** Differences that occurred and may. */
  differences: string[]
  answer: Answer
}

/** @throws {NoAnswer} where one of them gives none. */
export async function exchange(draft: Draft, facts: Facts, faces: Faces): Promise<Verdict> {
  const { service, mock, hosts } = faces
  const outcome = firstOutcome(draft.outcomes)
  const ofMock = outcomeOfRequest(draft)
  const askMock = (asked: Draft) => mock.exchange(draft.method, bytesOf(asked, { ...facts, host: hosts.mock }))
  const [one, other] = await Promise.all([service.exchange(draft.method, bytesOf(draft, facts)), askMock(draft)])
  const wrong = [
    ...(await judged('the service', draft, one, outcome)),
    ...(await judged('the mock', draft, other, ofMock)),
  ]
  if (outcome.because === undefined) return verdict(one, wrong, [], compare(one, other, true))
  // The mock gives any answer that the contract has, unless the request is at fault by itself.
  if (ofMock.type !== undefined) return verdict(one, wrong, [outcome.because])
  const preferred = await askMock({ ...draft, fields: [...draft.fields, ['Prefer', `code=${outcome.status}`]] })
  return verdict(one, wrong, [outcome.because], compare(one, preferred, false))
}

function verdict(answer: Answer, wrong: string[], because: Difference[], compared?: Comparison): Verdict {
  const { different = [], fields = [] } = compared ?? {}
  const names = fields.map((name): `the field ${string}` => `the field ${name}`)
  const unexplained = names
    .filter((name) => !(name in allowedDifferences))
    .map((name) => `one of them alone has ${name}`)
  return { answer, wrong: [...wrong, ...different, ...unexplained], differences: [...because, ...names] }
}

async function judged(who: string, { method, operation }: Draft, answer: Answer, expected: Outcome): Promise<string[]> {
  const wrong = [...unlike(answer, expected), ...(await findings(method, operation, answer))]
  return wrong.map((line) => `${who}: ${line}`)
}
