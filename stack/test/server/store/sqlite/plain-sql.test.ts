// Another program changes items with SQL while the service is stopped. The next start lists them as they are.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { ItemStore, ListQuery } from '../../../../core/stores/item-store.ts'
import { createMemoryStore } from '../../../../core/stores/memory-store.ts'
import { openSqliteStore } from '../../../../server/store/sqlite/store.ts'
import { newFolder } from '../../../support/folder.ts'
import { getShelves, testCollections, toItem } from '../../../support/item-store/collections.ts'

const labels = ['Fern b', 'Oak', 'Elm tree']
const queries: Partial<ListQuery>[] = [
  ...['Oak tree', 'x'].map((label) => ({ filters: { label } })),
  ...[{ width: 1.5 }, { full: true }, { full: true, width: 5 }].map((filters) => ({ filters })),
  ...['label', 'width'].map((field) => ({ sort: { field, descending: true } })),
  ...['fern', 'oak', 'tr', 'new'].map((word) => ({ words: [word] })),
]

async function listIds(store: ItemStore, owner: string, query: Partial<ListQuery>) {
  const list = await store.list(getShelves(owner), { limit: 50, ...query })
  return list?.items.map(({ id }) => id)
}

it.each([
  `UPDATE item SET text = json_set(text, '$.label', 'Oak tree') WHERE id IN ('b', 'd')`,
  `UPDATE item SET text = json_remove(text, '$.width')`,
  `UPDATE item SET text = json_set(text, '$.width', 5, '$.full', json('true')) WHERE id > 'c'`,
  "DELETE FROM item WHERE id IN ('a', 'e')",
  `INSERT INTO item (owner, collection, id, path, text) VALUES ('ann', '/shelves', 'x', '/shelves', '{"label":"New fern"}')`,
  `INSERT OR REPLACE INTO item (owner, collection, id, path, text) VALUES ('ann', '/shelves', 'b', '/shelves', '{"label":"x"}')`,
  "UPDATE item SET id = 'zz' WHERE id = 'c'",
  "UPDATE item SET owner = 'bob' WHERE id = 'c'",
])('SQLite lists what is stored after %s', async (sql) => {
  const folder = await newFolder()
  const open = () => openSqliteStore(folder, { product: { shortName: 'rooms' }, collections: testCollections })
  const before = await open()
  for (const [index, id] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
    await before.create(getShelves('ann'), toItem(id, { label: labels[index % 3], width: index / 2 }))
  }
  await before.close()
  {
    using database = new DatabaseSync(join(folder, 'rooms.db'))
    database.exec(sql)
  }
  const store = await open()
  const reference = createMemoryStore({ collections: testCollections })
  for (const { key, path, text } of await store.itemsAfter(undefined, 100)) {
    await reference.create({ owner: key[0], path, collection: key[1] }, { id: key[2], text })
  }
  for (const owner of ['ann', 'bob']) {
    for (const query of queries) {
      expect(await listIds(store, owner, query), JSON.stringify(query)).toEqual(await listIds(reference, owner, query))
    }
  }
  await store.close()
})
