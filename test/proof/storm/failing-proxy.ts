// A real proxy in front of a real service, which makes requests fail. A token has the number of its run, and each run has
// its own random failures, so the failures of a run do not depend on the other runs.
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../../../server/http/http-server.ts'
import { type Random, seededRandom, seedOfRun } from '../../support/seeded-random.ts'
import { failures, type ProxiedResponse, send } from './failures.ts'

/** A request that reached the proxy, with its failure, if any. */
export interface ProxiedRequest {
  method: string
  failure: string | undefined
}

export interface FailingProxy extends AsyncDisposable {
  url: string
  /** The requests of a caller, in order, after the last of them has ended. */
  requestsOf: (caller: string) => Promise<ProxiedRequest[]>
  /** The length of the longest endless body, as far as a client read it. */
  maxEndlessBytes: () => number
}

interface Run {
  random: Random
  requests: ProxiedRequest[]
  exchanges: Promise<unknown>[]
}

/** @param failureRate The part of requests that fail, from 0 to 1. */
export async function startFailingProxy(
  serviceUrl: string,
  otherUrl: string,
  { seed, failureRate }: { seed: number; failureRate: number },
): Promise<FailingProxy> {
  // The service keeps idle connections for longer, so it does not close one that the proxy is about to use.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 })
  const runs = new Map<string, Run>()
  let maxEndlessBytes = 0

  function runOf(caller: string): Run {
    const random = () => seededRandom(seedOfRun(seed, Number(caller.replace(/\D/g, ''))))
    const run = runs.get(caller) ?? { random: random(), requests: [], exchanges: [] }
    runs.set(caller, run)
    return run
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    const { random, requests, exchanges } = runOf(callerOf(request))
    const name = random() < failureRate ? random.pick(Object.keys(failures)) : undefined
    requests.push({ method: request.method ?? '', failure: name })
    const forward = () => forwardTo(serviceUrl, agent, request, body)
    let bytes = 0
    const countBytes = (more: number) => {
      bytes += more
      maxEndlessBytes = Math.max(maxEndlessBytes, bytes)
    }
    const exchange = failures[name ?? ''] ?? (async () => send(response, await forward()))
    exchanges.push(Promise.resolve(exchange({ response, forward, random, otherUrl, countBytes })))
  })

  return {
    url: await listen(server, '127.0.0.1', 0),
    async requestsOf(caller) {
      const { requests, exchanges } = runOf(caller)
      await Promise.all(exchanges)
      return requests
    },
    maxEndlessBytes: () => maxEndlessBytes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

async function forwardTo(
  serviceUrl: string,
  agent: Agent,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<ProxiedResponse> {
  const request = httpRequest(new URL(url ?? '/', serviceUrl), { agent, method, headers })
  request.end(body)
  // The event `response` of a ClientRequest has one argument, an IncomingMessage.
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const endToEnd = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined || ['connection', 'keep-alive', 'transfer-encoding'].includes(name)
      ? []
      : [[name, value] as const],
  )
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(endToEnd), body: await buffer(response) }
}

// The subject of the token. The service verifies the token.
function callerOf({ headers }: IncomingMessage): string {
  const [, payload = ''] = (headers.authorization ?? '').split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub
}
