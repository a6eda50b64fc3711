// Many callers in a storm, each with a few calls; and what must be true afterwards of all of them.
import { createServer } from 'node:http'
import { listen } from '../../../server/http/http-server.ts'
import { type Service, startService } from '../../support/service.ts'
import { judge } from './check.ts'
import { type FaultyProxy, startFaultyProxy } from './failing-proxy.ts'
import { accidents, refusals } from './failures.ts'
import { seedOf } from './random.ts'
import { type CallMade, sail, totalMs } from './scenario.ts'

export interface Found {
  /** A line each. */
  wrong: string[]
  figures: Record<string, number | string>
  /** By fault, how many requests met it. */
  faults: Map<string, number>
  /** By operation, how many calls ended in each way. */
  ends: Map<string, Map<string, number>>
}

/** @param onRun Is called after each run. */
export async function storm(
  { seed, runs, atOnce }: { seed: number; runs: number; atOnce: number },
  onRun: () => void = () => {},
): Promise<Found> {
  await using service = await startService()
  await using elsewhere = await startElsewhere()
  await using proxy = await startFaultyProxy(service.url, elsewhere.url, { seed, faultRate: 0.5 })
  const found: Found = { wrong: [], figures: {}, faults: new Map(), ends: new Map() }
  const times: number[] = []
  let next = 0

  async function worker(): Promise<void> {
    while (next < runs) {
      const run = next++
      const calls = await oneRun(run, { seed, service, proxy, found })
      times.push(...calls.map(({ ms }) => ms))
      onRun()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))

  for (const visit of elsewhere.visits) found.wrong.push(`a request went elsewhere: ${visit}`)
  for (const fault of service.internalErrors) found.wrong.push(`the service reports a fault: ${fault}`)
  const mebibytes = proxy.mostPoured() / 2 ** 20
  if (mebibytes > 32) found.wrong.push(`${mebibytes} MiB of an endless body were taken`)
  found.figures = figuresOf(found, times, { runs, mebibytes, visits: elsewhere.visits.length })
  return found
}

interface Surroundings {
  seed: number
  service: Service
  proxy: FaultyProxy
  found: Found
}

async function oneRun(run: number, { seed, service, proxy, found }: Surroundings): Promise<CallMade[]> {
  const caller = `caller-${run}`
  const calls = await sail(proxy.url, {
    caller,
    seed: seedOf(seed, run),
    sign: (scope) => service.token(caller, scope),
  })
  await proxy.settled(caller)
  const plants = await plantsOf(service, caller)
  const met = proxy.met(caller)
  for (const { fault } of met) count(found.faults, fault ?? 'none')
  for (const { what, end } of calls) {
    const ends = found.ends.get(what) ?? new Map<string, number>()
    found.ends.set(what, ends)
    count(ends, end)
  }
  found.wrong.push(...judge(calls, plants, met).map((line) => `run ${run}: ${line}`))
  return calls
}

// Asked directly, past the storm.
async function plantsOf(service: Service, caller: string): Promise<{ id: string; name: string }[]> {
  const headers = { Authorization: `Bearer ${await service.token(caller)}` }
  const response = await service.request('/plants?limit=100', { headers })
  if (response.status !== 200) throw new Error(`the service answers ${response.status} without a storm`)
  // The contract says so, and other tests see to it.
  return (await response.json()) as { id: string; name: string }[]
}

async function startElsewhere(): Promise<{ url: string; visits: string[] } & AsyncDisposable> {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(`${request.method} ${request.url} ${request.headers.authorization ? 'with' : 'without'} a token`)
    response.end()
  })
  const url = await listen(server, '127.0.0.1', 0)
  return {
    url,
    visits,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function figuresOf(
  { faults, ends }: Found,
  times: number[],
  { runs, mebibytes, visits }: { runs: number; mebibytes: number; visits: number },
): Found['figures'] {
  const requests = [...faults.values()].reduce((sum, one) => sum + one, 0)
  const sorted = times.toSorted((a, b) => a - b)
  return {
    Runs: runs,
    Calls: times.length,
    'Calls that were done all the same': [...ends.values()].reduce((sum, counts) => sum + (counts.get('done') ?? 0), 0),
    'Requests sent for them': requests,
    'Requests that met a fault': requests - (faults.get('none') ?? 0),
    'Longest call, in parts of its deadline': ((sorted.at(-1) ?? 0) / totalMs).toFixed(2),
    'Requests that went to another host': visits,
    'Most that was taken of an endless body, MiB': mebibytes.toFixed(1),
  }
}

export function tables({ faults, ends }: Found): { title: string; columns: string[]; rows: (string | number)[][] }[] {
  const kinds = [...new Set([...ends.values()].flatMap((counts) => [...counts.keys()]))].toSorted()
  return [
    {
      title: 'What requests met',
      columns: ['Fault', 'Requests'],
      rows: ['none', ...Object.keys({ ...refusals, ...accidents })].map((name) => [name, faults.get(name) ?? 0]),
    },
    {
      title: 'How calls ended',
      columns: ['Call', ...kinds],
      rows: [...ends].map(([what, counts]) => [what, ...kinds.map((kind) => counts.get(kind) ?? 0)]),
    },
  ]
}
