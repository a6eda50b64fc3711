// The lists of a store over PostgreSQL.
import { hash } from 'node:crypto'
import type { Collection } from '../../../core/contract/contract.ts'
import { maxCharacters } from '../../../core/items/list-page.ts'
import type { CollectionKey, ListQuery } from '../../../core/stores/item-store.ts'
import { indexTable } from '../index-table.ts'
import type { Dialect } from '../list-scans.ts'
import { listStatements, type Probe } from '../list-statement.ts'
import { prefixQuery, termVector } from './index-definition.ts'
import type { Statement } from './session.ts'
import { item, revisionOf, validHash } from './statements.ts'

const dialect: Dialect = {
  parameter: (number) => `$${number}`,
  // The settings of the session choose the index.
  tableBy: indexTable,
  contains: (column, text) => `strpos(${column}, ${text}) > 0`,
  countTerm(collection, key, prefix, max, add) {
    // A search of the GIN index first reads all rows of a word, however few are needed. So it is used for rare words only.
    const table = indexTable(collection)
    const sample = ['ASC', 'DESC'].map(
      (direction) =>
        `(SELECT words FROM ${table} WHERE owner = $1 AND collection = $2 ORDER BY id ${direction} LIMIT 100)`,
    )
    const isCommon = `EXISTS (SELECT FROM (${sample.join(' UNION ALL ')}) AS sample WHERE ${dialect.contains('words', add(` ${prefix}`))})`
    const rows = `SELECT 1 FROM ${table} WHERE ${dialect.hasTerm(collection, key, prefix, add)} LIMIT ${max + 1}`
    return `CASE WHEN ${isCommon} THEN ${max + 1} ELSE (SELECT count(*) FROM (${rows}) AS words) END`
  },
  hasTerm(collection, _key, prefix, add) {
    const table = indexTable(collection)
    return `${termVector(table)} @@ ${prefixQuery('$1', '$2', `${add(prefix)}::text`)}`
  },
}

/** Returns the statements of `listStatements` for PostgreSQL. */
export function listsOf(collection: Collection, collectionKey: CollectionKey, query: ListQuery) {
  const statements = listStatements(dialect, collection, collectionKey, query)
  return {
    probe: statements.probe && nameStatement(statements.probe),
    /**
     * @param key The key that trusted items were validated with.
     * @returns A statement whose rows have the revision, whether the parent exists, and the columns of `page`.
     */
    page(probe: Probe, key: string | undefined): Statement {
      const { text, values } = statements.page(probe)
      const add = (value: unknown) => `$${all.push(value)}`
      const all: unknown[] = [...values]
      const { parent } = collectionKey
      const exists = parent ? `(SELECT true FROM item WHERE ${item(1, all.length + 1)})` : 'true'
      if (parent) all.push(parent.collectionKey.collection, parent.id)
      const isValid = `item.valid_hash = ${validHash(add(key), 'item.text')}`
      const order = `${statements.order}, is_end`
      const bytesBefore = `sum(octet_length(item.text::text)) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
      // Without LIMIT, a join could read all items of the collection.
      const rows = `SELECT listed.id, listed.value, is_end, ${isValid} AS is_valid,
                           CASE WHEN coalesce(${bytesBefore}, 0) < ${maxCharacters} THEN item.text END AS text
                    FROM (${text}) AS listed LEFT JOIN LATERAL (SELECT item.text, valid_hash FROM item
                      WHERE owner = $1 AND collection = $2 AND item.id = listed.id AND is_end = 0 LIMIT 1) AS item ON true`
      // A join may lose the order.
      return nameStatement({
        text: `SELECT head.revision, head.exists, id, page.text, value, is_valid, is_end
               FROM (SELECT ${revisionOf} AS revision, ${exists} AS exists) AS head LEFT JOIN (${rows}) AS page ON head.exists
               ORDER BY ${order}`,
        values: all,
      })
    },
    total: (probe: Probe) => {
      const { statement, maxRows } = statements.total(probe)
      return { statement: nameStatement(statement), maxRows }
    },
  }
}

/** Names a statement, so that PostgreSQL plans it once. Lists with many values have too many statements for that. */
function nameStatement({ text, values }: { text: string; values: unknown[] }): Statement {
  return { name: values.length > maxNamedValues ? '' : `list ${hash('sha256', text).slice(0, 20)}`, text, values }
}

const maxNamedValues = 12
