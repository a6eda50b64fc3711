import { ConnectionError, type PlantClient, type PlantClientOptions, type Retrying } from '@plant-collection/client'
import { describe, expect, it, vi } from 'vitest'
import { etag, fern, monstera, notFound, problem } from './contract-examples.ts'
import { type Script, type Scripted, scriptedService } from './scripted-service.ts'

const failure = (reason: unknown) => reason
const path = { id: monstera.id }
const body = { name: 'Fern' }
const header = { 'If-Match': etag }
const unavailable: Scripted = { status: 503, body: problem(503, '/problems/unavailable') }
const tooMany: Scripted = { status: 429, body: problem(429, '/problems/too-many-requests') }
const page: Scripted = { status: 200, body: [] }
const created: Scripted = { status: 201, body: fern }
const deleted: Scripted = { status: 204 }
const changed: Scripted = { status: 200, body: monstera }
const broken = 'broken'

/** A service that answers in this order, or breaks the connection, and a client that does not wait long. */
function retrying(answers: (Scripted | typeof broken)[], options: Partial<PlantClientOptions> = {}) {
  let next = 0
  const script: Script = (_, response) => {
    const answer = answers[next++] ?? { status: 599 }
    if (answer !== broken) return answer
    response.destroy()
    return undefined
  }
  return scriptedService(script, { retry: { random: () => 0 }, ...options })
}

const list = (client: PlantClient) => client.listPlants()
const create = (client: PlantClient) => client.createPlant({ body })
const remove = (client: PlantClient) => client.deletePlant({ path })
const change = (client: PlantClient) => client.updatePlant({ path, body })
const changeSeen = (client: PlantClient) => client.updatePlant({ path, header, body })

describe('a request is sent again', () => {
  it.each<[string, (Scripted | typeof broken)[], (client: PlantClient) => Promise<object>, number]>([
    ['a read whose connection broke', [broken, broken, page], list, 200],
    ['a creation whose connection broke', [broken, created], create, 201],
    ['a deletion whose connection broke', [broken, deleted], remove, 204],
    ['a read that a gateway failed at', [{ status: 502 }, { status: 504 }, { status: 503 }, page], list, 200],
    ['a creation that a gateway failed at', [{ status: 502 }, created], create, 201],
    ['a read that came too slowly', [{ status: 408 }, page], list, 200],
    ['a read that the service failed at', [{ status: 500 }, page], list, 200],
    ['any that the service did not do: a read', [unavailable, tooMany, page], list, 200],
    ['any that the service did not do: a creation', [unavailable, tooMany, created], create, 201],
    ['any that the service did not do: a change', [unavailable, tooMany, changed], change, 200],
    ['any that a gateway did not pass on for there were too many', [{ status: 429 }, changed], changeSeen, 200],
  ])('%s', async (_, answers, call, status) => {
    const { client, sent } = await retrying(answers)
    expect(await call(client)).toMatchObject({ ok: true, status, call: { attempt: answers.length } })
    expect(sent).toHaveLength(answers.length)
    expect(
      new Set(sent.map((one) => JSON.stringify([one.method, one.url, one.body, one.headers['idempotency-key']]))),
    ).toHaveProperty('size', 1)
  })

  it('with the key that the client made, another one for each creation', async () => {
    const { client, sent } = await retrying([broken, created, created])
    await create(client)
    await create(client)
    const [first, again, second] = sent.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\d-]{7,}$/)
    expect(again).toBe(first)
    expect(second).not.toBe(first)
  })

  it('with the key that the caller gave', async () => {
    const { client, sent } = await retrying([broken, created])
    await client.createPlant({ header: { 'Idempotency-Key': 'monday-1' }, body })
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['monday-1', 'monday-1'])
  })

  it('page by page in a walk', async () => {
    const first = { status: 200, headers: { Link: '<?cursor=a>; rel="next"' }, body: [monstera] }
    const { client, sent } = await retrying([unavailable, first, broken, { status: 200, body: [fern] }])
    expect(await Array.fromAsync(client.allPlants())).toEqual([monstera, fern])
    expect(sent.map(({ url }) => url)).toEqual(['/plants', '/plants', '/plants?cursor=a', '/plants?cursor=a'])
  })
})

