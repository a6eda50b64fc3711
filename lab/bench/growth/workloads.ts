// What `make growth` measures. Small owners have a new token for each request, which is for a random plant. The large owner has
// one token; its pages begin at random places, or are always the same.
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
import { get, list, type Target, writes } from '../runner/requests.ts'
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

/** Starts the service on a database. The time of the processes in `pids` counts as its own. */
export async function startSubject(
  { settings, signToken }: Run,
  name: string,
  collection: Collection,
  database: Database,
): Promise<GrowthSubject> {
  const service = await startBuiltService({ ...settings, ...database.settings })
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
/** A page is complete, even if only a quarter of the plants have its tag. */
const beforeEnd = 200

export function growthWorkloads(run: Run, subjects: GrowthSubject[]): GrowthWorkload[][] {
  /** A whole number from 0, less than `below`. */
  const random = (limit: number) => Math.floor(run.random() * limit)
  /** Number of owners with many plants, and with few: caches of the service help both equally. */
  const active = Math.min(...subjects.map(({ collection }) => countSmallOwners(collection)))
  /** A small owner, with one of their plants. */
  const smallTarget = async ({ collection, token }: GrowthSubject): Promise<Target> => {
    const owner = 1 + random(active) * Math.floor(countSmallOwners(collection) / active)
    const number = plantNumber(collection, owner, random(collection.plantsPerOwner))
    return { token: await token(owner), plant: `/plants/${plantId(number)}` }
  }
  const small = (name: string, request: (target: Target, subject: GrowthSubject) => Request) =>
    workload(name, async (subject) => request(await smallTarget(subject), subject))
  const randomPage = (ofLarge: number) => random(ofLarge - beforeEnd)
  return [
    [page('first page', () => undefined)],
    [page('last pages', (ofLarge) => ofLarge - beforeEnd + random(beforeEnd / 2))],
    [page('any page', randomPage)],
    [page('any page of a common tag', randomPage, { tag: commonTag })],
    [page('rare tag', () => undefined, { tag: rareTag }, rarePlants)],
    [page('newest plants', () => undefined, { sort: '-createdAt' })],
    [page('any page by time', randomPage, { sort: 'createdAt' })],
    [page('created since any time', randomPage, {}, limit, (time) => ({ createdSince: time }))],
    [page('common tag by name', () => undefined, { tag: commonTag, sort: 'name' })],
    [page('search of a word of all plants', () => undefined, { q: 'num' })],
    [page('search of that word and a rare one', () => undefined, { q: 'num rare' }, rarePlants)],
    [page('search of a common word by time', () => undefined, { q: commonTag, sort: '-createdAt' })],
    [small('small owner', ({ token }, { collection }) => list(token, { limit }, collection.plantsPerOwner))],
    [small('get', ({ token, plant }) => get(token, plant))],
    writes('', count, (subject, count) => repeated(count, () => smallTarget(subject))),
  ]
}

/**
 * A page of the large owner.
 * @param index Of the plant before the page. Default: the page is the first one.
 * @param start Says where the page starts, by the id and the time of that plant.
 */
function page(
  name: string,
  index: (ofLarge: number) => number | undefined,
  query: Record<string, string> = {},
  plants = limit,
  start: (time: string, id: string) => Record<string, string> = (afterValue, after) => {
    return 'sort' in query ? { after, afterValue } : { after }
  },
): GrowthWorkload {
  return workload(name, async ({ collection, largeToken }) => {
    const before = index(collection.plants / 2)
    const number = before === undefined ? undefined : plantNumber(collection, largeOwner, before)
    const cursor = number === undefined ? {} : start(plantTime(number), plantId(number))
    return list(largeToken, { limit, ...cursor, ...query }, plants)
  })
}

function workload(name: string, request: (subject: GrowthSubject) => Promise<Request>): GrowthWorkload {
  return { name, count, batch: async (subject, count) => ({ requests: await repeated(count, () => request(subject)) }) }
}

function repeated<Item>(count: number, item: () => Promise<Item>): Promise<Item[]> {
  return Promise.all(Array.from({ length: count }, item))
}
