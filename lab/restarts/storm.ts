// Many callers over a network that fails, each with a few calls of the client, and the checks that must hold afterwards.
import { createCache, createPlantClient, type Plant, PlantClientError } from '@plant-collection/client'
import { type Random, seededRandom, seedOfRun } from '../../stack/test/support/seeded-random.ts'
import { createCaller } from '../../test/support/caller.ts'
import { startService } from '../../test/support/service.ts'
import { type ProxiedRequest, rejections, startFailingProxy } from './failing-proxy.ts'
import { type Calls, type Differences, describeDifferences, type Reply, runRound, WriteRecord } from './write-record.ts'

interface Storm {
  errors: string[]
  requests: ProxiedRequest[]
  outcomes: Reply['outcome'][]
  acknowledged: number
  lost: number
}

const concurrency = 25

export async function runStorm({ seed, runs }: { seed: number; runs: number }): Promise<Storm> {
  await using service = await startService()
  await using proxy = await startFailingProxy(service.url, seed)
  const storm: Storm = { errors: [], requests: [], outcomes: [], acknowledged: 0, lost: 0 }

  async function run(number: number): Promise<void> {
    const owner = `caller-${number}`
    const random = seededRandom(~seedOfRun(seed, number))
    const record = new WriteRecord()
    const token = await service.token(owner)
    const calls = clientCalls(proxy.url, token, random, (outcome) => storm.outcomes.push(outcome))
    for (let round = 0; round < 2; round++) await runRound(calls, record, owner, random)
    const requests = await proxy.getRequests(owner)
    // Read from the service directly, and not through the proxy.
    const stored = await createCaller(service, owner).plants()
    const differences: Differences = record.compare(stored.map((plant) => ({ ...plant, owner })))
    const errors = [...record.errors, ...describeDifferences(differences), ...checkRepeatedUpdates(requests)]
    storm.errors.push(...errors.map((error) => `run ${number}: ${error}`))
    storm.requests.push(...requests)
    storm.acknowledged += record.acknowledged
    storm.lost += differences.lost.length + differences.unexpected.length
  }

  const numbers = Array(runs).keys()
  const worker = async () => {
    for (const number of numbers) await run(number)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  storm.errors.push(...service.internalErrors.map((error) => `internal error of the service: ${error}`))
  return storm
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
    // Realistic proportions, but shorter. A busy machine responds within this time.
    timeoutMs: { attempt: 2_000, total: 12_000 },
    retry: { firstDelayMs: 3, longestDelayMs: 20, random },
    ...(random() < 0.5 && { cache: createCache() }),
  })
  /** An error of the client is a reply, too. */
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
    recordRead: (id) => run(client.getPlant({ path: { id } })),
    change: (id, tag, etag) => {
      const condition = etag === undefined ? {} : { header: { 'If-Match': etag } }
      return run(client.updatePlant({ path: { id }, ...condition, body: { tag } }))
    },
    remove: (id) => run(client.deletePlant({ path: { id } })),
  }
}

/** What a call of the client returns, as far as it is read here. */
type CallResult =
  | { ok: true; body?: Plant | undefined; headers?: Record<string, string | undefined> }
  | { ok: false; outcome: Reply['outcome']; status: number | string }

function toReply(result: CallResult): Reply {
  if (!result.ok) return { outcome: result.outcome, isRefused: result.status === 404 || result.status === 412 }
  return { outcome: 'done', plant: result.body, etag: result.headers?.etag ?? '' }
}

/** Each plant is changed once, so a second request is a retry: it is allowed only after a rejection. */
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
