// The parts of a list in SQL, which are the same for both databases: the index ranges that it scans, and its conditions.
import type { Collection } from '../../core/contract/contract.ts'
import { requireDeclared } from '../../core/items/list-page.ts'
import { hasUnsorted } from '../../core/items/sort-order.ts'
import type { CollectionKey, Cursor, ListQuery, Scalar } from '../../core/stores/item-store.ts'
import { filterColumn, hasIndexTable, indexTable, sortColumn, toFilterValue } from './index-table.ts'

export type SqlValue = string | number

/** Adds a value to a statement, and returns its placeholder. */
export type Add = (value: SqlValue) => string

export interface Dialect {
  parameter: (number: number) => string
  /** The index table, with a hint to use the index of these columns. */
  tableBy: (collection: Collection, columns: string[]) => string
  /** Condition that a column contains a string. */
  contains: (column: string, text: string) => string
  /** Number of rows of the index table that have a word with a prefix. If there are more than `max`, any greater number. */
  countTerm: (collection: Collection, key: ListScope, prefix: string, max: number, add: Add) => string
  /** Condition that selects these rows. Rows of other collections can satisfy it, too. */
  hasTerm: (collection: Collection, key: ListScope, prefix: string, add: Add) => string
}

export type ListScope = Pick<CollectionKey, 'owner' | 'collection'>

/** The items of one range of an index, in the sort order: those with a sort value, or those without. */
export interface Scan {
  filter: { name: string; value: Scalar | null } | undefined
  hasValue: boolean
}

/** A condition for which a single index can select the rows. */
export type Selection = { term: string } | { filter: string; value: Scalar | null } | { range: string }

/** Limit of the selections that are counted. Counting more costs more than it saves. */
const maxSelections = 4

