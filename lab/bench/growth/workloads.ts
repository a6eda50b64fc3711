// The workloads of `make growth`. Requests of small owners are for random plants, each with a new token. The large
// owner has one token; its pages start after random plants, or are always the same.
import {
  type Collection,
  commonTag,
  countSmallOwners,
  largeOwner,
  plantId,
  plantNumber,
  plantTime,
  rarePlants,
  rareTag,
} from '../runner/collection.ts'
import type { Request } from '../runner/load.ts'
import { get, list, type Target, writeWorkloads } from '../runner/requests.ts'
import type { Subject, Workload } from '../runner/rounds.ts'
import type { Run } from '../runner/run.ts'
import { cpuOfProcesses, startBuiltService } from '../runner/server-process.ts'
import type { Database } from './postgres.ts'

export interface GrowthSubject extends Subject {
  collection: Collection
  token: (owner: number) => Promise<string>
  largeToken: string
  created: Request[]
}

/** Starts the service on a database. Its CPU time includes the processes of the database. */
export async function startSubject(
  { env, signToken }: Run,
  name: string,
  collection: Collection,
  database: Database,
): Promise<GrowthSubject> {
  const service = await startBuiltService({ ...env, ...database.env })
  return {
    name,
    url: service.url,
    cpu: async () => cpuOfProcesses(await database.pids()) + service.cpu(),
    collection,
    token: signToken,
    largeToken: await signToken(largeOwner),
    created: [],
  }
}

type GrowthWorkload = Workload<GrowthSubject>

const count = 300
const limit = 20
/** Plants after a random cursor: a page is complete, even if only a quarter of the plants have its tag. */
const endMargin = 200

export function growthWorkloads(run: Run, subjects: GrowthSubject[]): GrowthWorkload[][] {
  /** Returns an integer from 0, less than `bound`. */
  const random = (bound: number) => Math.floor(run.random() * bound)
  /** Number of small owners that send requests: the same for each subject, so caches help each subject equally. */
  const ownersUsed = Math.min(...subjects.map(({ collection }) => countSmallOwners(collection)))
  /** Selects a small owner, and one of its plants. */
  const smallTarget = async ({ collection, token }: GrowthSubject): Promise<Target> => {
    const owner = 1 + random(ownersUsed) * Math.floor(countSmallOwners(collection) / ownersUsed)
    const number = plantNumber(collection, owner, random(collection.plantsPerOwner))
    return { token: await token(owner), plant: `/plants/${plantId(number)}` }
  }
  const small = (name: string, request: (target: Target, subject: GrowthSubject) => Request) =>
    workload(name, async (subject) => request(await smallTarget(subject), subject))
  const randomPage = (largeOwnerPlants: number) => random(largeOwnerPlants - endMargin)
  return [
    [page('first page', () => undefined)],
    [page('last pages', (largeOwnerPlants) => largeOwnerPlants - endMargin + random(endMargin / 2))],
    [page('random page', randomPage)],
    [page('random page of a common tag', randomPage, { tag: commonTag })],
    [page('rare tag', () => undefined, { tag: rareTag }, rarePlants)],
    [page('newest plants', () => undefined, { sort: '-createdAt' })],
    [page('random page by time', randomPage, { sort: 'createdAt' })],
    [page('created since a random time', randomPage, {}, limit, (time) => ({ createdSince: time }))],
    [page('common tag by name', () => undefined, { tag: commonTag, sort: 'name' })],
    [page('search for a word of all plants', () => undefined, { q: 'num' })],
    [page('search for that word and a rare one', () => undefined, { q: 'num rare' }, rarePlants)],
    [page('search for a common word by time', () => undefined, { q: commonTag, sort: '-createdAt' })],
    [small('small owner', ({ token }, { collection }) => list(token, { limit }, collection.plantsPerOwner))],
    [small('get', ({ token, plant }) => get(token, plant))],
    writeWorkloads('', count, (subject, count) => repeat(count, () => smallTarget(subject))),
  ]
}

/**
 * A workload that reads a page of the large owner.
 * @param plantsBefore Returns the index of the plant before the page; `undefined` for the first page.
 * @param start Returns the query parameters for a page after a plant with this time and id.
 */
function page(
  name: string,
  plantsBefore: (largeOwnerPlants: number) => number | undefined,
  query: Record<string, string> = {},
  plants = limit,
  start: (time: string, id: string) => Record<string, string> = (afterValue, after) => {
    return 'sort' in query ? { after, afterValue } : { after }
  },
): GrowthWorkload {
  return workload(name, async ({ collection, largeToken }) => {
    const index = plantsBefore(collection.plants / 2)
    const number = index === undefined ? undefined : plantNumber(collection, largeOwner, index)
    const cursor = number === undefined ? {} : start(plantTime(number), plantId(number))
    return list(largeToken, { limit, ...cursor, ...query }, plants)
  })
}

function workload(name: string, request: (subject: GrowthSubject) => Promise<Request>): GrowthWorkload {
  return { name, count, batch: async (subject, count) => ({ requests: await repeat(count, () => request(subject)) }) }
}

function repeat<Item>(count: number, create: () => Promise<Item>): Promise<Item[]> {
  return Promise.all(Array.from({ length: count }, create))
}
