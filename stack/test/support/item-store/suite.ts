// The tests of every ItemStore, whatever its database.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { selectPage } from '../../../core/items/list-page.ts'
import type { ItemStore, ListQuery, StoredItems } from '../../../core/stores/item-store.ts'
import { describeChildren, describeCommits } from './children.ts'
import { getBookings, getRooms, rooms, type TestStore, toItem } from './collections.ts'
import { describeKeys } from './keys.ts'
import { describeLists } from './lists.ts'

export function describeItemStore(name: string, open: () => Promise<TestStore>): void {
  describe(`an item store: ${name}`, () => {
    // It has a store as soon as a test runs.
    const opened = {} as TestStore
    beforeEach(async () => void Object.assign(opened, await open()))
    afterEach(() => opened.store.close())
    describeLists(opened)
    describeKeys(opened)
    describeChildren(opened)
    describeCommits(opened)
  })
}

/**
 * @param execute Runs a statement of SQL, as an operator does while no store is open.
 * @param statements Changes of the item `a` on a room that only this database knows.
 */
export function describeStoredItems(
  open: () => Promise<ItemStore & StoredItems>,
  execute: (sql: string) => unknown,
  statements: string[],
): void {
  it('reads the items of all owners and collections in steps, and remembers the checked contract', async () => {
    const store = await open()
    const places = [getRooms('ann'), getBookings('a', 'ann'), getRooms('bob')]
    for (const place of places) await store.create(place, toItem('a', { label: place.owner }))
    const first = await store.itemsAfter(undefined, 2)
    const rest = await store.itemsAfter(first.at(-1)?.key, 2)
    const expected = places.map(({ owner, collection, path }) => {
      return { key: [owner, collection, 'a'], path, text: toItem('a', { label: owner }).text }
    })
    expect([first, rest]).toEqual([expected.slice(0, 2), expected.slice(2)])
    expect(await store.checkedContract()).toBeUndefined()
    for (const contract of ['old', 'new']) await store.keepCheckedContract(contract, [])
    expect(await store.checkedContract()).toBe('new')
    await store.close()
  })

  const queries: Partial<ListQuery>[] = ['Desk', ''].map((label) => ({ filters: { label } }))
  queries.push({ searchTerms: ['desk'] }, { sort: { field: 'label' } })

  it.each([
    "INSERT INTO item VALUES ('ann', '/rooms', 'b', '/rooms', '{}', '')",
    "UPDATE item SET text = '{}'",
    "UPDATE item SET owner = 'bob'",
    "UPDATE item SET id = 'b'",
    'DELETE FROM item',
    ...statements,
  ])('has a new revision after somebody else runs %s, and lists what is stored', async (sql) => {
    const [ann, bob] = [getRooms('ann'), getRooms('bob')]
    const store = await open()
    await store.create(ann, toItem('a', { label: 'Desk' }))
    const before = await store.revision(ann)
    await store.close()
    await execute(sql)
    const reopened = await open()
    expect(await reopened.revision(ann)).not.toBe(before)
    expect(await reopened.revision(bob)).toMatch(sql.includes('bob') ? /./ : /^$/)
    const items = (await reopened.itemsAfter(undefined, 9)).map(({ key: [owner, , id], text }) => ({ owner, id, text }))
    for (const place of [ann, bob]) {
      for (const query of queries) {
        const stored = items.filter(({ owner }) => owner === place.owner).map(({ id, text }) => ({ id, text }))
        const expected = selectPage(rooms, stored, { limit: 9, ...query }).items
        expect((await reopened.list(place, { limit: 9, ...query }))?.items).toEqual(expected)
      }
    }
    await reopened.close()
  })
}
