// Listing while others write: plants come and go between the pages, and those that stay are listed exactly once.
import * as fc from 'fast-check'
import { call } from './call.ts'
import { type Session, walk } from './sequences.ts'

/** Where plants of its own come and go, in one order or the other, at each page. */
export const crowds = fc.record({
  staying: fc.integer({ min: 3, max: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
  deletions: fc.array(fc.nat({ max: 11 }), { maxLength: 4 }),
})

export type Crowd = typeof crowds extends fc.Arbitrary<infer T> ? T : never

export async function listInCrowd({ staying, limit, deletions }: Crowd, session: Session): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < staying; index++) ids.push(await add(session, `staying ${index}`))
  const going = [...new Set(deletions.map((index) => ids[index % ids.length] ?? ''))]
  const left = [...going]
  // No more than there were: who follows a list that grows as fast as it is read never comes to its end.
  let coming = staying
  const seen = await walk(session, limit, async () => {
    if (coming-- > 0) await add(session, 'coming')
    const id = left.pop()
    if (id !== undefined) await call(session.target, 'deletePlant', { id })
  })
  const wrong = ids.filter((id) => !going.includes(id) && seen.filter((one) => one === id).length !== 1)
  if (wrong.length > 0)
    session.findings.push({ check: 'listing_conformance', says: `not listed exactly once: ${wrong}` })
  const twice = seen.filter((id, index) => seen.indexOf(id) !== index)
  if (twice.length > 0) session.findings.push({ check: 'listing_conformance', says: `listed twice: ${twice}` })
}

async function add(session: Session, name: string): Promise<string> {
  const { value, findings } = await call(session.target, 'createPlant', { body: { name } })
  session.findings.push(...findings)
  return String(Object(value).id)
}
