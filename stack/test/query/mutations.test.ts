// What the mutations do to the cache of TanStack Query. The test decides when each response arrives.
import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/query-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { showUpdatedItem } from '../product/generated/query/index.ts'
import { ceiling, problem, stairs } from '../support/contract-examples.ts'
import { createLampClient, type Lamp } from '../support/lamp-client.ts'
import { type ListPage, lampKeys, lampMutations, lampQueries } from '../support/lamp-queries.ts'
import { waitUntil } from '../support/wait.ts'

const renamed: Lamp = { ...ceiling, name: 'Renamed' }
const id = ceiling.id
const refusal = { ...problem(400, 'invalid-request'), errors: [] }

/** Creates a QueryClient that has fetched the list and the first lamp. */
async function openLamps() {
  const pending: { name: string; respond: (status: number, body?: unknown) => void }[] = []
  const conditions: (string | null)[] = []
  const keys: (string | null)[] = []
  const fetch = ({ method, url, headers }: Request) =>
    new Promise<Response>((resolve) => {
      if (method !== 'GET') conditions.push(headers.get('If-Match'))
      if (method === 'POST') keys.push(headers.get('Idempotency-Key'))
      const respond = (status: number, body?: unknown) => {
        const type = status < 400 ? 'application/json' : 'application/problem+json'
        resolve(new Response(JSON.stringify(body) ?? null, { status, headers: { 'Content-Type': type, ETag: '"1"' } }))
      }
      pending.push({ name: `${method} ${new URL(url).pathname.split('/').length === 2 ? 'list' : 'lamp'}`, respond })
    })
  const client = createLampClient({ baseUrl: 'http://lamps.test', token: 'a', retry: false, fetch })
  const queries = new QueryClient()
  const { list, lamp } = lampQueries(client)

  /** Waits for a pending request with this name, by default the oldest, and responds to it. */
  const respond = async (name: string, status: number, body?: unknown, index = 0) => {
    const request = await waitUntil(() => pending.filter((entry) => entry.name === name)[index])
    pending.splice(pending.indexOf(request), 1)
    request.respond(status, body)
    // The client and TanStack Query read the response meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const readList = () => queries.fetchInfiniteQuery(list()).catch(() => {})
  const readLamp = () => queries.fetchQuery(lamp(id)).catch(() => {})
  void readList()
  void readLamp()
  await respond('GET list', 200, [ceiling, stairs])
  await respond('GET lamp', 200, ceiling)

  const mutations = lampMutations(client)
  return {
    queries,
    /** If-Match of each write. */
    conditions,
    keys,
    respond,
    readList,
    readLamp,
    mutations,
    optimistic: { ...mutations.update, meta: { optimistic: true } },
    run: (options: object, variables: object) =>
      queries
        .getMutationCache()
        .build(queries, options)
        .execute(variables)
        .catch((error: unknown) => error),
    /** Observes the list, as a page does. @returns A function that counts the pending requests for the list. */
    showList() {
      const observer = new InfiniteQueryObserver(queries, { ...list(), staleTime: Number.POSITIVE_INFINITY })
      onTestFinished(observer.subscribe(() => {}))
      return () => pending.filter(({ name }) => name === 'GET list').length
    },
    waitFor: (name: string) => waitUntil(() => pending.some((entry) => entry.name === name)),
    getList: () => queries.getQueryData<InfiniteData<ListPage>>(lampKeys.list({}))?.pages.flatMap(({ lamps }) => lamps),
    getLamp: () => queries.getQueryData<{ lamp: Lamp }>(lampKeys.lamp(id))?.lamp,
    isStale: () => queries.getQueryState(lampKeys.list({}))?.isInvalidated,
  }
}

describe('a deletion', () => {
  it('is not undone by a list that was requested before it succeeded, or that is stale', async () => {
    const { run, mutations, respond, readList, waitFor, getList } = await openLamps()
    const deletion = run(mutations.delete, { id })
    await waitFor('DELETE lamp')
    expect(getList()).toEqual([stairs])
    void readList()
    await respond('GET list', 200, [ceiling, stairs])
    expect(getList()).toEqual([stairs])
    await respond('DELETE lamp', 204)
    await deletion
    void readList()
    await respond('GET list', 200, [ceiling, stairs]) // as from a replica that lags behind
    expect(getList()).toEqual([stairs])
  })

  it('is undone if the service rejects it, even in a list that was requested before', async () => {
    const { run, mutations, respond, readList, getList, conditions } = await openLamps()
    const deletion = run(mutations.delete, { seen: { lamp: ceiling, etag: '"1"' } })
    void readList()
    await respond('GET list', 200, [ceiling, stairs])
    expect(getList()).toEqual([stairs])
    await respond('DELETE lamp', 412, problem(412, 'precondition-failed'))
    await deletion
    expect(getList()).toEqual([ceiling, stairs])
    expect(conditions).toEqual(['"1"'])
    void readList()
    await respond('GET list', 200, [ceiling, stairs])
    expect(getList()).toEqual([ceiling, stairs])
  })

  it('refetches the list after the last of two deletions, and not before', async () => {
    const { run, mutations, respond, showList } = await openLamps()
    const countPendingLists = showList()
    for (const lamp of [ceiling, stairs]) void run(mutations.delete, { id: lamp.id })
    for (const reads of [0, 1]) {
      await respond('DELETE lamp', 204)
      await expect.poll(countPendingLists).toBe(reads)
    }
  })
})

describe('an update', () => {
  it('is not undone by fetches that were in flight before it', async () => {
    const { run, mutations, respond, readList, readLamp, waitFor, getList, getLamp } = await openLamps()
    void readList()
    void readLamp()
    await Promise.all([waitFor('GET list'), waitFor('GET lamp')])
    const update = run(mutations.update, { id, change: { name: 'Renamed' } })
    await respond('PATCH lamp', 200, renamed)
    await update
    await respond('GET list', 200, [ceiling, stairs])
    await respond('GET lamp', 200, ceiling)
    expect([getList(), getLamp()]).toEqual([[renamed, stairs], renamed])
  })

  it.each([
    [200, ceiling, 1],
    [400, refusal, 0],
    [404, problem(404, 'not-found'), 1],
    [412, problem(412, 'precondition-failed'), 1],
    [500, problem(500, 'internal-error'), 1],
  ])('that gets %i refetches the list, except for a 400', async (status, body, reads) => {
    const { run, mutations, respond, showList } = await openLamps()
    const countPendingLists = showList()
    void run(mutations.update, { id, change: { name: 'Renamed' } })
    await respond('PATCH lamp', status, body)
    await expect.poll(countPendingLists).toBe(reads)
  })

  it('can be shown before the service has confirmed it, and no fetch shows the earlier values', async () => {
    const { run, optimistic, respond, readList, readLamp, waitFor, getList, getLamp } = await openLamps()
    const update = run(optimistic, { id, change: { name: 'Renamed' } })
    await waitFor('PATCH lamp')
    expect([getList(), getLamp()]).toEqual([[renamed, stairs], renamed])
    void readList()
    void readLamp()
    await respond('GET list', 200, [ceiling, stairs])
    await respond('GET lamp', 200, ceiling)
    expect([getList(), getLamp()]).toEqual([[renamed, stairs], renamed])
    await respond('PATCH lamp', 200, { ...renamed, updatedAt: 'later' })
    await update
    void readList()
    await respond('GET list', 200, [{ ...renamed, name: 'Even later' }, stairs])
    expect([getList()?.[0]?.name, getLamp()?.updatedAt]).toEqual(['Even later', 'later'])
    const refused = run(optimistic, { id, change: { name: 'Refused' } })
    await waitFor('PATCH lamp')
    expect(getLamp()?.name).toBe('Refused')
    await respond('PATCH lamp', 400, refusal)
    await refused
    expect([getList()?.[0]?.name, getLamp()?.name]).toEqual(['Even later', 'Renamed'])
  })

  it.each([
    [{ name: 'Renamed' }, renamed],
    [{ tag: null }, { ...ceiling, tag: '' }],
    [{ tag: 'new' }, { ...ceiling, tag: 'new' }],
    [{}, ceiling],
  ])('shows the change %j, and rolls it back', async (change, expected) => {
    const { queries, readList, respond, getList, getLamp } = await openLamps()
    const rollback = await showUpdatedItem(queries, '/lamps', {}, { id, change })
    expect([getList(), getLamp()]).toEqual([[expected, stairs], expected])
    rollback()
    expect([getList(), getLamp()]).toEqual([[ceiling, stairs], ceiling])
    void readList()
    await respond('GET list', 200, [ceiling])
    expect(getList()).toEqual([ceiling])
  })
})

describe('two optimistic updates of a lamp, its name and then its tag', () => {
  const tagged = { ...ceiling, tag: 'new' }
  const both = { ...renamed, tag: 'new' }
  type End = [update: 'name' | 'tag', response: Lamp | 'refused', shown: Lamp]

  it.each<[order: string, first: End, second: End]>([
    ['the first fails while the second is in flight', ['name', 'refused', tagged], ['tag', tagged, tagged]],
    ['the second fails while the first is in flight', ['tag', 'refused', renamed], ['name', renamed, renamed]],
    ['the first fails, then the second', ['name', 'refused', tagged], ['tag', 'refused', ceiling]],
    ['the second fails, then the first', ['tag', 'refused', renamed], ['name', 'refused', ceiling]],
    ['the first succeeds, then the second', ['name', renamed, both], ['tag', both, both]],
    ['the first succeeds, then the second fails', ['name', renamed, both], ['tag', 'refused', renamed]],
    ['the second succeeds, then the first fails', ['tag', tagged, both], ['name', 'refused', tagged]],
    ['the second succeeds, then the first, with the older version', ['tag', both, both], ['name', renamed, both]],
  ])('show each change that has not failed, and nothing else: %s', async (_, ...ends) => {
    const { run, optimistic, respond, readList, readLamp, waitFor, getList, getLamp } = await openLamps()
    const runs = [run(optimistic, { id, change: { name: 'Renamed' } })]
    await waitFor('PATCH lamp')
    runs.push(run(optimistic, { id, change: { tag: 'new' } }))
    await expect.poll(() => [getList()?.[0], getLamp()]).toEqual([both, both])
    for (const [index, [update, response, expected]] of ends.entries()) {
      const isSecond = index === 0 && update === 'tag'
      if (response === 'refused') await respond('PATCH lamp', 400, refusal, Number(isSecond))
      else await respond('PATCH lamp', 200, response, Number(isSecond))
      expect([getList()?.[0], getLamp()]).toEqual([expected, expected])
    }
    await Promise.all(runs)
    // Later responses of the service are shown unchanged.
    void readList()
    void readLamp()
    await respond('GET list', 200, [stairs])
    await respond('GET lamp', 200, stairs)
    expect([getList(), getLamp()]).toEqual([[stairs], stairs])
  })
})

describe('a creation', () => {
  it.each([
    [201, stairs, true],
    [500, problem(500, 'internal-error'), true],
    [502, 'a gateway', true],
    [400, refusal, false],
  ])('that gets %i invalidates the lists, unless it changed nothing', async (status, body, isInvalidated) => {
    const { run, mutations, respond, isStale } = await openLamps()
    const creation = run(mutations.create, { name: 'Desk' })
    await respond('POST list', status, body)
    await creation
    expect(isStale()).toBe(isInvalidated)
  })

  it('reuses the key of the same creation if its outcome is unknown, and otherwise has a new key', async () => {
    const { run, mutations, respond, keys } = await openLamps()
    for (const [index, name] of ['Desk', 'Floor', 'Desk', 'Desk'].entries()) {
      const creation = run(mutations.create, { name })
      await respond('POST list', index === 0 ? 502 : 201, stairs)
      await creation
    }
    const [first, second, repeated, last] = keys
    expect(repeated).toBe(first)
    expect(new Set([first, second, last]).size).toBe(3)
  })
})
