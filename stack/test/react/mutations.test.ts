// What the mutations do to the cache of TanStack Query. The test decides when each response arrives.
import { createPlantClient, type Plant } from '@plant-collection/client'
import { type ListPage, plantKeys, plantMutations, plantQueries, showUpdate } from '@plant-collection/client/react'
import { type InfiniteData, type MutationOptions, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { fern, monstera, problem } from '../../../test/support/contract-examples.ts'
import { waitUntil } from '../support/wait.ts'

const renamed: Plant = { ...monstera, name: 'Renamed' }
const id = monstera.id

/** A QueryClient that has read the list and the first plant. */
async function openPlants() {
  const held: { name: string; respond: (status: number, body?: unknown) => void }[] = []
  const conditions: (string | null)[] = []
  const fetch = ({ method, url, headers }: Request) =>
    new Promise<Response>((resolve) => {
      if (method !== 'GET') conditions.push(headers.get('If-Match'))
      const respond = (status: number, body?: unknown) => {
        const type = status < 400 ? 'application/json' : 'application/problem+json'
        resolve(new Response(JSON.stringify(body) ?? null, { status, headers: { 'Content-Type': type, ETag: '"1"' } }))
      }
      held.push({ name: `${method} ${new URL(url).pathname.split('/').length === 2 ? 'list' : 'plant'}`, respond })
    })
  const client = createPlantClient({ baseUrl: 'http://plants.test', token: 'a', retry: false, fetch })
  const queries = new QueryClient()
  const { list, plant } = plantQueries(client)

  /** Waits for the oldest request of this name that has no response, and sends the response. */
  const respond = async (name: string, status: number, body?: unknown) => {
    const request = await waitUntil(() => held.find((one) => one.name === name))
    held.splice(held.indexOf(request), 1)
    request.respond(status, body)
    // Until the client and TanStack Query have read it.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const readList = () => queries.fetchInfiniteQuery(list()).catch(() => {})
  const readPlant = () => queries.fetchQuery(plant(id)).catch(() => {})
  void readList()
  void readPlant()
  await respond('GET list', 200, [monstera, fern])
  await respond('GET plant', 200, monstera)

  return {
    queries,
    /** If-Match of each write. */
    conditions,
    respond,
    readList,
    readPlant,
    mutations: plantMutations(client),
    run: <V, C>(options: MutationOptions<never, never, V, C> | object, variables: V) =>
      queries
        .getMutationCache()
        .build(queries, options)
        .execute(variables as never)
        .catch((error: unknown) => error),
    waitFor: (name: string) => waitUntil(() => held.some((one) => one.name === name)),
    listed: () =>
      queries.getQueryData<InfiniteData<ListPage>>(plantKeys.list({}))?.pages.flatMap(({ plants }) => plants),
    seen: () => queries.getQueryData<{ plant: Plant }>(plantKeys.plant(id))?.plant,
    isStale: () => queries.getQueryState(plantKeys.list({}))?.isInvalidated,
  }
}

describe('a deletion', () => {
  it('is not undone by a list that is requested before it ends', async () => {
    const { run, mutations, respond, readList, waitFor, listed } = await openPlants()
    const deletion = run(mutations.delete, { id })
    await waitFor('DELETE plant')
    expect(listed()).toEqual([fern])
    void readList()
    await respond('GET list', 200, [monstera, fern])
    expect(listed()).toEqual([fern])
    await respond('DELETE plant', 204)
    await deletion
    void readList()
    await respond('GET list', 200, [monstera, fern]) // as a replica that lags behind
    expect(listed()).toEqual([fern])
  })

  it('is undone if the service refuses it, also for a list requested before', async () => {
    const { run, mutations, respond, readList, listed, conditions } = await openPlants()
    const deletion = run(mutations.delete, { seen: { plant: monstera, etag: '"1"' } })
    void readList()
    await respond('GET list', 200, [monstera, fern])
    expect(listed()).toEqual([fern])
    await respond('DELETE plant', 412, problem(412, 'precondition-failed'))
    await deletion
    expect(conditions).toEqual(['"1"'])
    void readList()
    await respond('GET list', 200, [monstera, fern])
    expect(listed()).toEqual([monstera, fern])
  })
})

describe('an update', () => {
  it('is not undone by reads that were requested before it', async () => {
    const { run, mutations, respond, readList, readPlant, waitFor, listed, seen } = await openPlants()
    void readList()
    void readPlant()
    await Promise.all([waitFor('GET list'), waitFor('GET plant')])
    const update = run(mutations.update, { id, change: { name: 'Renamed' } })
    await respond('PATCH plant', 200, renamed)
    await update
    await respond('GET list', 200, [monstera, fern])
    await respond('GET plant', 200, monstera)
    expect([listed(), seen()]).toEqual([[renamed, fern], renamed])
  })

  it('can be shown before the service has confirmed it, and no read shows the earlier values', async () => {
    const { queries, run, mutations, respond, readList, readPlant, listed, seen } = await openPlants()
    const variables = { id, change: { name: 'Renamed' } }
    await showUpdate(queries, variables)
    const update = run(mutations.update, variables)
    expect([listed(), seen()]).toEqual([[renamed, fern], renamed])
    void readList()
    void readPlant()
    await respond('GET list', 200, [monstera, fern])
    await respond('GET plant', 200, monstera)
    expect([listed(), seen()]).toEqual([[renamed, fern], renamed])
    await respond('PATCH plant', 200, { ...renamed, updatedAt: 'later' })
    await update
    void readList()
    await respond('GET list', 200, [{ ...renamed, name: 'Even later' }, fern])
    expect([listed()?.[0]?.name, seen()?.updatedAt]).toEqual(['Even later', 'later'])
  })

  it.each([
    [{ name: 'Renamed' }, renamed],
    [{ tag: null }, { ...monstera, tag: '' }],
    [{ tag: 'new' }, { ...monstera, tag: 'new' }],
    [{}, monstera],
  ])('shows the change %j, and takes it back', async (change, shown) => {
    const { queries, readList, respond, listed, seen } = await openPlants()
    const rollback = await showUpdate(queries, { id, change })
    expect([listed(), seen()]).toEqual([[shown, fern], shown])
    rollback()
    expect([listed(), seen()]).toEqual([[monstera, fern], monstera])
    void readList()
    await respond('GET list', 200, [monstera])
    expect(listed()).toEqual([monstera])
  })
})

describe('a creation', () => {
  it.each([
    [201, fern, true],
    [500, problem(500, 'internal-error'), true],
    [502, 'a gateway', true],
    [400, { ...problem(400, 'invalid-request'), errors: [] }, false],
  ])('that gets %i refreshes the lists, unless it changed nothing', async (status, body, isRefreshed) => {
    const { run, mutations, respond, isStale } = await openPlants()
    const creation = run(mutations.create, { name: 'Fern' })
    await respond('POST list', status, body)
    await creation
    expect(isStale()).toBe(isRefreshed)
  })
})
