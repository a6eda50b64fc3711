// Lists all pages, also while plants are added and deleted between two pages.
import * as fc from 'fast-check'
import { call, expect, type Session, send } from './call.ts'

/** Lists all pages along `Link`; returns the identifiers. */
export async function list(
  session: Session,
  limit: number,
  afterPage: () => Promise<void> = async () => {},
): Promise<string[]> {
  const listed: string[] = []
  const followed = new Set<string>()
  let query: string[] | undefined = [`limit=${limit}`]
  while (query !== undefined) {
    const { response, value } = await send(session, 'listPlants', { query }, 200, 'positive_data_acceptance')
    const page = Array.isArray(value) ? value : []
    expect(session, 'listing_conformance', page.length <= limit, `${page.length} plants for limit=${limit}`)
    listed.push(...page.map((plant) => String(Object(plant).id)))
    const link = /^<\?([^>]+)>; rel="next"$/.exec(response.headers.link ?? '')?.[1]
    const isRepeated = link !== undefined && followed.has(link)
    expect(session, 'listing_conformance', !isRepeated, 'a page links to an earlier page')
    query = isRepeated ? undefined : link?.split('&')
    followed.add(link ?? '')
    await afterPage()
  }
  return listed
}

/** A list of plants that stay, some of which are deleted while it is read. */
export const concurrentListings = fc.record({
  plants: fc.integer({ min: 3, max: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
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
  const listed = await list(session, listing.limit, async () => {
    if (toAdd-- > 0) await add(session, 'added')
    const id = toDelete.pop()
    if (id !== undefined) await call(session.target, 'deletePlant', { id })
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
