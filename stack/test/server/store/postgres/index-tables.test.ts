// The index tables of PostgreSQL, which triggers fill. random-lists.test.ts tests values, store.test.ts SQL changes.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Collection } from '../../../../core/contract/contract.ts'
import { termsOf } from '../../../../core/items/list-page.ts'
import { indexTable } from '../../../../server/store/index-table.ts'
import { prepareDatabase } from '../../../../server/store/postgres/prepare.ts'
import { rooms } from '../../../support/item-store/collections.ts'
import { type Database, newDatabase } from '../../../support/postgres/database.ts'
import { openSession } from '../../../support/postgres/session.ts'
import { waitUntil } from '../../../support/wait.ts'

let database: Database
beforeEach(async () => {
  database = await newDatabase()
})

const table = indexTable(rooms)
const prepare = (collections: Collection[] = [rooms]) =>
  prepareDatabase(database.url, { connectTimeoutMs: 10_000, collections })
const withSearch = (...searched: string[]): Collection => ({ ...rooms, searched })
const insert = `INSERT INTO item (owner, collection, id, path, text) VALUES ($1, '/rooms', $2, '/rooms', $3)`
const insertNotes = `INSERT INTO item (owner, collection, id, path, text)
  SELECT 'ann', '/rooms', n::text, '/rooms', json_build_object('note', note)
  FROM unnest($1::text[]) WITH ORDINALITY AS notes (note, n)`

/** Expects that the table has the rows that a fill would insert now. */
async function expectFilled(): Promise<void> {
  const rows = await database.query(`SELECT * FROM ${table} ORDER BY owner, collection, id`)
  const expected = await database.query(
    `SELECT owner, collection, id, made.* FROM item, ${table}_row(text) AS made WHERE path = '/rooms' ORDER BY 1, 2, 3`,
  )
  expect(rows).toEqual(expected)
}

describe('an index table', () => {
  it('has the same words as `termsOf`, for the characters up to U+2FFF and from U+1F000 to U+20FFF', async () => {
    await prepare()
    // PostgreSQL 15 has Unicode 14, in which code points of later versions, which Node knows, are unassigned.
    const points = [...Array(0x5000).keys()].map((index) => (index < 0x3000 ? index : 0x1c000 + index))
    const characters = points
      .map((point) => String.fromCodePoint(point))
      .filter((character) => /[^\0\p{Cn}]/u.test(character))
    const groups = Object.values(Object.groupBy(characters.entries(), ([index]) => Math.floor(index / 100)))
    const notes = groups.map((entries = []) => entries.map(([, character]) => character).join(' x'))
    await database.query(insertNotes, [notes])
    const rows = await database.query(`SELECT words FROM ${table} ORDER BY id::int`)
    const expected = notes.map((note) => termsOf(rooms, { note }).map((word) => ` ${word}`))
    expect(rows.map(({ words }) => words)).toEqual(expected.map((words) => words.join('')))
  })
})

describe('the index tables at a start', () => {
  const readState = (name = table) => database.query(`SELECT obj_description('${name}'::regclass, 'pg_class') AS state`)
  const listTablesAndIndexes = async () =>
    (
      await database.query(`SELECT relname FROM pg_class WHERE relkind IN ('r', 'i')
        AND relname ~ '^item_(index|search|filter)_[0-9a-z]+$' ORDER BY 1`)
    ).map(({ relname }) => relname)
  const passDay = async () => {
    const rows = await database.query(`SELECT CASE relkind WHEN 'r' THEN 'TABLE' ELSE 'INDEX' END AS kind, relname,
      regexp_replace(obj_description(oid, 'pg_class'), 'since .*', 'since 2026-01-01T00:00:00.000Z') AS state
      FROM pg_class WHERE obj_description(oid, 'pg_class') LIKE '%unused since%'`)
    for (const { kind, relname, state } of rows) await database.query(`COMMENT ON ${kind} ${relname} IS '${state}'`)
  }

  it('are filled while other sessions write, even if an earlier fill was interrupted', async () => {
    await prepare([])
    await database.query(insertNotes, [Array(10_000).fill('Elm')])
    await using otherSession = await openSession(database.url)
    // The fill waits for the lock of this item.
    await otherSession.query(`BEGIN; SELECT FROM item WHERE id = '5000' FOR UPDATE`)
    const interrupted = prepare().catch((error) => error)
    await waitUntil(async () => (await database.query(`SELECT FROM pg_class WHERE relname = '${table}'`)).length > 0)
    await waitUntil(async () => (await database.query(`SELECT FROM ${table} LIMIT 1`)).length > 0)
    await database.query(`UPDATE item SET text = '{"note": "Oak"}' WHERE id IN ('1', '9999')`)
    await database.query(`DELETE FROM item WHERE id IN ('2', '9998')`)
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%FOR SHARE%' AND pid <> pg_backend_pid()`)
    await interrupted
    expect(await readState()).toEqual([{ state: null }])
    const secondRun = prepare()
    await otherSession.query(`DELETE FROM item WHERE id = '5000'`)
    await otherSession.query('COMMIT')
    await secondRun
    expect(await readState()).toEqual([{ state: 'filled' }])
    await expectFilled()
  })

  it('of a previous contract are kept for a day, and reused without a fill', async () => {
    await prepare()
    for (let start = 0; start < 2; start++) await prepare([withSearch('note')])
    await database.query(insert, ['ann', 'a', '{"label": "Oak"}'])
    await expectFilled()
    expect(await readState()).toEqual([{ state: expect.stringMatching(/^filled, unused since /) }])
    await database.query(`DELETE FROM ${table}`)
    await prepare()
    expect(await readState()).toEqual([{ state: 'filled' }])
    // A fill would add the row again.
    expect(await database.query(`SELECT FROM ${table}`)).toEqual([])
    await database.query('DELETE FROM item')
    await passDay()
    await prepare()
    expect(await listTablesAndIndexes()).toEqual([table])
    await database.query(insert, ['ann', 'b', '{"label": "Oak"}'])
    await expectFilled()
  })

  it('replace the indexes and tables of version 1.0.0, which are kept for a day for its instances', async () => {
    await prepare([])
    await database.query(`CREATE INDEX item_filter_0a ON item (owner, id);
      CREATE TABLE item_search_0a (word text); COMMENT ON TABLE item_search_0a IS 'filled';
      CREATE FUNCTION item_search_0a_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER item_search_0a_inserted AFTER INSERT ON item FOR EACH ROW EXECUTE FUNCTION item_search_0a_changed()`)
    await prepare()
    await prepare()
    const old = ['item_filter_0a', 'item_search_0a']
    expect(await listTablesAndIndexes()).toEqual([old[0], table, old[1]])
    await passDay()
    await prepare()
    expect(await listTablesAndIndexes()).toEqual([table])
    expect(await database.query("SELECT FROM pg_proc WHERE proname LIKE 'item\\_search\\_%'")).toEqual([])
    await database.query(insert, ['ann', 'a', '{}'])
    await expectFilled()
  })

  it('whose trigger functions fail for each word are dropped at once', async () => {
    await prepare([])
    // An earlier `make build` broke the separator of words like this.
    await database.query(`CREATE TABLE item_search_0a (word text); COMMENT ON TABLE item_search_0a IS 'filled';
      CREATE FUNCTION item_search_0a_words(item json) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN RETURN regexp_replace('a', '\\ud83c\\udc00-\\ud83e\\udeff', ''); END $$`)
    await prepare()
    expect(await listTablesAndIndexes()).toEqual([table])
  })
})
