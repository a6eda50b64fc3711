// What is measured. Each call is for other plants, chosen at random.
import type { Plant, PlantStore } from '../../../server/core/plants/plant-store.ts'
import {
  commonTag,
  idOf,
  ownerName,
  ownerNumberOf,
  plantOf,
  plantsPerOwner,
  plantsPerPage,
  rarePlants,
  rareTag,
} from './data.ts'
import type { LoadRequest } from './load.ts'

/** A whole number from 0, less than `below`. */
export type Random = (below: number) => number

/** One operation: as a request to the service, and as the call of the store that the service makes for it. */
export interface Operation {
  request: LoadRequest
  call: (store: PlantStore) => Promise<unknown>
  /** Restores the plants. @param createdId Of the plant that the request created. */
  undo?: (store: PlantStore, createdId?: string) => Promise<unknown>
}

export interface Workload {
  name: string
  isWrite: boolean
  /** Different operations on this many plants. */
  operations: (plants: number, count: number, random: Random) => Operation[]
}

/** Before the end of the large owner, so that a page is complete, also if only a quarter of the plants have its tag. */
const beforeEnd = 200

export const workloads: Workload[] = [
  page('first page', () => undefined),
  page('deep page', (ofLarge, random) => ofLarge - beforeEnd + random(beforeEnd / 2)),
  page('random page', (ofLarge, random) => random(ofLarge - beforeEnd)),
  read('small owner', (plants, random) => list(ownerNumberOf(2 * random(plants / 2) + 1, plants), {})),
  page('common tag, random page', (ofLarge, random) => random(ofLarge - beforeEnd), commonTag),
  page('rare tag', () => undefined, rareTag),
  read('get', (plants, random) => {
    const n = random(plants)
    const owner = ownerNumberOf(n, plants)
    return {
      request: { owner, method: 'GET', path: `/plants/${idOf(n)}`, status: 200 },
      call: async (store) => require(await store.get(ownerName(owner), idOf(n)), n),
    }
  }),
  {
    name: 'create',
    isWrite: true,
    operations: (plants, count, random) =>
      Array.from({ length: count }, (_, index) => {
        const plant = plantOf(plants + index, plants)
        const owner = ownerNumberOf(random(plants), plants)
        const { name, tag } = plant
        return {
          request: { owner, method: 'POST', path: '/plants', body: JSON.stringify({ name, tag }), status: 201 },
          call: (store) => store.create(ownerName(owner), plant),
          undo: (store, createdId = plant.id) => store.delete(ownerName(owner), createdId),
        }
      }),
  },
  {
    name: 'delete',
    isWrite: true,
    operations(plants, count, random) {
      const numbers = new Set<number>()
      while (numbers.size < count) numbers.add(random(plants))
      return [...numbers].map((n) => {
        const plant = plantOf(n, plants)
        const owner = ownerNumberOf(n, plants)
        return {
          request: { owner, method: 'DELETE', path: `/plants/${plant.id}`, status: 204 },
          call: async (store) => require(await store.delete(ownerName(owner), plant.id), n),
          undo: (store) => store.create(ownerName(owner), plant),
        }
      })
    },
  },
]

function read(name: string, operation: (plants: number, random: Random) => Operation): Workload {
  return {
    name,
    isWrite: false,
    operations: (plants, count, random) => Array.from({ length: count }, () => operation(plants, random)),
  }
}

/** @param place Where the page of the large owner starts: after its plant with this number, from 0. */
function page(name: string, place: (ofLarge: number, random: Random) => number | undefined, tag?: string): Workload {
  return read(name, (plants, random) => {
    const after = place(plants / 2, random)
    return list(0, { tag, after: after === undefined ? undefined : idOf(after * 2) })
  })
}

interface ListOptions {
  tag?: string | undefined
  after?: string | undefined
}

function list(owner: number, { tag, after }: ListOptions): Operation {
  const query = new URLSearchParams({
    limit: String(plantsPerPage),
    ...(tag !== undefined && { tag }),
    ...(after !== undefined && { after }),
  })
  const found = owner !== 0 ? plantsPerOwner : tag === rareTag ? rarePlants : plantsPerPage + 1
  return {
    request: { owner, method: 'GET', path: `/plants?${query}`, status: 200 },
    async call(store) {
      // As the service does: one more, to know whether there is a next page.
      const { plants } = await store.list(ownerName(owner), { tag, after, limit: plantsPerPage + 1 })
      if (plants.length !== found) throw new Error(`A page has ${plants.length} plants instead of ${found}.`)
    },
  }
}

function require(found: Plant | true | undefined, n: number): void {
  if (found === undefined) throw new Error(`The plant ${n} is missing.`)
}
