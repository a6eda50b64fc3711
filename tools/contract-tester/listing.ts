// Lists all pages, also while plants are added and deleted between two pages.
import * as fc from 'fast-check'
import { call, expect, type Session, send } from './call.ts'

/** The two ways to find the next page: the `Link` header, and the `id` of the last plant. */
const ways = ['Link', 'after'] as const
type Way = (typeof ways)[number]

interface Listing {
  limit: number
  way?: Way
  afterPage?: () => Promise<void>
}

/** Lists all pages; returns the identifiers. */
export async function list(
  session: Session,
  { limit, way = 'Link', afterPage = async () => {} }: Listing,
): Promise<string[]> {
  const listed: string[] = []
  const followed = new Set<string>()
  let query: string | undefined = `limit=${limit}`
  while (query !== undefined) {
    followed.add(query)
    const check = 'positive_data_acceptance'
    const { response, value } = await send(session, 'listPlants', { query: query.split('&') }, 200, check)
    const page = (Array.isArray(value) ? value : []).map((plant) => String(Object(plant).id))
    expect(session, 'listing_conformance', page.length <= limit, `${page.length} plants for limit=${limit}`)
    listed.push(...page)
    const link = /^<\?([^>]+)>; rel="next"$/.exec(response.headers.link ?? '')?.[1]
    const isFull = link === undefined || page.length === limit
    expect(session, 'listing_conformance', isFull, 'a page with fewer plants than `limit` links to a next page')
    const after = page.length === limit ? `limit=${limit}&after=${page.at(-1)}` : undefined
    query = way === 'Link' ? link : after
    const isRepeated = query !== undefined && followed.has(query)
    expect(session, 'listing_conformance', !isRepeated, 'a page leads to an earlier page')
    if (isRepeated) break
    await afterPage()
  }
  return listed
}

/** A list of plants that stay, some of which are deleted while it is read. */
export const concurrentListings = fc.record({
  plants: fc.integer({ min: 3, max: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  way: fc.constantFrom(...ways),
  deletions: fc.array(fc.nat({ max: 11 }), { maxLength: 4 }),
})

type ConcurrentListing = typeof concurrentListings extends fc.Arbitrary<infer T> ? T : never

export async function listDuringWrites(listing: ConcurrentListing, session: Session): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < listing.plants; index++) ids.push(await add(session, `plant ${index}`))
  const deleted = new Set(listing.deletions.map((index) => ids[index % ids.length] ?? ''))
  const toDelete = [...deleted]
  // A list that grows as fast as it is read would never end.
  let toAdd = listing.plants
  const { limit, way } = listing
  const listed = await list(session, {
    limit,
    way,
    async afterPage() {
      if (toAdd-- > 0) await add(session, 'added')
      const id = toDelete.pop()
      if (id !== undefined) await call(session.target, 'deletePlant', { id })
    },
  })
  const wrong = ids.filter((id) => !deleted.has(id) && listed.filter((one) => one === id).length !== 1)
  expect(session, 'listing_conformance', wrong.length === 0, `not listed exactly once: ${wrong}`)
  const twice = listed.filter((id, index) => listed.indexOf(id) !== index)
  expect(session, 'listing_conformance', twice.length === 0, `listed twice: ${twice}`)
}

async function add(session: Session, name: string): Promise<string> {
  const { value, findings } = await call(session.target, 'createPlant', { body: { name } })
  session.findings.push(...findings)
  return String(Object(value).id)
}
