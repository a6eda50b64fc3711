// The lists of a store over SQLite.
import type { StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { getCollection } from '../../../core/contract/collections.ts'
import type { Collection } from '../../../core/contract/contract.ts'
import { type ListRow, toPage } from '../../../core/items/list-page.ts'
import { maxTermLength } from '../../../core/items/search-terms.ts'
import type { CollectionKey, ListQuery, Page, SortOrder, SortValue } from '../../../core/stores/item-store.ts'
import { indexName, indexTable } from '../index-table.ts'
import type { Dialect } from '../list-scans.ts'
import { type ListStatement, listStatements, readTotal } from '../list-statement.ts'
import { listHash, termTable } from './index-rows.ts'

export const sqliteDialect: Dialect = {
  parameter: (number) => `?${number}`,
  tableBy: (collection, columns) =>
    `${indexTable(collection)}${columns.length > 0 ? ` INDEXED BY ${indexName(collection, columns)}` : ''}`,
  contains: (column, text) => `instr(${column}, ${text}) > 0`,
  countTerm: (collection, key, prefix, max, add) =>
    `(SELECT count(*) FROM (SELECT 1 FROM ${termRows(collection, key, prefix, add)} LIMIT ${max + 1}) AS words)`,
  hasTerm: (...term) => `rowid IN (SELECT item FROM ${termRows(...term)})`,
}

function termRows(...[collection, key, prefix, add]: Parameters<Dialect['hasTerm']>): string {
  return `${termTable(collection)} WHERE list = ${add(listHash(key.owner, key.collection))}
          AND word >= ${add(prefix)} AND word <= ${add(prefix + afterAllTerms)}`
}

const afterAllTerms = '\u{10ffff}'.repeat(maxTermLength)

const maxPrepared = 500

const selectById = 'SELECT id, text FROM item WHERE owner = ? AND collection = ? AND id > ? ORDER BY id LIMIT ?'

export function prepareLists(collections: Collection[], prepare: (text: string) => StatementSync) {
  const prepared = new LRUCache<string, StatementSync>({ max: maxPrepared, memoMethod: prepare })
  const listById = prepare(selectById)

  // The rows are arrays, as their statements select them.
  const all = ({ text, values }: ListStatement) => prepared.memo(text).all(...values) as unknown as number[][]

  return (collectionKey: CollectionKey, query: ListQuery): Pick<Page, 'items' | 'next' | 'total'> => {
    const { owner, collection: filledPath } = collectionKey
    const { filters, ranges, searchTerms = [], sort, after, limit, count } = query
    const selected = [...Object.keys({ ...filters, ...ranges }), ...searchTerms]
    if (sort === undefined && !count && selected.length === 0)
      return toPage(toRows(listById.iterate(owner, filledPath, after?.id ?? '', limit + 1)), limit)
    const statements = listStatements(
      sqliteDialect,
      getCollection(collections, collectionKey.path),
      collectionKey,
      query,
    )
    const [probe = []] = statements.probe ? all(statements.probe) : []
    const { text, values } = statements.page(probe)
    const withTexts = `SELECT id, CASE is_end WHEN 0 THEN (SELECT text FROM item WHERE owner = ?1 AND collection = ?2
                       AND item.id = listed.id) END, value FROM (${text}) AS listed`
    const page = toPage(toRows(prepared.memo(withTexts).iterate(...values), sort), limit)
    if (!count) return page
    const { statement, maxRows } = statements.total(probe)
    return { ...page, total: readTotal(all(statement)[0], maxRows) }
  }
}

function* toRows(rows: Iterable<unknown>, sort?: SortOrder): Generator<ListRow> {
  for (const [id, text, value] of rows as Iterable<[id: string, text: string | null, value: SortValue | null]>) {
    yield { id, text: text ?? undefined, isEnd: text === null, ...(sort && { value }) }
  }
}