describe('a request is not sent again', () => {
  it.each([
    ['a change', change],
    ['a change of what was seen', changeSeen],
  ])('when its outcome is not known: %s', async (_, call) => {
    const { client, sent } = await retrying([broken, changed])
    const error = await call(client).catch(failure)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ attempt: 1, outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })

  it.each([500, 502, 503, 504])(
    'when its outcome is not known: a change that was answered %i by a gateway',
    async (status) => {
      const { client, sent } = await retrying([{ status }, changed])
      expect(await change(client)).toMatchObject({ status: 'unexpected', outcome: 'unknown' })
      expect(sent).toHaveLength(1)
    },
  )

  it.each([
    [400, '/problems/invalid-request'],
    [403, '/problems/insufficient-scope'],
    [404, '/problems/not-found'],
    [412, '/problems/precondition-failed'],
  ])('when it was refused for good: %i', async (status, type) => {
    const { client, sent } = await retrying([{ status, body: problem(status, type) }])
    expect(await remove(client)).toMatchObject({ ok: false, status, outcome: 'unchanged', call: { attempt: 1 } })
    expect(sent).toHaveLength(1)
  })

  it('when the caller has switched that off; a creation then has no key but its own', async () => {
    const { client, sent } = await retrying([unavailable, broken])
    expect(await client.createPlant({ body, retry: false })).toMatchObject({ status: 503, outcome: 'unchanged' })
    expect(await client.createPlant({ body, retry: false }).catch(failure)).toMatchObject({ outcome: 'unknown' })
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined])
  })

  it('unless the call wants that, though the client does not', async () => {
    const { client, sent } = await retrying([broken, created], { retry: false })
    expect(await client.createPlant({ body, retry: { random: () => 0 } })).toMatchObject({ ok: true })
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(sent[0]?.headers).toHaveProperty('idempotency-key')
  })

  it('more often than the caller wants: the last answer, or error, counts', async () => {
    const { client, sent } = await retrying([unavailable, unavailable, unavailable, broken], {
      retry: { attempts: 2, random: () => 0 },
    })
    expect(await list(client)).toMatchObject({ status: 503, call: { attempt: 2 } })
    const error = await client.listPlants({ retry: { attempts: 3 } }).catch(failure)
    expect(error).toMatchObject({ status: 'unexpected', response: { status: 599 } })
    expect(sent).toHaveLength(5)
  })

  it('after shouldRetry returns false', async () => {
    const asked: Retrying[] = []
    const { client, sent } = await retrying([unavailable, broken, unavailable, page], {
      retry: { random: () => 0, attempts: 9, shouldRetry: (one) => asked.push(one) < 3 },
    })
    expect(await list(client)).toMatchObject({ status: 503, call: { attempt: 3 } })
    expect(sent).toHaveLength(3)
    expect(asked).toMatchObject([{ status: 503 }, { error: { name: 'ConnectionError' } }, { status: 503 }])
    const elapsed = asked.map(({ elapsedMs }) => elapsedMs)
    expect(elapsed).toEqual(elapsed.toSorted((a, b) => a - b))
    expect(elapsed[0]).toBeGreaterThan(0)
  })

  it.each<[string, Scripted | typeof broken]>([
    ['a response', unavailable],
    ['an error', broken],
  ])('after retry.signal is aborted: the wait ends at once with %s', async (_, last) => {
    const controller = new AbortController()
    const onRetry = vi.fn(() => void setTimeout(() => controller.abort(), 20))
    const { client, sent } = await retrying([last, page, unavailable], {
      retry: { firstDelayMs: 60_000, longestDelayMs: 60_000, random: () => 1, signal: controller.signal, onRetry },
      timeoutMs: { total: Infinity },
    })
    expect(await list(client).catch(failure)).toMatchObject(
      last === broken ? { outcome: 'unchanged' } : { status: 503 },
    )
    expect(sent).toHaveLength(1)
    expect(await list(client)).toMatchObject({ ok: true })
    expect(await list(client)).toMatchObject({ status: 503, call: { attempt: 1 } })
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('once the caller has given up, though it waits', async () => {
    const controller = new AbortController()
    const { client, sent } = await retrying([unavailable, page], {
      retry: {
        firstDelayMs: 60_000,
        longestDelayMs: 60_000,
        random: () => 0.3,
        onRetry: () => controller.abort('enough'),
      },
    })
    expect(await client.listPlants({ signal: controller.signal }).catch(failure)).toBe('enough')
    expect(sent).toHaveLength(1)
  })
})

