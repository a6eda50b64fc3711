// The calls of one caller, with the client of this project.
import { createCache, createPlantClient, type Plant, PlantClientError } from '@plant-collection/client'
import type { Random } from '../../stack/test/support/seeded-random.ts'
import type { Calls, Reply } from '../load/write-record.ts'

// Realistic proportions, but shorter.
export const attemptMs = 250
export const totalMs = 1_500

export interface EndedCall {
  name: string
  outcome: Reply['outcome']
  ms: number
}

interface ListReply extends Reply {
  /** All plants of the caller, if the call succeeds. */
  plants?: Plant[]
}

export interface ClientCalls extends Calls {
  list: () => Promise<ListReply>
  iterate: () => Promise<ListReply>
}

interface Caller {
  random: Random
  sign: (scope: string) => Promise<string>
  onEnd: (call: EndedCall) => void
}

export function clientCalls(baseUrl: string, { random, sign, onEnd }: Caller): ClientCalls {
  const client = createPlantClient({
    baseUrl,
    token: tokenProvider(sign),
    timeoutMs: { attempt: attemptMs, total: totalMs },
    retry: { firstDelayMs: 3, longestDelayMs: 20, random },
    bodyLimitBytes: 64 * 1024,
    ...(random() < 0.5 && { cache: createCache() }),
  })

  /** An error of the client is a reply, too. */
  async function run(name: string, call: () => Promise<CallResult>): Promise<ListReply> {
    const startedAt = performance.now()
    const reply = await call().then(toReply, (error: unknown) => {
      if (!(error instanceof PlantClientError)) throw error
      return { outcome: error.outcome }
    })
    onEnd({ name, outcome: reply.outcome, ms: performance.now() - startedAt })
    return reply
  }

  return {
    create: (body, isKeyed) =>
      isKeyed
        ? run('create', () => client.createPlant({ body }))
        : run('create without retries', () => client.createPlant({ body, retry: false })),
    read: (id) => run('read', () => client.getPlant({ path: { id } })),
    change: (id, tag, etag) => {
      const condition = etag === undefined ? {} : { header: { 'If-Match': etag } }
      return run('update', () => client.updatePlant({ path: { id }, ...condition, body: { tag } }))
    },
    remove: (id) => run('delete', () => client.deletePlant({ path: { id } })),
    list: () => run('list', () => client.listPlants()),
    // One page has room for all plants, so that an iteration is one call.
    iterate: () =>
      run('iterate', async () => ({ ok: true, body: await Array.fromAsync(client.allPlants({ limit: 100 })) })),
  }
}

/** What a call of the client returns, as far as it is read here. */
type CallResult =
  | { ok: true; body?: Plant | Plant[] | undefined; headers?: Record<string, string | undefined> }
  | { ok: false; outcome: Reply['outcome']; status: number | string }

function toReply(result: CallResult): ListReply {
  if (!result.ok) return { outcome: result.outcome, isRefused: result.status === 404 || result.status === 412 }
  const { body, headers } = result
  return Array.isArray(body)
    ? { outcome: 'done', plants: body }
    : { outcome: 'done', plant: body, etag: headers?.etag ?? '' }
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
