// One caller in the storm: creates, changes, lists and deletes plants, and records how each call ended.
import { createCache, createPlantClient, type PlantClient, PlantClientError } from '@plant-collection/client'
import { seededRandom } from '../../support/seeded-random.ts'

// Realistic proportions, but shorter.
export const attemptMs = 250
export const totalMs = 1_500

/** What the client told the caller. */
export type CallOutcome = 'done' | 'unchanged' | 'unknown'

export interface CallRecord {
  call: 'create' | 'create without retries' | 'update' | 'delete' | 'list' | 'iterate'
  outcome: CallOutcome
  ms: number
  /** The name of the plant to create. */
  name?: string
  /** The id of the created plant, or of the plant to change or delete. */
  id?: string | undefined
  /** The ids in a list. */
  ids?: string[]
  /** An error that is not of the client, which must never happen. */
  otherError?: string
}

interface Caller {
  caller: string
  seed: number
  sign: (scope: string) => Promise<string>
}

export async function runScenario(url: string, { caller, seed, sign }: Caller): Promise<CallRecord[]> {
  const random = seededRandom(~seed)
  const client = createPlantClient({
    baseUrl: url,
    token: tokenProvider(sign),
    timeoutMs: { attempt: attemptMs, total: totalMs },
    retry: { firstDelayMs: 3, longestDelayMs: 20, random },
    bodyLimitBytes: 64 * 1024,
    ...(random() < 0.5 && { cache: createCache() }),
  })
  const records: CallRecord[] = []

  /** @returns The success of the call. */
  async function record<T extends { ok: boolean }>(
    details: Omit<CallRecord, 'outcome' | 'ms'>,
    send: () => Promise<T>,
    idsOf: (success: Extract<T, { ok: true }>) => Pick<CallRecord, 'id' | 'ids'> = () => ({}),
  ): Promise<Extract<T, { ok: true }> | undefined> {
    const start = performance.now()
    const add = (more: Pick<CallRecord, 'outcome' | 'id' | 'ids' | 'otherError'>) =>
      records.push({ ...details, ms: performance.now() - start, ...more })
    try {
      const result: T & { outcome?: CallOutcome } = await send()
      // Safe because no other result has ok: true.
      const success = result.ok ? (result as Extract<T, { ok: true }>) : undefined
      add({ outcome: result.outcome ?? 'done', ...(success && idsOf(success)) })
      return success
    } catch (error) {
      if (error instanceof PlantClientError) add({ outcome: error.outcome })
      else add({ outcome: 'unknown', otherError: String(error) })
      return undefined
    }
  }
  const create = (name: string) =>
    record(
      { call: 'create', name },
      () => client.createPlant({ body: { name } }),
      ({ body: { id } }) => ({ id }),
    )

  const kept = await create(`${caller} kept`)
  const deleted = await create(`${caller} deleted`)
  const name = `${caller} sent once`
  const once = () => client.createPlant({ body: { name }, retry: false })
  await record({ call: 'create without retries', name }, once, ({ body: { id } }) => ({ id }))
  if (kept) {
    const path = { id: kept.body.id }
    const header = random() < 0.5 ? { header: { 'If-Match': kept.headers.etag } } : {}
    const body = { name: `${caller} changed` }
    await record({ call: 'update', ...path }, () => client.updatePlant({ path, ...header, body }))
  }
  const ids = ({ body }: { body: { id: string }[] }) => ({ ids: body.map(({ id }) => id) })
  await record({ call: 'list' }, () => client.listPlants(), ids)
  if (deleted) {
    const path = { id: deleted.body.id }
    await record({ call: 'delete', ...path }, () => client.deletePlant({ path }))
  }
  await record({ call: 'iterate' }, () => allPlants(client), ids)
  return records
}

// One page has room for all plants, so that an iteration is one call.
async function allPlants(client: PlantClient) {
  return { ok: true as const, body: await Array.fromAsync(client.allPlants({ limit: 100 })) }
}

// Each refresh returns another token for the same caller.
function tokenProvider(sign: Caller['sign']): (want: { refresh: boolean }) => Promise<string> {
  const scopes = ['plants:read plants:write', 'plants:write plants:read']
  let token = sign(scopes[0] ?? '')
  return ({ refresh }) => {
    if (refresh) token = sign(scopes.reverse()[0] ?? '')
    return token
  }
}