describe('what is not known of an earlier attempt', () => {
  it('makes a 404 to a deletion a success: the plant is gone', async () => {
    const { client } = await retrying([broken, { status: 404, body: notFound }])
    const result = await remove(client)
    expect(result).toMatchObject({ ok: true, status: 204, body: undefined, call: { attempt: 2 } })
    expect(result.response.status).toBe(404)
  })

  it('does not, where the earlier attempt was refused: there never was such a plant', async () => {
    const { client } = await retrying([unavailable, { status: 404, body: notFound }])
    expect(await remove(client)).toMatchObject({ ok: false, status: 404, outcome: 'unchanged' })
  })

  it('does not, where it is the 404 of something else', async () => {
    const { client } = await retrying([broken, { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<p>' }])
    expect(await remove(client)).toMatchObject({ ok: false, status: 'unexpected', outcome: 'unknown' })
  })

  it('is not known after a later attempt was refused, either', async () => {
    const unauthorized = { status: 401, body: problem(401, '/problems/unauthorized') }
    const { client } = await retrying([broken, unauthorized, broken, unauthorized])
    expect(await create(client)).toMatchObject({ status: 401, outcome: 'unknown' })
    expect(await list(client)).toMatchObject({ status: 401, outcome: 'unchanged' })
  })
})

describe('the wait before a request is sent again', () => {
  async function waits(answers: (Scripted | typeof broken)[], retry = {}, total = 1e6): Promise<Retrying[]> {
    const told: Retrying[] = []
    const controller = new AbortController()
    const onRetry = (one: Retrying) => {
      told.push(one)
      // A wait that is long enough to be looked at is too long to be waited for.
      if (one.waitMs > 50) controller.abort()
    }
    const { client } = await retrying(answers, { retry: { random: () => 0, onRetry, ...retry }, timeoutMs: { total } })
    await client.listPlants({ query: { tag: 'secret' }, signal: controller.signal }).catch(failure)
    return told
  }

  it('is told, with why', async () => {
    const told = await waits([unavailable, broken, page])
    expect(told).toMatchObject([
      { operation: 'listPlants', attempt: 1, waitMs: 0, status: 503 },
      { operation: 'listPlants', attempt: 2, waitMs: 0, error: { name: 'ConnectionError' } },
    ])
    expect(JSON.stringify(told)).not.toMatch('secret')
  })

  it('is up to twice as long each time, up to a limit', async () => {
    const told = await waits([broken, broken, broken, broken], {
      attempts: 5,
      random: () => 0.5,
      firstDelayMs: 2,
      longestDelayMs: 10,
    })
    expect(told.map(({ waitMs }) => waitMs)).toEqual([1, 2, 4, 5])
  })

  it.each([
    ['in seconds', '7', 7000],
    ['as a date, by the clock of whoever answered', 'Fri, 20 Nov 2015 09:00:07 GMT', 7000],
    ['that is past', 'Fri, 20 Nov 2015 08:00:00 GMT', 0],
    ['that says nothing', 'soon', 0],
    ['below nothing', '-5', 0],
  ])('is at least that of Retry-After %s: %s', async (_, value, expected) => {
    const headers = { 'Retry-After': value, Date: 'Fri, 20 Nov 2015 09:00:00 GMT' }
    const told = await waits([{ ...tooMany, headers }, page])
    expect(told.map(({ waitMs }) => waitMs)).toEqual([expected])
  })

  it('is that of Retry-After and a bit more, so that not all come back at once', async () => {
    const told = await waits([{ ...tooMany, headers: { 'Retry-After': '7' } }], { random: () => 0.5 })
    expect(told.map(({ waitMs }) => waitMs)).toEqual([7125])
  })

  it('is not waited where it would go past the end of the call: the answer counts at once', async () => {
    const { client, sent } = await retrying([{ ...tooMany, headers: { 'Retry-After': '30' } }, page])
    expect(await list(client)).toMatchObject({ status: 429, headers: { 'retry-after': '30' }, call: { attempt: 1 } })
    expect(sent).toHaveLength(1)
  })
})
