// The handlers for Mock Service Worker behind an HTTP server, for the contract tester. The server turns each request
// into a `Request` of fetch, and rejects malformed HTTP itself, as a gateway does.
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { getResponse } from 'msw'
import { type MockedContract, mockHandlers } from '../../mock/msw/index.ts'
import type { TestedContract } from '../../tester/contract/tested-contract.ts'
import type { SystemOptions } from '../../tester/system-under-test.ts'
import { listenOn } from './free-port.ts'

const baseUrl = 'http://handlers.test'

/** Test categories with requests that fetch changes or does not send, or with paths outside the API. */
const skip = [
  ...['unknown paths', 'malformed identifiers', 'repeated Authorization', 'malformed heads'],
  'unsupported transfer codings',
]

/** Headers that scripts may not set (Fetch, 2.2.2). */
const forbiddenHeaders = ['content-length', 'transfer-encoding', 'expect', 'connection', 'host']

/** Options with which the contract tester tests the handlers. */
interface ServedHandlers extends Omit<SystemOptions, 'timeoutMs'>, AsyncDisposable {
  skip: string[]
}

export async function serveHandlers(mocked: MockedContract, contract: TestedContract): Promise<ServedHandlers> {
  const { all, read, write } = contract.scopes
  const others = { noScopeToken: [], readToken: read, writeToken: write }
  const scopesByOperation: Record<string, string[]> = { token: all, otherCallerToken: all, ...others }
  // The value of each token is its name. The last two are not valid.
  const names = [...Object.keys(scopesByOperation), 'otherToken', 'expiredToken']
  const { handlers } = mockHandlers(mocked, {
    baseUrl,
    mode: 'stateful',
    identify(token) {
      const scopes = scopesByOperation[token]
      return scopes && { name: token === 'otherCallerToken' ? 'neighbour' : 'caller', scopes }
    },
  })
  const server = createServer(async (req, res) => {
    const headers = Object.entries(req.headersDistinct).filter(([name]) => !forbiddenHeaders.includes(name))
    const pairs = headers.flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
    const body = await buffer(req)
    // Scripts cannot send TRACE (Fetch, 2.2.1). The API does not support LINK either.
    const method = req.method?.replace('TRACE', 'LINK') ?? ''
    const init = { method, headers: pairs, ...(body.length > 0 && { body: Uint8Array.from(body) }) }
    const request = getRequest(baseUrl + (req.url ?? '').replace(/^https?:\/\/[^/]*/i, ''), init)
    // An error of a handler rejects, and so fails the test. A path outside the API has no handler.
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

/** Returns `undefined` for a request that scripts cannot send, such as GET with a body. */
function getRequest(url: string, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init)
  } catch {
    return undefined
  }
}
