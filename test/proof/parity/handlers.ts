// The handlers for tests against the contract, and against the mock where the request alone decides: every request that
// fetch can send, drawn from the families that service and mock are asked.

import { type PlantHandlers, plantHandlers } from '@plant-collection/client/msw'
import * as fc from 'fast-check'
import { getResponse } from 'msw'
import { type Connection, NoAnswer } from '../../../tools/contract-tester/connection.ts'
import { type Answer, findings } from '../../../tools/contract-tester/contract/oracle.ts'
import {
  bytesOf,
  type Draft,
  type Facts,
  firstOutcome,
  outcomeOfRequest,
} from '../../../tools/contract-tester/requests/draft.ts'
import type { Family } from '../../../tools/contract-tester/requests/families.ts'
import { unlike } from '../../../tools/contract-tester/requests/outcome.ts'
import { prepare } from '../../../tools/contract-tester/requests/set-up.ts'
import { compare } from './compare.ts'
import { baseUrl, fetchable } from './fetchable.ts'
import { fieldDifferences, type Unfetchable, unchecked } from './handlers-differences.ts'

const scopes: Record<string, string[]> = {
  token: ['plants:read', 'plants:write'],
  neighbourToken: ['plants:read', 'plants:write'],
  noScopeToken: [],
  plants_readToken: ['plants:read'],
  plants_writeToken: ['plants:write'],
}
// A token is its own name; these two are not valid.
const names = [...Object.keys(scopes), 'otherToken', 'expiredToken']
const tokens: Facts = Object.fromEntries(names.map((name) => [name, name]))

const whoIs = (token: string) => {
  const own = scopes[token]
  return own && { name: token === 'neighbourToken' ? 'neighbour' : 'gardener', scopes: own }
}

/** What came of a family. */
export interface Walked {
  family: string
  asked: number
  /** How often each row of the tables occurred. */
  rows: Map<string, number>
  /** Of the first request on which something was wrong. */
  failure?: string
}

export async function walkHandlers(
  family: Family,
  mock: Connection,
  mockHost: string,
  depth: { seed: number; numRuns: number },
): Promise<Walked> {
  const walked: Walked = { family: family.name, asked: 0, rows: new Map() }
  const note = (row: string) => walked.rows.set(row, (walked.rows.get(row) ?? 0) + 1)
  const property = fc.asyncProperty(family.drafts, async (draft) => {
    const wrong = await judged(draft, { mock, mockHost, asksForSuccess: family.name === 'sound requests', note })
    if (wrong === undefined) return
    walked.asked++
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  const { failed, counterexample, errorInstance } = await fc.check(property, { ...depth, endOnFailure: true })
  if (!failed) return walked
  const request = counterexample && bytesOf(counterexample[0], {}).toString('latin1').slice(0, 800)
  return {
    ...walked,
    failure: `${family.name}: ${errorInstance instanceof Error ? errorInstance.message : errorInstance}\n${request}`,
  }
}

interface Judges {
  mock: Connection
  mockHost: string
  /** Whether the mock is asked also where all is well: what Prism then makes up takes longer than all the rest. */
  asksForSuccess: boolean
  note: (row: string) => void
}

/** What is wrong, a line each; `undefined` where fetch cannot ask it. */
async function judged(draft: Draft, { mock, mockHost, asksForSuccess, note }: Judges): Promise<string[] | undefined> {
  const stateful = faceOf(plantHandlers({ baseUrl, mode: 'stateful', whoIs }))
  const facts = await prepared(draft, stateful)
  const request = typeof facts === 'string' ? facts : fetchable(bytesOf(draft, facts))
  if (typeof facts === 'string' || typeof request === 'string') {
    note(String(request))
    return undefined
  }
  const outcome = firstOutcome(draft.outcomes)
  const answer = await stateful.ask(request)
  const row = unchecked.find(({ occurs }) => occurs(draft, outcome))
  if (row !== undefined) {
    note(row.name)
    const status = row.status(draft)
    return answer?.status === status ? [] : [`${row.name}: ${answer?.status} instead of ${status}`]
  }
  if (answer === undefined) return ['no handler answers']
  const wrong = [...unlike(answer, outcome), ...(await findings(draft.method, draft.operation, answer))]
  const { because, type } = outcome
  if (because === undefined && type === undefined && !asksForSuccess) return wrong
  // Where what is kept decides, those that answer examples are asked for that answer, and so is the mock.
  if (because !== undefined && outcomeOfRequest(draft).type !== undefined) return wrong
  const preferring: Draft =
    because === undefined ? draft : { ...draft, fields: [...draft.fields, ['Prefer', `code=${outcome.status}`]] }
  const ofMock = await mock.exchange(draft.method, bytesOf(preferring, { ...facts, host: mockHost }))
  const example = await faceOf(plantHandlers({ baseUrl })).exchange(draft.method, bytesOf(preferring, facts))
  return [
    ...wrong,
    ...differences(ofMock, example, note),
    ...(because === undefined ? differences(ofMock, answer, note) : []),
  ]
}

// What is set up for a list is a request for that list.
async function prepared(draft: Draft, connection: Pick<Connection, 'exchange'>): Promise<Facts | Unfetchable> {
  try {
    return await prepare(draft, tokens, { connection, host: new URL(baseUrl).host, base: '' })
  } catch (error) {
    if (error instanceof CannotBeFetched) return error.reason
    throw error
  }
}

class CannotBeFetched extends NoAnswer {
  readonly reason: Unfetchable

  constructor(reason: Unfetchable) {
    super(reason)
    this.reason = reason
  }
}

function differences(ofMock: Answer, answer: Answer, note: (row: string) => void): string[] {
  const { different, fields } = compare(ofMock, answer, true)
  const unexplained = fields.flatMap((field) => {
    const row = fieldDifferences.find(({ fields }) => fields.test(field))
    if (row !== undefined) note(row.name)
    return row === undefined ? [`one of them alone has ${field}`] : []
  })
  return [...different, ...unexplained]
}

// As a connection to a service would answer.
function faceOf({ handlers }: PlantHandlers) {
  const ask = async (request: Request): Promise<Answer | undefined> => {
    const response = await getResponse(handlers, request)
    if (response === undefined) return undefined
    const { status, headers } = response
    return { status, headers: Object.fromEntries(headers), body: await response.text() }
  }
  return {
    ask,
    async exchange(_: string, bytes: Buffer): Promise<Answer> {
      const request = fetchable(bytes)
      if (typeof request === 'string') throw new CannotBeFetched(request)
      const answer = await ask(request)
      if (answer === undefined) throw new NoAnswer(`no handler answers ${request.method} ${request.url}`)
      return answer
    },
  }
}
