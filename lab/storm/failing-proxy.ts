// A real proxy in front of a real service, which makes requests fail. A token has the number of its run, and each run has
// its own random failures, so the failures of a run do not depend on the other runs. The first request of each run fails, in
// turn with each failure: so some runs have all of them, however few requests a slow machine sends.
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { listen } from '../../stack/server/sockets/http-server.ts'
import { seededRandom, seedOfRun } from '../../stack/test/support/seeded-random.ts'
import { failures, type ProxiedResponse, send } from './failures.ts'

/** A request that reached the proxy, with its failure, if any. */
export interface ProxiedRequest {
  method: string
  url: string
  failure: string | undefined
}

const names = Object.keys(failures)

function createRun(seed: number, caller: string) {
  const number = Number(caller.replace(/\D/g, ''))
  const requests: ProxiedRequest[] = []
  const exchanges: Promise<unknown>[] = []
  const firstFailure = names[number % names.length]
  return { random: seededRandom(seedOfRun(seed, number)), firstFailure, requests, exchanges }
}

/** Half of all requests fail, and the first one of each run. */
export async function startFailingProxy(serviceUrl: string, seed: number) {
  const runs = new Map<string, ReturnType<typeof createRun>>()
  /** What clients did that they must not do. */
  const errors: string[] = []
  const report = (error: string) => void errors.push(error)

  function toRun(caller: string) {
    const run = runs.get(caller) ?? createRun(seed, caller)
    runs.set(caller, run)
    return run
  }

  const other = createServer(({ method, url }, response) => {
    report(`another server got a request: ${method} ${url}`)
    response.end()
  })
  const otherUrl = await listen(other, '127.0.0.1', 0)
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    const [, token] = request.headers.authorization?.split(' ') ?? []
    // The service verifies the token.
    const { sub: caller } = token === undefined ? {} : decodeJwt(token)
    if (caller === undefined) {
      report(`a request has no token: ${request.method} ${request.url}`)
      return void response.writeHead(401).end()
    }
    const { random, firstFailure, requests, exchanges } = toRun(caller)
    const picked = random() < 0.5 ? random.pick(names) : undefined
    const name = requests.length === 0 ? firstFailure : picked
    requests.push({ method: request.method ?? '', url: request.url ?? '', failure: name })
    const forward = () => forwardTo(serviceUrl, request, body)
    const exchange = failures[name ?? ''] ?? (async () => send(response, await forward()))
    exchanges.push(Promise.resolve(exchange({ response, forward, random, otherUrl, report })))
  })

  return {
    url: await listen(server, '127.0.0.1', 0),
    errors,
    /** The requests of a caller, in order, after the last of them has ended. */
    async getRequests(caller: string): Promise<ProxiedRequest[]> {
      const { requests, exchanges } = toRun(caller)
      await Promise.all(exchanges)
      return requests
    },
    async [Symbol.asyncDispose]() {
      for (const one of [server, other]) {
        one.closeAllConnections()
        one.close()
      }
      // A request can arrive after its caller has given up. It must end before the service does.
      await Promise.allSettled([...runs.values()].flatMap(({ exchanges }) => exchanges))
    },
  }
}

async function forwardTo(
  serviceUrl: string,
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
): Promise<ProxiedResponse> {
  const hopByHop = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']
  const endToEnd = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !hopByHop.includes(name) ? [[name, value] as [string, string]] : [],
  )
  const response = await fetch(serviceUrl + url, {
    method,
    headers: endToEnd,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  const kept = [...response.headers].filter(([name]) => !['connection', 'keep-alive'].includes(name))
  return { status: response.status, headers: Object.fromEntries(kept), body: Buffer.from(await response.arrayBuffer()) }
}
