// The handlers for Mock Service Worker behind a server that turns HTTP into requests of fetch, for the contract tester.
// It reads the head itself, as a gateway does.
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getResponse } from 'msw'
import { type MockedContract, mockHandlers } from '../../mock/msw/index.ts'
import type { TestedContract } from '../../tester/contract/tested-contract.ts'
import type { SystemOptions } from '../../tester/system-under-test.ts'
import { listenOn } from './free-port.ts'

const baseUrl = 'http://handlers.test'

/** Families of requests that fetch changes or does not send, and of paths outside the API. */
const skip = [
  ...['unknown paths', 'malformed identifiers', 'repeated Authorization', 'malformed heads'],
  'unsupported transfer codings',
]

/** Headers that scripts may not set (Fetch, 2.2.2). */
const forbidden = ['content-length', 'transfer-encoding', 'expect', 'connection', 'host']

/** The settings of the contract tester. */
interface Handlers extends Omit<SystemOptions, 'timeoutMs'>, AsyncDisposable {
  skip: string[]
}

export async function serveHandlers(mocked: MockedContract, contract: TestedContract): Promise<Handlers> {
  const { all, read, write } = contract.scopes
  const others = { noScopeToken: [], readToken: read, writeToken: write }
  const scopesByOperation: Record<string, string[]> = { token: all, otherCallerToken: all, ...others }
  // The value of each token is its name. The last two are not valid.
  const names = [...Object.keys(scopesByOperation), 'otherToken', 'expiredToken']
  const { handlers } = mockHandlers(mocked, {
    baseUrl,
    mode: 'stateful',
    identify(token) {
      const known = scopesByOperation[token]
      return known && { name: token === 'otherCallerToken' ? 'neighbour' : 'caller', scopes: known }
    },
  })
  const server = createServer(async (req, res) => {
    const headers = Object.entries(req.headersDistinct).filter(([name]) => !forbidden.includes(name))
    const pairs = headers.flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
    const body = await buffer(req)
    // Scripts cannot send TRACE. LINK is as unsupported.
    const method = req.method?.replace('TRACE', 'LINK') ?? ''
    const init = { method, headers: pairs, ...(body.length > 0 && { body: Uint8Array.from(body) }) }
    const request = getRequest(baseUrl + (req.url ?? '').replace(/^https?:\/\/[^/]*/i, ''), init)
    // An error of a handler must fail the test: it stays a rejection. There is no handler for a path outside the API.
    const response = request && (await getResponse(handlers, request))
    if (response === undefined) return void res.writeHead(501).end()
    res.writeHead(response.status, [...response.headers].flat())
    Readable.from([Buffer.from(await response.arrayBuffer())]).pipe(res)
  })
  return {
    contract,
    url: `http://127.0.0.1:${await listenOn(server)}`,
    tokens: Object.fromEntries(names.map((name) => [name, name])),
    mayWrite: true,
    isMock: false,
    skip,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

/** `undefined` for a request that scripts cannot send, such as GET with a body. */
function getRequest(url: string, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init)
  } catch {
    return undefined
  }
}
