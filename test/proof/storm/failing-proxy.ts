// A real proxy before a real service, in which requests meet faults. Which, is drawn for each run by itself: the caller
// of a token is a run, so a run meets the same faults however many others there are.
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Answer, accidents, refusals } from './failures.ts'
import { type Random, seeded, seedOf } from './random.ts'

/** What one request met; `undefined` if nothing. */
export interface Met {
  method: string
  fault: string | undefined
}

export interface FaultyProxy extends AsyncDisposable {
  url: string
  /** What the requests of a caller have met, in order. */
  met: (caller: string) => Met[]
  /** Once nothing is under way any more for a caller. */
  settled: (caller: string) => Promise<void>
  /** The most that was written into one endless body. */
  mostPoured: () => number
}

interface Run {
  random: Random
  met: Met[]
  underWay: Promise<unknown>[]
}

/** @param faultRate How many requests meet a fault, from 0 to 1. */
export async function startFaultyProxy(
  service: string,
  elsewhere: string,
  { seed, faultRate }: { seed: number; faultRate: number },
): Promise<FaultyProxy> {
  // Shorter than the service keeps idle connections, so that none breaks under a request.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 })
  const runs = new Map<string, Run>()
  let mostPoured = 0
  const plays = { ...refusals, ...accidents }

  const runOf = (caller: string): Run => {
    const known = runs.get(caller)
    if (known) return known
    const made = { random: seeded(seedOf(seed, Number(caller.replace(/\D/g, '')))), met: [], underWay: [] }
    runs.set(caller, made)
    return made
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    const run = runOf(callerOf(request))
    const { random } = run
    const fault = random() < faultRate ? random.pick(Object.keys(plays)) : undefined
    run.met.push({ method: request.method ?? '', fault })
    const forward = () => forwarded(service, agent, request, body)
    let bytes = 0
    const poured = (more: number) => {
      bytes += more
      mostPoured = Math.max(mostPoured, bytes)
    }
    const play = plays[fault ?? ''] ?? (async () => pass(response, await forward()))
    run.underWay.push(Promise.resolve(play({ response, forward, random, elsewhere, poured })))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    // An address of TCP is an object: it is a string for a pipe only.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met: (caller) => runOf(caller).met,
    async settled(caller) {
      await Promise.all(runOf(caller).underWay)
    },
    mostPoured: () => mostPoured,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

function pass(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}

async function forwarded(service: string, agent: Agent, { method, url, headers }: IncomingMessage, body: Buffer) {
  const sent = httpRequest(new URL(url ?? '/', service), { agent, method, headers })
  sent.end(body)
  // Of a ClientRequest it is one response.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode = 0, headers: received } = answer
  const kept = Object.entries(received).flatMap(([name, value]) =>
    value === undefined || ['connection', 'keep-alive', 'transfer-encoding'].includes(name)
      ? []
      : [[name, value] as const],
  )
  return { status: statusCode, headers: Object.fromEntries(kept), body: await buffer(answer) } satisfies Answer
}

// The subject of the token; whether it is a good one is for the service to say.
function callerOf({ headers }: IncomingMessage): string {
  const [, payload = ''] = (headers.authorization ?? '').split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub
}
