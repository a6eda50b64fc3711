// The index tables: their rows are compared with those of a model, whoever has changed the items.
import { hash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Collection } from '../../../../core/contract/contract.ts'
import { getWords } from '../../../../core/items/list-page.ts'
import { indexTable } from '../../../../server/store/index-table.ts'
import { prefixQuery, tokensOf } from '../../../../server/store/postgres/index-definition.ts'
import { prepareDatabase } from '../../../../server/store/postgres/prepare.ts'
import { shelves } from '../../../support/item-store/collections.ts'
import { type Database, newDatabase } from '../../../support/postgres/database.ts'
import { openSession } from '../../../support/postgres/session.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { waitUntil } from '../../../support/wait.ts'

let database: Database
beforeEach(async () => {
  database = await newDatabase()
})

const table = indexTable(shelves)
const prepare = (collections: Collection[] = [shelves]) =>
  prepareDatabase(database.url, { connectTimeoutMs: 10_000, collections })
const withSearch = (...searched: string[]): Collection => ({ ...shelves, searched })
const insert = `INSERT INTO item (owner, collection, id, path, text) VALUES ($1, '/shelves', $2, '/shelves', $3)`
const insertMany = `INSERT INTO item (owner, collection, id, path, text)
  SELECT 'ann', '/shelves', n::text, '/shelves', json_build_object('note', 'Elm ' || n) FROM generate_series(1, $1::int) AS n`
const insertNotes = `INSERT INTO item (owner, collection, id, path, text)
  SELECT 'ann', '/shelves', n::text, '/shelves', json_build_object('note', note)
  FROM unnest($1::text[]) WITH ORDINALITY AS notes (note, n)`

