// Many callers in a storm, each with a few calls, and the checks that must hold for all of them afterwards.
import { createServer } from 'node:http'
import { listen } from '../../../server/http/http-server.ts'
import { seedOfRun } from '../../support/seeded-random.ts'
import { type Service, startService } from '../../support/service.ts'
import type { Table } from '../figures.ts'
import { checkRun } from './check.ts'
import { startFailingProxy } from './failing-proxy.ts'
import { failures } from './failures.ts'
import { type CallRecord, runScenario, totalMs } from './scenario.ts'

export interface Report {
  /** One line each. */
  errors: string[]
  figures: Record<string, number | string>
  /** Number of requests with each failure. */
  requests: Map<string, number>
  /** Number of calls with each outcome, by call. */
  calls: Map<string, Map<string, number>>
}

/** @param onRun Called after each run. */
export async function runStorm(
  { seed, runs, concurrency }: { seed: number; runs: number; concurrency: number },
  onRun: () => void = () => {},
): Promise<Report> {
  await using service = await startService()
  await using other = await startOtherServer()
  await using proxy = await startFailingProxy(service.url, other.url, { seed, failureRate: 0.5 })
  const report: Report = { errors: [], figures: {}, requests: new Map(), calls: new Map() }
  const durations: number[] = []
  let next = 0

  async function worker(): Promise<void> {
    while (next < runs) {
      const run = next++
      const caller = `caller-${run}`
      const sign = (scope: string) => service.token(caller, scope)
      const records = await runScenario(proxy.url, { caller, seed: seedOfRun(seed, run), sign })
      const requests = await proxy.requestsOf(caller)
      const plants = await plantsOf(service, caller)
      for (const { failure } of requests) count(report.requests, failure ?? 'none')
      for (const { call, outcome } of records) {
        const outcomes = report.calls.get(call) ?? new Map<string, number>()
        count(outcomes, outcome)
        report.calls.set(call, outcomes)
      }
      report.errors.push(...checkRun(records, plants, requests).map((error) => `run ${run}: ${error}`))
      durations.push(...records.map(({ ms }) => ms))
      onRun()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))

  const mebibytes = proxy.maxEndlessBytes() / 2 ** 20
  report.errors.push(...other.requests.map((request) => `another server got a request: ${request}`))
  report.errors.push(...service.internalErrors.map((error) => `the service reported an internal error: ${error}`))
  if (mebibytes > 32) report.errors.push(`a client read ${mebibytes} MiB of an endless body`)
  const figures = { runs, mebibytes, otherRequests: other.requests.length }
  report.figures = figuresOf(report, durations, figures)
  return report
}

// Sent to the service directly, and not through the proxy.
async function plantsOf(service: Service, caller: string): Promise<{ id: string; name: string }[]> {
  const headers = { Authorization: `Bearer ${await service.token(caller)}` }
  const response = await service.request('/plants?limit=100', { headers })
  if (response.status !== 200) throw new Error(`the service returned ${response.status} without a failure`)
  // Safe because the service validates its responses against the contract.
  return (await response.json()) as { id: string; name: string }[]
}

async function startOtherServer(): Promise<{ url: string; requests: string[] } & AsyncDisposable> {
  const requests: string[] = []
  const server = createServer(({ method, url, headers }, response) => {
    requests.push(`${method} ${url} ${headers.authorization ? 'with' : 'without'} a token`)
    response.end()
  })
  return {
    url: await listen(server, '127.0.0.1', 0),
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

/** Number of calls with an outcome. */
export function callsWith({ calls }: Pick<Report, 'calls'>, outcome: CallRecord['outcome']): number {
  return calls.values().reduce((sum, outcomes) => sum + (outcomes.get(outcome) ?? 0), 0)
}

function figuresOf(
  report: Report,
  durations: number[],
  { runs, mebibytes, otherRequests }: { runs: number; mebibytes: number; otherRequests: number },
): Report['figures'] {
  const requests = report.requests.values().reduce((sum, one) => sum + one, 0)
  return {
    Runs: runs,
    Calls: durations.length,
    'Calls that succeeded': callsWith(report, 'done'),
    Requests: requests,
    'Requests that failed': requests - (report.requests.get('none') ?? 0),
    'Longest call, as a part of its timeout': (durations.reduce((a, b) => Math.max(a, b), 0) / totalMs).toFixed(2),
    'Requests to another server': otherRequests,
    'Most that was read of an endless body, MiB': mebibytes.toFixed(1),
  }
}

export function tables({ requests, calls }: Report): Table[] {
  const outcomes = [...new Set(calls.values().flatMap((counts) => counts.keys()))].toSorted()
  return [
    {
      title: 'Failures of requests',
      columns: ['Failure', 'Requests'],
      rows: ['none', ...Object.keys(failures)].map((name) => [name, requests.get(name) ?? 0]),
    },
    {
      title: 'Outcomes of calls',
      columns: ['Call', ...outcomes],
      rows: [...calls].map(([call, counts]) => [call, ...outcomes.map((outcome) => counts.get(outcome) ?? 0)]),
    },
  ]
}
