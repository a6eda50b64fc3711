// Lists all pages while plants are added and deleted between two pages.
import * as fc from 'fast-check'
import type { Session } from './call.ts'
import { Caller, ways } from './caller.ts'

/** A list of plants that stay, some of which are deleted while it is read. */
export const concurrentListings = fc.record({
  plants: fc.integer({ min: 3, max: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  way: fc.constantFrom(...ways),
  deletions: fc.array(fc.nat({ max: 11 }), { maxLength: 4 }),
})

type ConcurrentListing = typeof concurrentListings extends fc.Arbitrary<infer T> ? T : never

export async function listDuringWrites(listing: ConcurrentListing, session: Session): Promise<void> {
  const caller = new Caller(session)
  const ids: string[] = []
  for (let index = 0; index < listing.plants; index++)
    ids.push((await caller.create({ name: `plant ${index}` })).plant.id)
  const toDelete = [...new Set(listing.deletions.map((index) => ids[index % ids.length] ?? ''))]
  // A list that grows as fast as it is read would never end.
  let toAdd = listing.plants
  const { way } = listing
  await caller.list({
    limit: limitFor(session, listing.limit),
    way,
    async afterPage() {
      if (toAdd-- > 0) await caller.create({ name: 'added' })
      const id = toDelete.pop()
      if (id !== undefined) await caller.removeDuringList(id)
    },
  })
}

/** Small pages only where the list begins with plants of this run: a large collection would take thousands of requests. */
export function limitFor({ target }: Session, limit: number): number {
  return target.values.start === undefined ? 100 : limit
}
