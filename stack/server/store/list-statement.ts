// A list as one SQL statement, the same for both databases. It scans index ranges in the sort order, filters their rows, and
// ends after a bounded number of rows. If a different index selects few rows, the statement sorts those instead.
import type { Collection } from '../../core/contract/contract.ts'
import { toTotal } from '../../core/items/list-page.ts'
import { type ListQuery, maxTotal, type Total } from '../../core/stores/item-store.ts'
import {
  type Add,
  type Dialect,
  type ListScope,
  listScans,
  type Scan,
  type Selection,
  type SqlValue,
} from './list-scans.ts'

export interface ListStatement {
  text: string
  /** The values of the parameters. The first two are the owner and the collection. */
  values: SqlValue[]
}

/** Usual number of bytes of the words of an item: the rows of a page then have at most 2 MB of them. */
const usualTermBytes = 400

/** Result of the statement `probe`: how many rows each index selects, and the average bytes of words. Empty without it. */
export type Probe = number[]

/** Statements of a list. A row of a page has an id, a sort value and `is_end`: 1 for the last row compared. */
export function listStatements(dialect: Dialect, collection: Collection, key: ListScope, query: ListQuery) {
  const { after, limit, sort, searchTerms = [], maxCompared = 5_000 } = query
  /** Whether consecutive rows are far apart in the index table: those in the order of ids or times are not. */
  const isScattered = sort !== undefined && collection.orders[sort.field]?.type !== 'time'
  const scans = listScans(dialect, collection, key, query)
  const { columns, mustCompare, selections } = scans
  /** Limit of the rows to sort: fewer take less time than a scan of a large collection. */
  const maxSorted = Math.ceil(maxCompared / 10)

  function statement(write: (add: Add) => string): ListStatement {
    const values: SqlValue[] = [key.owner, key.collection]
    const text = write((value) => dialect.parameter(values.push(value)))
    return { text, values }
  }

  /** Returns how many rows a page and a total compare at most, and the selection of few rows, if there is one. */
  function getBounds(probe: Probe) {
    const [termBytes = 0] = searchTerms.length > 0 ? probe.slice(selections.length) : []
    const share = Math.min(1, usualTermBytes / termBytes)
    const pageRows = Math.ceil(maxCompared * share * (isScattered ? 0.4 : 1))
    const counts = probe.slice(0, selections.length)
    const fewest = Math.min(...counts)
    const selection = fewest <= Math.ceil(maxSorted * share) ? selections[counts.indexOf(fewest)] : undefined
    return { selection, pageRows, totalRows: Math.ceil(pageRows * 0.4) }
  }

  function scannedRows(pageRows: number, add: Add): string {
    const ranges = scans.scansAfter(after)
    if (ranges.length === 0) return "SELECT '' AS id, NULL AS value, 0 AS is_end WHERE 1 = 0"
    const itemLimit = add(limit + 1)
    const maxRows = Math.ceil(pageRows / ranges.length)
    const parts = ranges.map((scan, index) => {
      const rows = () => scans.rowsOf(scan, after, add)
      const select = (endFlag: 0 | 1, from: string) => `SELECT ${columns}, ${endFlag} AS is_end FROM (${from}) AS scan`
      if (!mustCompare) return { text: select(0, `${rows()} LIMIT ${itemLimit}`) }
      const matches = `${select(0, `${rows()} LIMIT ${maxRows}`)} WHERE ${scans.conditions(add)} LIMIT ${itemLimit}`
      // A full page needs no end, and after the last row there is none.
      const fullCondition = `(SELECT count(*) FROM scan_${index}) = ${itemLimit}`
      const moreCondition = `EXISTS (SELECT 1 FROM (${rows()} LIMIT 1 OFFSET ${maxRows}) AS more)`
      const ends = `CASE WHEN ${fullCondition} THEN 0 WHEN ${moreCondition} THEN 1 ELSE 0 END`
      return {
        cte: `scan_${index} AS MATERIALIZED (${matches})`,
        text: `SELECT * FROM scan_${index} UNION ALL ${select(1, `${rows()} LIMIT (${ends}) OFFSET ${maxRows - 1}`)}`,
      }
    })
    const ctes = parts.flatMap((part) => part.cte ?? []).join(', ')
    const rows = parts.map(({ text }) => text).join(' UNION ALL ')
    const sorted = `SELECT * FROM (${rows}) AS scans ORDER BY ${scans.order('value')}, is_end LIMIT ${itemLimit}`
    return `${ctes && `WITH ${ctes} `}${ranges.length === 1 ? rows : sorted}`
  }

  function selectedRows(selection: Selection, pageRows: number, add: Add): string {
    const rows = `SELECT * FROM (${scans.rowsWith(selection, add)} LIMIT ${pageRows}) AS few`
    const conditions = `${scans.selectedAfter(after, add)} AND ${scans.conditions(add, true)}`
    return `SELECT ${columns}, 0 AS is_end FROM (${rows} WHERE ${conditions}) AS few ORDER BY ${scans.order()} LIMIT ${add(limit + 1)}`
  }

  return {
    order: scans.order('value'),
    probe:
      mustCompare && selections.length > 0
        ? statement((add) => {
            const counts = selections.map((selection) => scans.countRows(selection, maxSorted, add))
            return `SELECT ${[...counts, ...(searchTerms.length > 0 ? [scans.termBytes] : [])].join(', ')}`
          })
        : undefined,
    page(probe: Probe): ListStatement {
      const { selection, pageRows } = getBounds(probe)
      return statement((add) =>
        selection === undefined ? scannedRows(pageRows, add) : selectedRows(selection, pageRows, add),
      )
    },
    /** Statement for the number of rows compared, and the number of items. */
    total(probe: Probe): { statement: ListStatement; maxRows: number } {
      const { selection, pageRows, totalRows } = getBounds(probe)
      const maxRows = selection !== undefined ? pageRows : mustCompare ? totalRows : maxTotal + 1
      return {
        maxRows,
        statement: statement((add) => {
          const toRows = (scan: Scan) => `SELECT * FROM (${scans.rowsOf(scan, undefined, add)}) AS scan`
          const scanned = () => scans.scansAfter(undefined).map(toRows).join(' UNION ALL ')
          const rows = selection === undefined ? scanned() : scans.rowsWith(selection, add)
          if (rows === '') return `SELECT 0, 0 WHERE '' IN (${dialect.parameter(1)}, ${dialect.parameter(2)})`
          const selectedCondition = selection === undefined ? '' : `${scans.selectedAfter(undefined, add)} AND `
          const itemCondition = `${selectedCondition}${scans.conditions(add, selection !== undefined)}`
          return `SELECT count(*), coalesce(sum(CASE WHEN ${itemCondition} THEN 1 ELSE 0 END), 0) FROM (${rows} LIMIT ${maxRows}) AS counted`
        }),
      }
    },
  }
}

/** Reads a row of the statement of a total: the number of rows compared, and the number of items. */
export function readTotal([compared = 0, count = 0]: number[] = [], maxRows: number): Total {
  return toTotal(count, compared < maxRows)
}
