// One caller in the storm: creates, changes, lists and deletes, and writes down how each call ended.
import { createCache, createPlantClient, type PlantClient, PlantClientError } from '@plant-collection/client'
import { seeded } from './random.ts'

// As in real life, but faster.
export const attemptMs = 250
export const totalMs = 1_500

/** What the caller was told: it was done, surely not, or perhaps. */
export type End = 'done' | 'unchanged' | 'unknown'

export interface CallMade {
  what: 'create' | 'create without retries' | 'change' | 'delete' | 'list' | 'walk'
  end: End
  ms: number
  /** What was to be created, or the plant that was to be changed or deleted. */
  name?: string
  id?: string | undefined
  /** Of a list or a walk. */
  ids?: string[]
  /** What should never be: an error that is none of the client. */
  strange?: string
}

interface Crew {
  caller: string
  seed: number
  sign: (scope: string) => Promise<string>
}

export async function sail(url: string, { caller, seed, sign }: Crew): Promise<CallMade[]> {
  const random = seeded(~seed)
  const client = createPlantClient({
    baseUrl: url,
    token: tokenOf(sign),
    timeoutMs: { attempt: attemptMs, total: totalMs },
    retry: { firstDelayMs: 3, longestDelayMs: 20, random },
    bodyLimitBytes: 64 * 1024,
    ...(random() < 0.5 && { cache: createCache() }),
  })
  const log: CallMade[] = []
  const kept = await create(client, log, `${caller} kept`)
  const lost = await create(client, log, `${caller} lost`)
  await create(client, log, `${caller} tried once`, false)
  if (kept) {
    const path = { id: kept.id }
    const header = random() < 0.5 ? { header: { 'If-Match': kept.etag } } : {}
    await made(log, { what: 'change', id: kept.id }, () =>
      client.updatePlant({ path, ...header, body: { name: `${caller} changed` } }),
    )
  }
  await list(client, log)
  if (lost) {
    await made(log, { what: 'delete', id: lost.id, name: `${caller} lost` }, () =>
      client.deletePlant({ path: { id: lost.id } }),
    )
  }
  await walk(client, log)
  return log
}

// After a 401 another text of a token for the same caller.
function tokenOf(sign: Crew['sign']): (want: { refresh: boolean }) => Promise<string> {
  const scopes = ['plants:read plants:write', 'plants:write plants:read']
  let token = sign(scopes[0] ?? '')
  return ({ refresh }) => {
    if (refresh) token = sign(scopes.reverse()[0] ?? '')
    return token
  }
}

type Made = Omit<CallMade, 'end' | 'ms'>

/** Makes the call, and writes down how it ended. @returns The success. */
async function made<T extends { ok: boolean }>(
  log: CallMade[],
  call: Made,
  make: () => Promise<T>,
): Promise<Extract<T, { ok: true }> | undefined> {
  const start = performance.now()
  try {
    const result: { ok: boolean; outcome?: End } = await make()
    log.push({ ...call, end: result.outcome ?? 'done', ms: performance.now() - start })
    // True because there is no other member with ok: true.
    return result.ok ? (result as Extract<T, { ok: true }>) : undefined
  } catch (error) {
    const isOurs = error instanceof PlantClientError
    const end = isOurs ? error.outcome : 'unknown'
    log.push({ ...call, end, ms: performance.now() - start, ...(!isOurs && { strange: String(error) }) })
    return undefined
  }
}

async function create(client: PlantClient, log: CallMade[], name: string, isRetried = true) {
  const what = isRetried ? 'create' : 'create without retries'
  const patience = isRetried ? {} : { retry: false as const }
  const result = await made(log, { what, name }, () => client.createPlant({ body: { name }, ...patience }))
  if (!result) return undefined
  const { id } = result.body
  Object.assign(log.at(-1) ?? {}, { id })
  return { id, etag: result.headers.etag }
}

async function list(client: PlantClient, log: CallMade[]): Promise<void> {
  const result = await made(log, { what: 'list' }, () => client.listPlants())
  if (result) Object.assign(log.at(-1) ?? {}, { ids: result.body.map(({ id }) => id) })
}

// A page is large enough for all there is, so that a walk is one call.
async function walk(client: PlantClient, log: CallMade[]): Promise<void> {
  const ids: string[] = []
  await made(log, { what: 'walk' }, async () => {
    for await (const plant of client.allPlants({ limit: 100 })) ids.push(plant.id)
    return { ok: true } as const
  })
  Object.assign(log.at(-1) ?? {}, { ids })
}
