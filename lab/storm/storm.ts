// Many callers in a storm, each with a few calls, and the checks that must hold for all of them afterwards.
import { seededRandom, seedOfRun } from '../../stack/test/support/seeded-random.ts'
import { createCaller } from '../../test/support/caller.ts'
import { startService } from '../../test/support/service.ts'
import { describeDifferences, runRound, WriteRecord } from '../load/write-record.ts'
import { type ClientCalls, clientCalls, type EndedCall, totalMs } from './client-calls.ts'
import { type ProxiedRequest, startFailingProxy } from './failing-proxy.ts'
import { rejections } from './failures.ts'

/** A busy machine may be late. A call without a timeout would take longer. */
const maxMs = totalMs * 10

/** @param onRun Called after each run. */
export async function runStorm(
  { seed, runs, concurrency }: { seed: number; runs: number; concurrency: number },
  onRun: () => void = () => {},
) {
  await using service = await startService()
  await using proxy = await startFailingProxy(service.url, seed)
  /** One line each. */
  const errors: string[] = []
  const calls: EndedCall[] = []
  const requests: ProxiedRequest[] = []

  async function run(number: number): Promise<string[]> {
    const owner = `caller-${number}`
    const random = seededRandom(~seedOfRun(seed, number))
    const record = new WriteRecord()
    const sign = (scope: string) => service.token(owner, scope)
    const ended: EndedCall[] = []
    const ownCalls = clientCalls(proxy.url, { random, sign, onEnd: (call) => ended.push(call) })
    for (let round = 0; round < 2; round++) {
      await runRound(ownCalls, record, owner, random)
      await checkLists(ownCalls, record)
    }
    const ownRequests = await proxy.getRequests(owner)
    // Read from the service directly, and not through the proxy.
    const stored = await createCaller(service, owner).plants()
    const differences = record.compare(stored.map((plant) => ({ ...plant, owner })))
    calls.push(...ended)
    requests.push(...ownRequests)
    return [
      ...record.errors,
      ...describeDifferences(differences),
      ...checkRepeatedUpdates(ownRequests),
      ...ended.flatMap(({ name, ms }) => (ms > maxMs ? [`${name} took ${Math.round(ms)} ms`] : [])),
    ]
  }

  const numbers = Array(runs).keys()
  async function worker(): Promise<void> {
    for (const number of numbers) {
      errors.push(...(await run(number)).map((error) => `run ${number}: ${error}`))
      onRun()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))

  errors.push(...proxy.errors, ...service.internalErrors.map((error) => `internal error of the service: ${error}`))
  return { errors, calls, requests }
}

/** Each list contains the plants of the caller in a state that they may have. */
async function checkLists(calls: ClientCalls, record: WriteRecord): Promise<void> {
  for (const { plants } of [await calls.list(), await calls.iterate()]) {
    const byId = new Map(plants?.map((plant) => [plant.id, plant]))
    for (const plant of record.plants) if (plants && plant.id) record.see(plant, byId.get(plant.id))
  }
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
