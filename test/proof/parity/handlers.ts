// Sends a request to the MSW handlers. The response must be as the contract expects and, where the request alone decides,
// like the response of the mock.
import { type PlantHandlers, plantHandlers } from '@plant-collection/client/msw'
import { getResponse } from 'msw'
import { type Connection, type HttpResponse, NoResponse } from '../../../tools/contract-tester/connection.ts'
import { deviations } from '../../../tools/contract-tester/contract/oracle.ts'
import { addHeaders, bytesOf, type Draft, type Placeholders } from '../../../tools/contract-tester/requests/draft.ts'
import { firstOutcome, mismatches, mockOutcome } from '../../../tools/contract-tester/requests/outcome.ts'
import { setUp } from '../../../tools/contract-tester/requests/set-up.ts'
import { handlerDifferences, handlerHeaders, type Unsendable } from './allowed-differences.ts'
import { compare } from './compare.ts'
import { baseUrl, toRequest } from './fetchable.ts'
import type { Exchange } from './run-family.ts'

const scopes: Record<string, string[]> = {
  token: ['plants:read', 'plants:write'],
  neighbourToken: ['plants:read', 'plants:write'],
  noScopeToken: [],
  plants_readToken: ['plants:read'],
  plants_writeToken: ['plants:write'],
}
// The value of each token is its name. The last two are not valid.
const names = [...Object.keys(scopes), 'otherToken', 'expiredToken']
const tokens: Placeholders = Object.fromEntries(names.map((name) => [name, name]))

function whoIs(token: string): { name: string; scopes: string[] } | undefined {
  const known = scopes[token]
  return known && { name: token === 'neighbourToken' ? 'neighbour' : 'caller', scopes: known }
}

interface Options {
  mock: Pick<Connection, 'exchange'>
  mockHost: string
  /** Whether valid requests are sent to the mock, too; Prism takes most of the time of a run for them. */
  comparesSuccesses: boolean
}

export function exchangeWithHandlers({ mock, mockHost, comparesSuccesses }: Options): Exchange {
  return async (draft, onDifference) => {
    const stateful = connectionTo(plantHandlers({ baseUrl, mode: 'stateful', whoIs }))
    const values = await setUpFor(draft, stateful)
    const request = typeof values === 'string' ? values : toRequest(bytesOf(draft, values))
    if (typeof values === 'string' || typeof request === 'string') {
      onDifference(String(request))
      return undefined
    }
    const expected = firstOutcome(draft.outcomes)
    const response = await stateful.send(request)
    const [name, row] = Object.entries(handlerDifferences).find(([, { occurs }]) => occurs(draft, expected)) ?? []
    if (name !== undefined) {
      onDifference(name)
      const allowed = row?.status ?? draft.outcomes[0]?.status
      const status = response?.status ?? 'no response'
      return status === allowed ? [] : [`${name}: ${status} instead of ${allowed}`]
    }
    if (response === undefined) return ['no handler responds']
    const errors = [...mismatches(response, expected), ...(await deviations(draft.method, draft.operation, response))]
    const { because, type } = expected
    if (because === undefined && type === undefined && !comparesSuccesses) return errors
    if (because !== undefined && mockOutcome(draft.outcomes).type !== undefined) return errors
    // What depends on stored data is compared with the documented examples, which `Prefer` selects.
    const asked = because === undefined ? draft : addHeaders(draft, ['Prefer', `code=${expected.status}`])
    const ofMock = await mock.exchange(draft.method, bytesOf(asked, { ...values, host: mockHost }))
    const example = await connectionTo(plantHandlers({ baseUrl })).exchange(draft.method, bytesOf(asked, values))
    return [
      ...errors,
      ...differences(ofMock, example, onDifference),
      // The list of the handlers has as many pages as its plants need, and the list of the mock as its examples need.
      ...(because === undefined ? differences(withoutLink(ofMock), withoutLink(response), onDifference) : []),
    ]
  }
}

class Unfetchable extends NoResponse {
  readonly reason: Unsendable

  constructor(reason: Unsendable) {
    super(reason)
    this.reason = reason
  }
}

// The set-up of a list sends that list request, which fetch may not be able to send.
async function setUpFor(draft: Draft, connection: Pick<Connection, 'exchange'>): Promise<Placeholders | Unsendable> {
  try {
    return await setUp(draft, tokens, { connection, host: new URL(baseUrl).host, basePath: '' })
  } catch (error) {
    if (error instanceof Unfetchable) return error.reason
    throw error
  }
}

function differences(ofMock: HttpResponse, response: HttpResponse, onDifference: (name: string) => void): string[] {
  const { different, headers } = compare(ofMock, response, true)
  const unexplained = headers.flatMap((header) => {
    const [name] = Object.entries(handlerHeaders).find(([, [headerNames]]) => headerNames.test(header)) ?? []
    if (name !== undefined) onDifference(name)
    return name === undefined ? [`only one of them has the header ${header}`] : []
  })
  return [...different, ...unexplained]
}

function withoutLink({ headers, ...response }: HttpResponse): HttpResponse {
  const { link: _, ...others } = headers
  return { ...response, headers: others }
}

/** The handlers, with the interface of a connection to a service. */
function connectionTo({ handlers }: PlantHandlers) {
  const send = async (request: Request): Promise<HttpResponse | undefined> => {
    const response = await getResponse(handlers, request)
    if (response === undefined) return undefined
    const { status, headers } = response
    return { status, headers: Object.fromEntries(headers), body: await response.text() }
  }
  return {
    send,
    async exchange(_: string, bytes: Buffer): Promise<HttpResponse> {
      const request = toRequest(bytes)
      if (typeof request === 'string') throw new Unfetchable(request)
      const response = await send(request)
      if (response === undefined) throw new NoResponse(`no handler responds to ${request.method} ${request.url}`)
      return response
    },
  }
}
