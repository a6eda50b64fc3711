// A real proxy in front of a real service, which makes about half of the requests fail. The subject of a token has the
// number of its run, and each run has its own random failures. The first request of each run fails. These first
// failures cycle through all failures, so each occurs even if a slow machine sends few requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { listen } from '../../stack/server/sockets/http-server.ts'
import { seededRandom, seedOfRun } from '../../stack/test/support/seeded-random.ts'
import { problem } from '../../test/support/contract-examples.ts'

interface ProxiedResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Replaces the exchange of one request. @param forward Sends the request to the service. */
type Failure = (response: ServerResponse, forward: () => Promise<ProxiedResponse>) => unknown

/** Responses with which the client knows that nothing was changed. */
export const rejections: Record<string, Failure> = {
  '429': (response) => refuse(response, 429, 'too-many-requests'),
  '503': (response) => refuse(response, 503, 'unavailable'),
  '401': (response) => refuse(response, 401, 'unauthorized'),
}

/** Failures after which the client cannot know whether the service has executed the request. */
const otherFailures: Record<string, Failure> = {
  'connection broken before the request': (response) => response.destroy(),
  'connection broken after the request': afterForwarding((response) => response.destroy()),
  'connection broken inside the body': async (response, forward) => {
    const { status, headers, body } = await forward()
    response.writeHead(status, { ...headers, 'Content-Length': body.length + 1 })
    response.write(body, () => response.destroy())
  },
  'no response, request not forwarded': () => {},
  'no response, request forwarded': afterForwarding(() => {}),
  '502, request not forwarded': (response) => response.writeHead(502).end(),
  '502, request forwarded': afterForwarding((response) => response.writeHead(502).end()),
  '500, request forwarded': afterForwarding((response) => refuse(response, 500, 'internal-error')),
}

export const failures = { ...rejections, ...otherFailures }

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
  return {
    random: seededRandom(seedOfRun(seed, number)),
    firstFailure: names[number % names.length],
    requests,
    exchanges,
  }
}

export async function startFailingProxy(serviceUrl: string, seed: number) {
  const runs = new Map<string, ReturnType<typeof createRun>>()

  function toRun(caller: string) {
    const run = runs.get(caller) ?? createRun(seed, caller)
    runs.set(caller, run)
    return run
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    // The proxy does not verify the token, because the service does.
    const { sub: caller = '' } = decodeJwt(request.headers.authorization?.split(' ')[1] ?? '')
    const { random, firstFailure, requests, exchanges } = toRun(caller)
    const picked = random() < 0.5 ? random.pick(names) : undefined
    const failure = requests.length === 0 ? firstFailure : picked
    requests.push({ method: request.method ?? '', url: request.url ?? '', failure })
    const forward = () => forwardTo(serviceUrl, request, body)
    const exchange = failures[failure ?? ''] ?? (async () => send(response, await forward()))
    exchanges.push(Promise.resolve(exchange(response, forward)))
  })

  return {
    url: await listen(server, '127.0.0.1', 0),
    /** Resolves to the requests of a caller, in order, when all of them have ended. */
    async getRequests(caller: string): Promise<ProxiedRequest[]> {
      const { requests, exchanges } = toRun(caller)
      await Promise.all(exchanges)
      return requests
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      // A request can arrive after its caller has given up. It must end before the service is closed.
      await Promise.allSettled([...runs.values()].flatMap(({ exchanges }) => exchanges))
    },
  }
}

function send(response: ServerResponse, { status, headers, body }: ProxiedResponse): void {
  response.writeHead(status, headers).end(body)
}

function refuse(response: ServerResponse, status: number, type: string): void {
  const headers = { 'Content-Type': 'application/problem+json' }
  send(response, { status, headers, body: Buffer.from(JSON.stringify(problem(status, type))) })
}

/** Returns a failure that happens after the service has executed the request. */
function afterForwarding(failure: (response: ServerResponse) => unknown): Failure {
  return async (response, forward) => {
    await forward()
    failure(response)
  }
}

async function forwardTo(url: string, request: IncomingMessage, body: Buffer): Promise<ProxiedResponse> {
  const hopByHop = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']
  const endToEnd = Object.entries(request.headersDistinct).flatMap(([name, [value = ''] = []]) =>
    hopByHop.includes(name) ? [] : [[name, value] as [string, string]],
  )
  const init = {
    method: request.method ?? '',
    headers: endToEnd,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  }
  const response = await fetch(url + request.url, init)
  const forwarded = [...response.headers].filter(([name]) => !hopByHop.includes(name))
  return {
    status: response.status,
    headers: Object.fromEntries(forwarded),
    body: Buffer.from(await response.arrayBuffer()),
  }
}