/** The row that the JSON of an item has, without its key. */
function toRow(text: string): unknown[] {
  const item = JSON.parse(text)
  // As SQL sees it: `JSON.stringify` has no 1e400.
  const raw = Object.fromEntries(
    Array.from(text.matchAll(/"(\w+)" ?: ?("(?:[^"\\]|\\.)*"|[^,}]+)/g), ([, name, json]) => [name, json]),
  )
  const filters = shelves.filters.map((name) => {
    const json = raw[name] ?? JSON.stringify(shelves.fields[name]?.default)
    if (json === undefined || /^[n[{]/.test(json)) return null
    return Array.from(json).length > 66 ? `#${hash('sha256', json).slice(0, 32)}` : json
  })
  const orders = Object.entries(shelves.orders).map(([name, { type }]) => {
    const value = name in item ? item[name] : shelves.fields[name]?.default
    if (type === 'number') return Number.isFinite(value) ? value : null
    return typeof value === 'string' && Buffer.byteLength(value) <= 2_000 ? value : null
  })
  const words = getWords(shelves, item).slice(0, 2_000)
  return [...filters, ...orders, words.map((word) => ` ${word}`).join('')]
}

async function expectModel(): Promise<void> {
  const items = await database.query(`SELECT owner, collection, id, text::text FROM item WHERE path = '/shelves'`)
  const rows = await database.query(`SELECT * FROM ${table}`)
  const byKey = (all: unknown[][]) => all.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  const expected = items.map(({ owner, collection, id, text }) => [owner, collection, id, ...toRow(String(text))])
  expect(byKey(rows.map((row) => Object.values(row)))).toEqual(byKey(expected))
}

/** A text that PostgreSQL cannot compress. @param count Of characters of four bytes. */
const toLong = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x20000 + ((index * 7919) % 40_000))).join('')
const labels = [
  '"Oak"',
  '"oak élm"',
  `"${'x'.repeat(64)}"`,
  `"${'\u{1f335}x'.repeat(33)}"`,
  ...[500, 501, 1_000].map((count) => `"${toLong(count)}"`),
]
const others = [
  'null',
  '[1]',
  '{}',
  'true',
  'false',
  '0',
  '-1.5',
  '1e400',
  '1e-400',
  '12',
  '"\\u00c5 b\\"c"',
  '"İstanbul ΣΑΣ ﬁn"',
]
const all = [...labels, ...others]

describe('an index table', () => {
  it('has the rows of a model after random changes by SQL', async () => {
    const random = seededRandom(77)
    const newText = () => {
      const fields = ['label', 'width', 'full', 'note', 'other'].filter(() => random() < 0.7)
      return `{${fields.map((name) => `"${name}": ${random.pick(all)}`).join(', ')}}`
    }
    const [owners, ids] = [
      ['ann', 'bob'],
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ]
    const upsert = `${insert} ON CONFLICT (owner, collection, id) DO UPDATE SET text = EXCLUDED.text`
    const changes: [sql: string, values: () => unknown[]][] = [
      [upsert, () => [random.pick(owners), random.pick(ids), newText()]],
      [upsert, () => [random.pick(owners), random.pick(ids), newText()]],
      ['UPDATE item SET text = $1 WHERE id = $2', () => [newText(), random.pick(ids)]],
      ["UPDATE item SET id = id || 'x' WHERE id = $1", () => [random.pick(ids)]],
      [
        `UPDATE item SET path = CASE path WHEN '/shelves' THEN '/drawers' ELSE '/shelves' END WHERE id = $1`,
        () => [random.pick(ids)],
      ],
      [
        `UPDATE item SET collection = collection || '/' WHERE id = $1 AND owner = $2`,
        () => [random.pick(ids), random.pick(owners)],
      ],
      [`UPDATE item SET owner = owner || 'x', text = $2 WHERE id = $1`, () => [random.pick(ids), newText()]],
      ['DELETE FROM item WHERE id = $1', () => [random.pick(ids)]],
      [`DELETE FROM item WHERE length(id) + length(owner) + length(collection) > 15`, () => []],
    ]
    await prepare([])
    await using session = await openSession(database.url)
    const change = async (count: number) => {
      for (let step = 0; step < count; step++) {
        const [sql, values] = random.pick(changes)
        // A moved item can meet another one.
        await session.query(sql, values()).catch((error) => expect(error.code).toBe('23505'))
      }
    }
    await change(100)
    await prepare()
    await expectModel()
    for (let round = 0; round < 15; round++) {
      await change(40)
      await expectModel()
    }
    await session.query('TRUNCATE item')
    await expectModel()
    await change(40)
    await expectModel()
  })

  it('is not written by an update that changes no value of it', async () => {
    await prepare()
    await database.query(insert, ['ann', 'a', '{"label": "Oak"}'])
    const version = () => database.query(`SELECT xmin, xmax, ctid FROM ${table}`)
    const before = await version()
    await database.query(`UPDATE item SET text = '{"label": "Oak", "other": 1}'`)
    expect(await version()).toEqual(before)
    await database.query(`UPDATE item SET text = '{"label": "oak"}'`)
    expect(await version()).not.toEqual(before)
  })

  it('has the words of each character', async () => {
    await prepare()
    // In Unicode 14, that of PostgreSQL 15: later versions of Node know more.
    const points = [...Array(0x5000).keys()].map((index) => (index < 0x3000 ? index : 0x1c001 + index))
    const characters = points.map((point) => String.fromCodePoint(point)).filter((one) => /[^\0\p{Cn}]/u.test(one))
    const notes = Object.values(Object.groupBy(characters.entries(), ([index]) => Math.floor(index / 100)))
    await database.query(insertNotes, [notes.map((entries = []) => entries.map(([, one]) => one).join(' x'))])
    await expectModel()
  })

  it('finds a prefix with any character among the words of an owner', async () => {
    await prepare()
    await using session = await openSession(database.url)
    const query = `SELECT ${tokensOf('item')} @@ ${prefixQuery('$1::text', '$2::text', '$4::text')} AS found
      FROM (SELECT $1::text AS owner, $2::text AS collection, $3::text AS words) AS item`
    const find = async (words: string, prefix: string) =>
      (await session.query(query, ['ann', '/shelves', words, prefix])).rows[0].found
    for (const character of ["'", '\\', ':', '*', '&', '|', '!', '(', '"', '\u{10ffff}', 'ß', '\\\\', "''"]) {
      expect(await find(` b${character}c d`, `b${character}`)).toBe(true)
      expect(await find(` bc d`, `b${character}`)).toBe(false)
    }
    expect([await find('', 'a'), await find(' a', ''), await find(' alba abies', 'abi')]).toEqual([false, true, true])
  })

  it('of a search takes at most five times the bytes of its items', async () => {
    const random = seededRandom(77)
    const words = Array.from({ length: 4_000 }, () => Math.floor(random() * 2 ** 40).toString(36))
    const newNote = () =>
      Array.from({ length: 60 }, () => random.pick(words))
        .join(' ')
        .slice(0, 500)
    const searched: Collection = { ...shelves, filters: [], orders: {} }
    await prepare([searched])
    await database.query(insertNotes, [Array.from({ length: 2_000 }, newNote)])
    const [size] = await database.query(
      `SELECT pg_total_relation_size('${indexTable(searched)}') / sum(octet_length(text::text))::float8 AS ratio FROM item`,
    )
    expect(size?.ratio).toBeLessThan(5)
  })
})

describe('the index tables at a start', () => {
  const state = (name = table) => database.query(`SELECT obj_description('${name}'::regclass, 'pg_class') AS state`)
  const objects = async () =>
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

  it('are filled while others write, after an interruption too', async () => {
    await prepare([])
    await database.query(insertMany, [10_000])
    await using other = await openSession(database.url)
    // The fill waits for this item.
    await other.query(`BEGIN; SELECT FROM item WHERE id = '5000' FOR UPDATE`)
    const interrupted = prepare().catch((error) => error)
    await waitUntil(async () => (await database.query(`SELECT FROM pg_class WHERE relname = '${table}'`)).length > 0)
    await waitUntil(async () => (await database.query(`SELECT FROM ${table} LIMIT 1`)).length > 0)
    await database.query(`UPDATE item SET text = '{"note": "Oak"}' WHERE id IN ('1', '9999')`)
    await database.query(`DELETE FROM item WHERE id IN ('2', '9998')`)
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%FOR SHARE%' AND pid <> pg_backend_pid()`)
    await interrupted
    expect(await state()).toEqual([{ state: null }])
    const again = prepare()
    await other.query(`DELETE FROM item WHERE id = '5000'`)
    await other.query('COMMIT')
    await again
    expect(await state()).toEqual([{ state: 'filled' }])
    await expectModel()
  })

  it('of another contract are kept for a day, and used again without a fill', async () => {
    await prepare()
    for (let start = 0; start < 2; start++) await prepare([withSearch('note')])
    await database.query(insert, ['ann', 'a', '{"label": "Oak"}'])
    await expectModel()
    expect(await state()).toEqual([{ state: expect.stringMatching(/^filled, unused since /) }])
    await prepare()
    expect(await state()).toEqual([{ state: 'filled' }])
    await passDay()
    await prepare()
    expect(await objects()).toEqual([table])
    await database.query(insert, ['ann', 'b', '{"label": "Oak"}'])
    await expectModel()
  })

  it('of another contract that were not filled are filled later', async () => {
    await prepare()
    await database.query(insert, ['ann', 'a', '{"label": "Oak"}'])
    await database.query(`COMMENT ON TABLE ${table} IS NULL`)
    await database.query(`ALTER TABLE item DISABLE TRIGGER USER`)
    await database.query(insert, ['ann', 'b', '{"label": "Oak"}'])
    await database.query(`ALTER TABLE item ENABLE TRIGGER USER`)
    await prepare([])
    await prepare()
    await expectModel()
  })

  it('replace the indexes and tables of version 1.0.0, which instances of it use for a day', async () => {
    await prepare([])
    await database.query(`CREATE INDEX item_filter_0a ON item (owner, id);
      CREATE TABLE item_search_0a (word text); COMMENT ON TABLE item_search_0a IS 'filled';
      CREATE FUNCTION item_search_0a_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER item_search_0a_inserted AFTER INSERT ON item FOR EACH ROW EXECUTE FUNCTION item_search_0a_changed()`)
    await prepare()
    await prepare()
    const old = ['item_filter_0a', 'item_search_0a']
    expect(await objects()).toEqual([old[0], table, old[1]])
    await passDay()
    await prepare()
    expect(await objects()).toEqual([table])
    expect(await database.query("SELECT FROM pg_proc WHERE proname LIKE 'item\\_search\\_%'")).toEqual([])
    await database.query(insert, ['ann', 'a', '{}'])
    await expectModel()
  })

  it('of words whose triggers refuse all words are dropped at once', async () => {
    await prepare([])
    // What `make build` made of the separator once.
    await database.query(`CREATE TABLE item_search_0a (word text); COMMENT ON TABLE item_search_0a IS 'filled';
      CREATE FUNCTION item_search_0a_words(item json) RETURNS text LANGUAGE plpgsql AS $$
      BEGIN RETURN regexp_replace('a', '\\ud83c\\udc00-\\ud83e\\udeff', ''); END $$`)
    await prepare()
    expect(await objects()).toEqual([table])
  })
})
