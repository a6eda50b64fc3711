// Fault injection: callers use the client over a failing network, and invariants are checked after each run.
import { createCache, createPlantClient, type Plant, PlantClientError } from '@plant-collection/client'
import { type Random, seededRandom, seedOfRun } from '../../stack/test/support/seeded-random.ts'
import { createCaller } from '../../test/support/caller.ts'
import { startService } from '../../test/support/service.ts'
import { type ProxiedRequest, rejections, startFailingProxy } from './failing-proxy.ts'
import { type Calls, type Differences, describeDifferences, type Reply, runRound, WriteRecord } from './write-record.ts'

interface FaultResult {
  errors: string[]
  requests: ProxiedRequest[]
  outcomes: Reply['outcome'][]
  acknowledged: number
  lost: number
}

const concurrency = 25

export async function runFaultInjection({ seed, runs }: { seed: number; runs: number }): Promise<FaultResult> {
  await using service = await startService()
  await using proxy = await startFailingProxy(service.url, seed)
  const result: FaultResult = { errors: [], requests: [], outcomes: [], acknowledged: 0, lost: 0 }

  async function run(number: number): Promise<void> {
    const owner = `caller-${number}`
    const random = seededRandom(~seedOfRun(seed, number))
    const record = new WriteRecord()
    const token = await service.token(owner)
    const calls = clientCalls(proxy.url, token, random, (outcome) => result.outcomes.push(outcome))
    for (let round = 0; round < 2; round++) await runRound(calls, record, owner, random)
    const requests = await proxy.getRequests(owner)
    // Reads directly from the service, not through the proxy.
    const stored = await createCaller(service, owner).plants()
    const differences: Differences = record.compare(stored.map((plant) => ({ ...plant, owner })))
    const errors = [...record.errors, ...describeDifferences(differences), ...checkRepeatedUpdates(requests)]
    result.errors.push(...errors.map((error) => `run ${number}: ${error}`))
    result.requests.push(...requests)
    result.acknowledged += record.acknowledged
    result.lost += differences.lost.length + differences.unexpected.length
  }

  const numbers = Array(runs).keys()
  const worker = async () => {
    for (const number of numbers) await run(number)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  result.errors.push(...service.internalErrors.map((error) => `internal error of the service: ${error}`))
  return result
}

function clientCalls(
  baseUrl: string,
  token: string,
  random: Random,
  onEnd: (outcome: Reply['outcome']) => void,
): Calls {
  const client = createPlantClient({
    baseUrl,
    token,
    // The proportions are realistic, but the times are shorter. Even a busy machine responds within them.
    timeoutMs: { attempt: 2_000, total: 12_000 },
    retry: { firstDelayMs: 3, longestDelayMs: 20, random },
    ...(random() < 0.5 && { cache: createCache() }),
  })
  /** Converts the result or the error of a call to a reply. */
  const run = async (call: Promise<CallResult>): Promise<Reply> => {
    const reply = await call.then(toReply, (error: unknown) => {
      if (!(error instanceof PlantClientError)) throw error
      return { outcome: error.outcome }
    })
    onEnd(reply.outcome)
    return reply
  }
  return {
    create: (body, isKeyed) => run(client.createPlant({ body, ...(!isKeyed && { retry: false }) })),
    read: (id) => run(client.getPlant({ path: { id } })),
    change: (id, tag, etag) => {
      const condition = etag === undefined ? {} : { header: { 'If-Match': etag } }
      return run(client.updatePlant({ path: { id }, ...condition, body: { tag } }))
    },
    remove: (id) => run(client.deletePlant({ path: { id } })),
  }
}

/** The members of the result of a call that are used here. */
type CallResult =
  | { ok: true; body?: Plant | undefined; headers?: Record<string, string | undefined> }
  | { ok: false; outcome: Reply['outcome']; status: number | string }

function toReply(result: CallResult): Reply {
  if (!result.ok) return { outcome: result.outcome, isRefused: result.status === 404 || result.status === 412 }
  return { outcome: 'done', plant: result.body, etag: result.headers?.etag ?? '' }
}

/** Finds wrong retries. Each plant is updated once, so a second PATCH is a retry. It may only follow a rejection. */
function checkRepeatedUpdates(requests: ProxiedRequest[]): string[] {
  const updates = Map.groupBy(
    requests.filter(({ method }) => method === 'PATCH'),
    ({ url }) => url,
  )
  return [...updates.values()]
    .flatMap((attempts) => attempts.slice(0, -1))
    .filter(({ failure }) => failure === undefined || !(failure in rejections))
    .map(({ failure }) => `update was retried after: ${failure ?? 'no failure'}`)
}
