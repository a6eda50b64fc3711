// Pages of plants, with the filters, sort orders and search of the contract.
import type { StatementSync } from 'node:sqlite'
import type { components } from '../../../generated/api.d.ts'

export type Plant = components['schemas']['Plant']

export interface ListQuery {
  limit?: number
  after?: string
  afterValue?: string
  tag?: string
  q?: string
  createdSince?: string
  sort?: string
}

/** A plant, and the value of its sort field; `''` if the list is sorted by id. */
export type ListedPlant = [plant: Plant, value: string]

type Row = [id: string, name: string, tag: string, createdAt: string, updatedAt: string, value: string]

export const columns = 'id, name, tag, created_at, updated_at'

const sortColumns = new Map([
  ['name', 'name'],
  ['createdAt', 'created_at'],
])

/** A condition of a WHERE clause, with the values of its parameters. */
type Condition = [sql: string, values: string[]]

export function readList(
  prepare: (sql: string) => StatementSync,
  owner: string,
  query: ListQuery,
  limit: number,
): ListedPlant[] {
  const { after = '', afterValue = '', sort = '' } = query
  const words = toWords(query.q ?? '')
  const column = orderColumn(query)
  const [sign, direction] = sort.startsWith('-') ? ['<', 'DESC'] : ['>', 'ASC']
  const sortKeys = column === undefined ? ['id'] : [column, 'id']
  const order = sortKeys.map((key) => `${key} ${direction}`).join(', ')
  const conditions = getConditions(owner, query, words)
  const start: Condition = [
    `(${sortKeys}) ${sign} (${sortKeys.map(() => '?')})`,
    column === undefined ? [after] : [afterValue, after],
  ]
  const all = after === '' ? conditions : [...conditions, start]
  const where = all.map(([sql]) => sql).join(' AND ')
  const sql = `SELECT ${columns}, ${column ?? "''"} FROM plant WHERE ${where} ORDER BY ${order} LIMIT ?`
  const values = all.flatMap(([, values]) => values)
  return prepare(sql)
    .all(...values, limit)
    .map(toListed)
}

function orderColumn({ sort = '', createdSince }: ListQuery): string | undefined {
  if (sort !== '') return sortColumns.get(sort.replace('-', ''))
  return createdSince === undefined ? undefined : 'created_at'
}

function getConditions(owner: string, { tag, createdSince }: ListQuery, words: string[]): Condition[] {
  const withWord = 'id IN (SELECT id FROM plant_word WHERE owner = ? AND word >= ? AND word < ?)'
  return [
    ['owner = ?', [owner]],
    ...(tag === undefined ? [] : [['tag = ?', [tag]] satisfies Condition]),
    ...(createdSince === undefined ? [] : [['created_at >= ?', [createdSince]] satisfies Condition]),
    ...words.map((word): Condition => [withWord, [owner, word, `${word}\u{10ffff}`]]),
  ]
}

export function plantWords({ name, tag }: Plant): string[] {
  return toWords(`${name} ${tag}`)
}

/** Returns the distinct words of a string, case-folded and without accents. */
function toWords(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...new Set(folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))]
}

// `setReturnArrays` makes each row an array in the order of the columns. The types of Node do not say so.
export function toPlant(row: unknown): Plant {
  const [id, name, tag, createdAt, updatedAt] = row as Row
  return { id, name, tag, createdAt, updatedAt }
}

function toListed(row: unknown): ListedPlant {
  const [, , , , , value] = row as Row
  return [toPlant(row), value]
}
