// The calls of one caller, with the client of this project.
import { createCache, createPlantClient, type Plant, PlantClientError, type Result } from '@plant-collection/client'
import type { Random } from '../../stack/test/support/seeded-random.ts'
import type { Calls } from '../load/round.ts'
import type { Reply } from '../load/write-record.ts'

// Realistic proportions, but shorter.
export const attemptMs = 250
export const totalMs = 1_500

export interface EndedCall {
  name: string
  outcome: Reply['outcome']
  ms: number
}

export interface ClientCalls extends Calls {
  /** All plants of the caller, if the call succeeds. */
  list: () => Promise<Reply & { plants?: Plant[] }>
  iterate: () => Promise<Reply & { plants?: Plant[] }>
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

  async function run<R extends Reply>(name: string, call: () => Promise<R>): Promise<R | Reply> {
    const startedAt = performance.now()
    const end = <Ended extends Reply>(reply: Ended) => {
      onEnd({ name, outcome: reply.outcome, ms: performance.now() - startedAt })
      return reply
    }
    try {
      return end(await call())
    } catch (error) {
      if (!(error instanceof PlantClientError)) throw error
      return end({ outcome: error.outcome })
    }
  }

  return {
    create: (body, isKeyed) =>
      isKeyed
        ? run('create', async () => toReply(await client.createPlant({ body })))
        : run('create without retries', async () => toReply(await client.createPlant({ body, retry: false }))),
    read: (id) => run('read', async () => toReply(await client.getPlant({ path: { id } }))),
    change: (id, tag, etag) => {
      const condition = etag === undefined ? {} : { header: { 'If-Match': etag } }
      return run('update', async () => toReply(await client.updatePlant({ path: { id }, ...condition, body: { tag } })))
    },
    remove: (id) =>
      run('delete', async () => {
        const result = await client.deletePlant({ path: { id } })
        return result.ok ? { outcome: 'done' } : toReply(result)
      }),
    list: () =>
      run('list', async () => {
        const result = await client.listPlants()
        return result.ok ? { outcome: 'done', plants: result.body } : toReply(result)
      }),
    // One page has room for all plants, so that an iteration is one call.
    iterate: () =>
      run('iterate', async () => ({
        outcome: 'done',
        plants: await Array.fromAsync(client.allPlants({ limit: 100 })),
      })),
  }
}

type PlantResult = Result<'createPlant'> | Result<'getPlant'> | Result<'updatePlant'>
type Failure = { ok: false; outcome: Reply['outcome']; status: number | string }

function toReply(result: PlantResult | Failure): Reply {
  if (result.ok) return { outcome: 'done', plant: result.body, etag: result.headers.etag }
  return { outcome: result.outcome, isRefused: result.status === 404 || result.status === 412 }
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
