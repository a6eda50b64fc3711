// Pages of plants, with the filters, orders and search of the contract. A page reads one range of an index; what the index does not
// select is compared here.
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

/** A plant, and its value in the order of the list: `''` in that of the ids. */
export type ListedPlant = [plant: Plant, value: string]

type Row = [id: string, name: string, tag: string, createdAt: string, updatedAt: string, value: string]

export const columns = 'id, name, tag, created_at, updated_at'

const sortColumns = new Map([
  ['name', 'name'],
  ['createdAt', 'created_at'],
])

/** A part of a WHERE clause, with the values of its parameters. */
type Condition = [sql: string, values: string[]]

export function readList(
  prepare: (sql: string) => StatementSync,
  owner: string,
  query: ListQuery,
  limit: number,
): ListedPlant[] {
  const { after, afterValue = '', sort = '' } = query
  const words = toWords(query.q ?? '')
  const column = orderColumn(query, words)
  const [sign, direction] = sort.startsWith('-') ? ['<', 'DESC'] : ['>', 'ASC']
  const keys = column === undefined ? ['id'] : [column, 'id']
  const from = column === 'word' ? 'plant_word CROSS JOIN plant USING (owner, id)' : 'plant'
  const order = keys.map((key) => `${key} ${direction}`).join(', ')
  const conditions = getConditions(owner, query, column === 'word' ? words[0] : undefined)
  const locate = (value: string, id: string) => (column === undefined ? [id] : [value, id])

  const found: ListedPlant[] = []
  for (let position = after === undefined ? [] : locate(afterValue, after); ; ) {
    const start: Condition = [`(${keys}) ${sign} (${position.map(() => '?')})`, position]
    const all = position.length === 0 ? conditions : [...conditions, start]
    const where = all.map(([sql]) => sql).join(' AND ')
    const sql = `SELECT ${columns}, ${column ?? "''"} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ?`
    const values = all.flatMap(([, values]) => values)
    const page = prepare(sql)
      .all(...values, limit)
      .map(toListed)
    found.push(...page.filter(([plant, value]) => isFound(plant, words, column === 'word' ? value : undefined)))
    const [last, value = ''] = page.at(-1) ?? []
    if (last === undefined || page.length < limit || found.length >= limit) return found.slice(0, limit)
    position = locate(value, last.id)
  }
}

function orderColumn({ sort = '', createdSince }: ListQuery, words: string[]): string | undefined {
  if (sort !== '') return sortColumns.get(sort.replace('-', ''))
  if (words.length > 0) return 'word'
  return createdSince === undefined ? undefined : 'created_at'
}

function getConditions(owner: string, { tag, createdSince }: ListQuery, prefix: string | undefined): Condition[] {
  return [
    ['owner = ?', [owner]],
    ...(tag === undefined ? [] : [['tag = ?', [tag]] satisfies Condition]),
    ...(createdSince === undefined ? [] : [['created_at >= ?', [createdSince]] satisfies Condition]),
    ...(prefix === undefined ? [] : [['word >= ? AND word < ?', [prefix, `${prefix}\u{10ffff}`]] satisfies Condition]),
  ]
}

/** @param word With which the plant is listed: only the first one counts, so that it is listed once. */
function isFound(plant: Plant, words: string[], word: string | undefined): boolean {
  if (words.length === 0) return true
  const own = getWords(plant).sort()
  const firsts = words.map((word) => own.find((one) => one.startsWith(word)))
  return !firsts.includes(undefined) && (word === undefined || firsts[0] === word)
}

export function getWords({ name, tag }: Plant): string[] {
  return toWords(`${name} ${tag}`)
}

/** Without case and accents, each once. */
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