/** Returns the parts of the statements, whose first two parameters are the owner and the collection. */
export function listScans(dialect: Dialect, collection: Collection, key: ListScope, query: Omit<ListQuery, 'limit'>) {
  requireDeclared(collection, query)
  const { filters = {}, ranges = {}, searchTerms = [], sort } = query
  const names = Object.keys(filters)
  /** The filter whose index is scanned: one value has fewer items than several. */
  const scanned = names.find((name) => !Array.isArray(filters[name])) ?? names[0]
  const sortBy = sort && sortColumn(collection, sort.field)
  const includesUnsorted = hasUnsorted(collection, query)
  const [direction, operator] = sort?.descending ? ['DESC', '<'] : ['ASC', '>']
  const inCollection = `owner = ${dialect.parameter(1)} AND collection = ${dialect.parameter(2)}`
  const columns = new Set([
    'id',
    ...(sortBy ? [sortBy] : []),
    ...(searchTerms.length > 0 ? ['words'] : []),
    ...names.map((name) => filterColumn(collection, name)),
    ...Object.keys(ranges).map((field) => sortColumn(collection, field)),
  ])

  const scanOrder = (value = sortBy) => `${sortBy ? `${value} ${direction}, ` : ''}id ${direction}`

  function filterCondition(name: string, value: Scalar | null, add: Add): string {
    const column = filterColumn(collection, name)
    return value === null ? `${column} IS NULL` : `${column} = ${add(toFilterValue(JSON.stringify(value)))}`
  }

  function rangeConditions(field: string, add: Add): string[] {
    const column = sortColumn(collection, field)
    const { min, max } = ranges[field] ?? {}
    const bounds = [
      ...(min === undefined ? [] : [`${column} >= ${add(min)}`]),
      ...(max === undefined ? [] : [`${column} <= ${add(max)}`]),
    ]
    return bounds.length > 0 ? bounds : [`${column} IS NOT NULL`]
  }

  /** Returns the conditions of the rows after a cursor. @param hasValue Whether they have a sort value. */
  function cursorConditions(cursor: Cursor | undefined, hasValue: boolean, add: Add): string[] {
    if (sortBy === undefined) return cursor === undefined ? [] : [`id ${operator} ${add(cursor.id)}`]
    if (!hasValue) return [`${sortBy} IS NULL`, ...(cursor?.value === null ? [`id ${operator} ${add(cursor.id)}`] : [])]
    return cursor?.value == null ? [] : [`(${sortBy}, id) ${operator} (${add(cursor.value)}, ${add(cursor.id)})`]
  }

  function selectedBy(selection: Exclude<Selection, { term: string }>, add: Add): string {
    const [column, conditions] =
      'filter' in selection
        ? [filterColumn(collection, selection.filter), [filterCondition(selection.filter, selection.value, add)]]
        : [sortColumn(collection, selection.range), rangeConditions(selection.range, add)]
    const where = [inCollection, ...conditions].join(' AND ')
    // PostgreSQL then reads no more rows than it returns.
    return `${dialect.tableBy(collection, [column])} WHERE ${where} ORDER BY ${column}, id`
  }

  return {
    /** Columns that a list selects of each row. */
    columns: `id, ${sortBy ?? 'NULL'} AS value`,
    /** Whether rows must be compared, because the scans do not cover all conditions of the list. */
    mustCompare:
      searchTerms.length > 0 || names.length > 1 || Object.keys(ranges).some((field) => field !== sort?.field),
    /** ORDER BY of the list. @param value Name of the sort value. */
    order: (value?: string): string => `${includesUnsorted ? `${value ?? sortBy} IS NULL, ` : ''}${scanOrder(value)}`,

    scansAfter(cursor: Cursor | undefined): Scan[] {
      const values = scanned === undefined ? [] : [...new Set([filters[scanned] ?? null].flat())]
      const all = scanned === undefined ? [undefined] : values.map((value) => ({ name: scanned, value }))
      const parts = [...(cursor?.value === null ? [] : [true]), ...(includesUnsorted ? [false] : [])]
      return all.flatMap((filter) => parts.map((hasValue) => ({ filter, hasValue })))
    },

    /** Rows of a scan in the sort order. */
    rowsOf({ filter, hasValue }: Scan, cursor: Cursor | undefined, add: Add): string {
      const indexed = [...(filter ? [filterColumn(collection, filter.name)] : []), ...(sortBy ? [sortBy] : [])]
      const conditions = [
        inCollection,
        ...(filter ? [filterCondition(filter.name, filter.value, add)] : []),
        ...cursorConditions(cursor, hasValue, add),
        ...(sort && hasValue ? rangeConditions(sort.field, add) : []),
      ]
      // PostgreSQL does not treat IS NULL as a constant: with its column in ORDER BY, it uses the order of the index.
      const nullOrder = filter?.value === null ? `${filterColumn(collection, filter.name)} ${direction}, ` : ''
      const table = hasIndexTable(collection) ? dialect.tableBy(collection, indexed) : 'item'
      return `SELECT ${[...columns].join(', ')} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY ${nullOrder}${scanOrder()}`
    },

    /** Conditions of the list that no scan covers. @param isAll Whether to add those that the scans cover. */
    conditions(add: Add, isAll = false): string {
      const any = (name: string) => [filters[name] ?? null].flat().map((value) => filterCondition(name, value, add))
      return [
        '1 = 1',
        ...searchTerms.map((term) => dialect.contains('words', add(` ${term}`))),
        ...names.filter((name) => isAll || name !== scanned).map((name) => `(${['1 = 0', ...any(name)].join(' OR ')})`),
        ...Object.keys(ranges).flatMap((field) => (isAll || field !== sort?.field ? rangeConditions(field, add) : [])),
      ].join(' AND ')
    },

    /** The conditions that could select few rows, the longest words first. */
    selections: [
      ...[...searchTerms].sort((first, second) => second.length - first.length).map((term): Selection => ({ term })),
      ...names.flatMap((filter): Selection[] => {
        const value = filters[filter] ?? null
        return Array.isArray(value) ? [] : [{ filter, value }]
      }),
      ...Object.keys(ranges).map((range): Selection => ({ range })),
    ].slice(0, maxSelections),

    /** Number of rows that an index selects. If there are more than `max`, it can be any greater number. */
    countRows(selection: Selection, max: number, add: Add): string {
      if ('term' in selection) return dialect.countTerm(collection, key, selection.term, max, add)
      return `(SELECT count(*) FROM (SELECT 1 FROM ${selectedBy(selection, add)} LIMIT ${max + 1}) AS selected)`
    },

    /** Rows of the index table that an index selects, and perhaps some of other collections. */
    rowsWith(selection: Selection, add: Add): string {
      const rows =
        'term' in selection
          ? `${indexTable(collection)} WHERE ${dialect.hasTerm(collection, key, selection.term, add)}`
          : selectedBy(selection, add)
      return `SELECT owner, collection, ${[...columns].join(', ')} FROM ${rows}`
    },

    /** Conditions for the rows of a selection that the list has after a cursor. */
    selectedAfter(cursor: Cursor | undefined, add: Add): string {
      const withValue = () =>
        [...cursorConditions(cursor, true, add), ...(sort ? rangeConditions(sort.field, add) : [])].join(' AND ')
      const any = [
        ...(cursor?.value === null ? [] : [withValue() || '1 = 1']),
        ...(includesUnsorted ? [cursorConditions(cursor, false, add).join(' AND ')] : []),
      ]
      return `${inCollection} AND (${any.join(' OR ') || '1 = 0'})`
    },

    /** Average number of bytes of the words of an item, from a sample. */
    termBytes: `(SELECT coalesce(avg(octet_length(words)), 0) FROM
      (SELECT words FROM ${indexTable(collection)} WHERE ${inCollection} ORDER BY id LIMIT 20) AS sample)`,
  }
}
