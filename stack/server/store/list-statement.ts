// A list as one statement of SQL, the same for both databases. It scans ranges of an index in the sort order, compares what
// the index does not select, and ends after a bounded number of rows. Few rows that another index selects are sorted.
import type { CollectionData } from '../../core/contract/contract-data.ts'
import { type ListQuery, maxTotal, type Total } from '../../core/stores/item-store.ts'
import { type Add, type Dialect, type ListKey, listScans, type Selection, type Value } from './list-scans.ts'

export interface ListStatement {
  text: string
  /** The first two are the owner and the collection. */
  values: Value[]
}

/** Returns rows for statements of a list. A row of a page has an id, a sort value, and 1 behind the last row compared. */
export function listStatements(dialect: Dialect, collection: CollectionData, key: ListKey, query: ListQuery) {
  const { after, limit, sort, maxCompared: most = 5_000 } = query
  /** Rows in the order of ids or times are beside each other in the index table, the others are not. */
  const isScattered = sort !== undefined && collection.orders[sort.field]?.type !== 'time'
  const maxCompared = isScattered ? Math.ceil(most * 0.4) : most
  /** Sorting so many rows takes less time than finding a page of them in a scan of 200,000. */
  const maxFew = Math.ceil(most / 10)
  /** A total takes at most 2 ms of SQLite. */
  const maxCounted = Math.ceil(maxCompared * 0.4)
  const scans = listScans(dialect, collection, key, query)
  const { listed, isCompared, selections } = scans
  const isProbed = isCompared && selections.length > 0

  function statement(write: (add: Add) => string): ListStatement {
    const values: Value[] = [key.owner, key.collection]
    const text = write((value) => dialect.parameter(values.push(value)))
    return { text, values }
  }

  /** @param counts As `probe` selects them. */
  function chooseFew(counts: number[]): Selection | undefined {
    const least = Math.min(...counts)
    return least <= maxFew ? selections[counts.indexOf(least)] : undefined
  }

  function scannedRows(add: Add): string {
    const most = add(limit + 1)
    const all = scans.scansAfter(after)
    const maxRows = Math.ceil(maxCompared / all.length)
    const parts = all.map((scan, index) => {
      const rows = () => scans.rowsOf(scan, after, add)
      const select = (isEnd: 0 | 1, from: string) => `SELECT ${listed}, ${isEnd} AS is_end FROM (${from}) AS scan`
      if (!isCompared) return { text: select(0, `${rows()} LIMIT ${most}`) }
      const matches = `${select(0, `${rows()} LIMIT ${maxRows}`)} WHERE ${scans.conditions(add)} LIMIT ${most}`
      // A full page needs no end.
      const isShort = `CASE WHEN (SELECT count(*) FROM scan_${index}) < ${most} THEN 1 ELSE 0 END`
      return {
        common: `scan_${index} AS MATERIALIZED (${matches})`,
        text: `SELECT * FROM scan_${index} UNION ALL ${select(1, `${rows()} LIMIT (${isShort}) OFFSET ${maxRows - 1}`)}`,
      }
    })
    const none = "SELECT '' AS id, NULL AS value, 0 AS is_end WHERE 1 = 0"
    const common = parts.flatMap((part) => part.common ?? []).join(', ')
    const rows = parts.map(({ text }) => text).join(' UNION ALL ') || none
    const sorted = `SELECT * FROM (${rows}) AS scans ORDER BY ${scans.order('value')}, is_end LIMIT ${most}`
    return `${common && `WITH ${common} `}${all.length > 1 ? sorted : rows}`
  }

  function fewRows(few: Selection, add: Add): string {
    const rows = `SELECT * FROM (${scans.rowsWith(few, add)} LIMIT ${maxCompared}) AS few`
    const conditions = `${scans.selectedAfter(after, add)} AND ${scans.conditions(add, true)}`
    return `SELECT ${listed}, 0 AS is_end FROM (${rows} WHERE ${conditions}) AS few ORDER BY ${scans.order()} LIMIT ${add(limit + 1)}`
  }

  return {
    /** Of the rows of a page. */
    order: scans.order('value'),
    /** Selects the numbers of rows that indexes select, which the others need. Absent for a list that needs none. */
    probe: isProbed
      ? statement((add) => {
          return `SELECT ${selections.map((one) => scans.countRows(one, maxFew, add)).join(', ')}`
        })
      : undefined,
    page(counts: number[]): ListStatement {
      const few = chooseFew(counts)
      return statement((add) => (few === undefined ? scannedRows(add) : fewRows(few, add)))
    },
    /** Selects for each part of the list: the number of rows compared, and the number of items. */
    total(counts: number[]): { statement: ListStatement; maxRows: number } {
      const few = chooseFew(counts)
      const all = few === undefined ? scans.scansAfter(undefined) : []
      const maxRows = few !== undefined ? maxCompared : isCompared ? Math.ceil(maxCounted / all.length) : maxTotal + 1
      const count = (rows: string, conditions: string) =>
        `SELECT count(*), coalesce(sum(CASE WHEN ${conditions} THEN 1 ELSE 0 END), 0)
         FROM (${rows} LIMIT ${maxRows}) AS counted`
      return {
        maxRows,
        statement: statement((add) => {
          if (few !== undefined) {
            const conditions = `${scans.selectedAfter(undefined, add)} AND ${scans.conditions(add, true)}`
            return count(scans.rowsWith(few, add), conditions)
          }
          const parts = all.map((scan) => count(scans.rowsOf(scan, undefined, add), scans.conditions(add)))
          return parts.join(' UNION ALL ') || 'SELECT 0, 0'
        }),
      }
    },
  }
}

/** @param rows Of the statement of a total: the number of rows compared, and the number of items. */
export function toTotal(rows: number[][], maxRows: number): Total {
  const count = rows.reduce((sum, [, found = 0]) => sum + found, 0)
  const isExact = count <= maxTotal && rows.every(([compared = 0]) => compared < maxRows)
  return { count: Math.min(count, maxTotal), isExact }
}
