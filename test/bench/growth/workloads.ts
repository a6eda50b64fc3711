// What `make growth` measures. Each request is for other plants, chosen at random, and has a new token, except those of the
// large owner.
import {
  type Collection,
  commonTag,
  countSmallOwners,
  largeOwner,
  plantId,
  plantNumber,
  rarePlants,
  rareTag,
} from '../runner/collection.ts'
import { type Request, readHeader } from '../runner/load.ts'
import { create, get, list, remove, rename } from '../runner/requests.ts'
import type { Subject, Workload } from '../runner/rounds.ts'

/** A database with some number of plants. */
export interface GrowthSubject extends Subject {
  collection: Collection
  /** Signs a token. */
  token: (owner: number) => Promise<string>
  largeToken: string
  created: Request[]
}

type GrowthWorkload = Workload<GrowthSubject>
/** A whole number from 0, less than `below`. */
type Random = (below: number) => number

const limit = 20
/** A page is complete, even if only a quarter of the plants have its tag. */
const beforeEnd = 200

export function growthWorkloads(random: Random): GrowthWorkload[][] {
  const randomPage = (ofLarge: number) => random(ofLarge - beforeEnd)
  return [
    [page('first page', () => undefined)],
    [page('last pages', (ofLarge) => ofLarge - beforeEnd + random(beforeEnd / 2))],
    [page('any page', randomPage)],
    [page('any page of a common tag', randomPage, { tag: commonTag })],
    [page('rare tag', () => undefined, { tag: rareTag }, rarePlants)],
    [small('small owner', random, (token, _path, { plantsPerOwner }) => list(token, { limit }, plantsPerOwner))],
    [small('get', random, (token, path) => get(token, path))],
    writes(random),
  ]
}

/** A page of the large owner. @param place Of the plant before the page. Default: the page is the first one. */
function page(
  name: string,
  place: (ofLarge: number) => number | undefined,
  query = {},
  plants = limit,
): GrowthWorkload {
  return {
    name,
    count: 300,
    batch: ({ collection, largeToken }, count) => ({
      requests: Array.from({ length: count }, () => {
        const before = place(collection.plants / 2)
        const after = before === undefined ? {} : { after: plantId(plantNumber(collection, largeOwner, before)) }
        return list(largeToken, { limit, ...after, ...query }, plants)
      }),
    }),
  }
}

/** @param request `path` is that of a plant. */
function small(
  name: string,
  random: Random,
  request: (token: string, path: string, collection: Collection) => Request,
): GrowthWorkload {
  return {
    name,
    count: 300,
    batch: async ({ collection, token }, count) => ({
      requests: await Promise.all(
        Array.from({ length: count }, async () => {
          const owner = 1 + random(countSmallOwners(collection))
          const number = plantNumber(collection, owner, random(collection.plantsPerOwner))
          return request(await token(owner), `/plants/${plantId(number)}`, collection)
        }),
      ),
    }),
  }
}

/** What is created is deleted again. */
function writes(random: Random): GrowthWorkload[] {
  const creating = small('create', random, create)
  return [
    {
      ...creating,
      async batch(subject, count) {
        const { requests } = await creating.batch(subject, count)
        return {
          requests,
          onResponse(index, { head }) {
            const token = requests[index]?.headers.Authorization?.replace('Bearer ', '') ?? ''
            subject.created.push(remove(token, `/${readHeader(head, 'Location')}`))
          },
        }
      },
    },
    small('patch', random, rename),
    { name: 'delete', count: 300, batch: ({ created }, count) => ({ requests: created.splice(0, count) }) },
  ]
}
