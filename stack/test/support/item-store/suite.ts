// The tests of each ItemStore, whatever its database.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { selectPage } from '../../../core/items/list-page.ts'
import type { ItemStore, ListQuery, StoredItems } from '../../../core/stores/item-store.ts'
import { describeChildren, describeCommits } from './children.ts'
import { bookingsKey, rooms, roomsKey, type TestStore, toItem } from './collections.ts'
import { describeKeys } from './keys.ts'
import { describeLists } from './lists.ts'

export function describeItemStore(name: string, openStore: () => Promise<TestStore>): void {
  describe(`an item store: ${name}`, () => {
    // Each test gets a new store.
    const context = {} as TestStore
    beforeEach(async () => void Object.assign(context, await openStore()))
    afterEach(() => context.store.close())
    describeLists(context)
    describeKeys(context)
    describeChildren(context)
    describeCommits(context)
  })
}

/**
 * @param execute Runs an SQL statement, as an operator does while no store is open.
 * @param statements Changes of the room `a` in the SQL dialect of this database.
 */
export function describeStoredItems(
  openStore: () => Promise<ItemStore & StoredItems>,
  execute: (sql: string) => unknown,
  statements: string[],
): void {
  it('reads the items of all owners and collections in batches, and stores which contract was checked', async () => {
    const store = await openStore()
    const keys = [roomsKey('ann'), bookingsKey('a'), roomsKey('bob')]
    for (const key of keys) await store.create(key, toItem('a', { label: key.owner }))
    const first = await store.itemsAfter(undefined, 2)
    const rest = await store.itemsAfter(first.at(-1)?.key, 2)
    const expected = keys.map(({ owner, collection, path }) => {
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
  ])('has a new revision after an operator runs %s, and lists the items that are stored', async (sql) => {
    const [ann, bob] = [roomsKey('ann'), roomsKey('bob')]
    const store = await openStore()
    await store.create(ann, toItem('a', { label: 'Desk' }))
    const before = await store.revision(ann)
    await store.close()
    await execute(sql)
    const reopened = await openStore()
    expect(await reopened.revision(ann)).not.toBe(before)
    expect(await reopened.revision(bob)).toMatch(sql.includes('bob') ? /./ : /^$/)
    const items = (await reopened.itemsAfter(undefined, 9)).map(({ key: [owner, , id], text }) => ({ owner, id, text }))
    for (const key of [ann, bob]) {
      for (const query of queries) {
        const ownItems = items.filter(({ owner }) => owner === key.owner).map(({ id, text }) => ({ id, text }))
        const expected = selectPage(rooms, ownItems, { limit: 9, ...query }).items
        expect((await reopened.list(key, { limit: 9, ...query }))?.items).toEqual(expected)
      }
    }
    await reopened.close()
  })
}
