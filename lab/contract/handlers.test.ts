// The handlers for Mock Service Worker keep the contract, behind a server that turns HTTP into requests of fetch. Such a
// server reads the head itself, as a gateway does.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getResponse } from 'msw'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../generated/index.ts'
import * as validators from '../../generated/openapi-validators.js'
import { handlers as ownHandlers } from '../../server/handlers.ts'
import { readSeed } from '../../stack/environment.ts'
import { mockHandlers } from '../../stack/mock/msw/index.ts'
import { formatFailures } from '../../stack/tester/report.ts'
import { runSuite } from '../../stack/tester/suite.ts'
import { contract as testedContract } from '../../test/support/tested-contract.ts'
import { waitMs } from '../../test/support/wait.ts'

const { scopes } = testedContract
const baseUrl = 'http://handlers.test'
const scopesOf: Record<string, string[]> = {
  token: scopes.all,
  neighbourToken: scopes.all,
  noScopeToken: [],
  readToken: scopes.read,
  writeToken: scopes.write,
}
// The value of each token is its name. The last two are not valid.
const tokens = Object.fromEntries([...Object.keys(scopesOf), 'otherToken', 'expiredToken'].map((name) => [name, name]))

const { handlers } = mockHandlers(
  { contract, validators, handlers: ownHandlers },
  {
    baseUrl,
    mode: 'stateful',
    whoIs(token) {
      const known = scopesOf[token]
      return known && { name: token === 'neighbourToken' ? 'neighbour' : 'caller', scopes: known }
    },
  },
)

/** Headers that scripts may not set (Fetch, 2.2.2). */
const forbidden = ['content-length', 'transfer-encoding', 'expect', 'connection', 'host']

const server = createServer(async (req, res) => {
  // fetch would join the values.
  if (req.headersDistinct.authorization?.[1] !== undefined) return void res.writeHead(400).end()
  const headers = Object.entries(req.headersDistinct).filter(([name]) => !forbidden.includes(name))
  const pairs = headers.flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
  const body = await buffer(req)
  const init = { method: req.method ?? '', headers: pairs, ...(body.length > 0 && { body: Uint8Array.from(body) }) }
  const request = requestOf(new URL(req.url ?? '', baseUrl), init)
  // An error of a handler must fail the test: it stays a rejection. There is no handler for a path outside the API.
  const response = request && (await getResponse(handlers, request))
  if (response === undefined) return void res.writeHead(501).end()
  res.writeHead(response.status, [...response.headers].flat())
  Readable.from([Buffer.from(await response.arrayBuffer())]).pipe(res)
})

/** `undefined` for a request that scripts cannot send, such as TRACE, or GET with a body. */
function requestOf(url: URL, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init)
  } catch {
    return undefined
  }
}

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

const seed = readSeed()

it(`keep the contract (SEED=${seed})`, async () => {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const target = { contract: testedContract, url, tokens, mayWrite: true, isMock: false, isGateway: true }
  const skip = ['unsupported transfer codings']
  const result = await runSuite({ ...target, timeoutMs: waitMs }, { seed, perFamily: 8, sequences: 5, skip })
  expect(formatFailures(result)).toBe('')
  expect(result.cases.length).toBeGreaterThan(400)
  expect(result.skipped.map(({ name }) => name)).toEqual(skip)
})
