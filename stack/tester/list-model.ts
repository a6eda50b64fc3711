// What a list must have, and in which order, from its query: the contract tester's own reading of docs/contract.md.
import { toStoredTime } from '../core/date-time.ts'
import type { ListParameter } from './contract/collections.ts'
import { isFoundBy } from './search-terms.ts'

export type Fields = Record<string, unknown>

/** Cursor of an item in a list. By id, it has no value. `null`: it is among the last ones, which have none. */
export interface Cursor {
  id: string
  value?: unknown
}

export class ListModel {
  /** The parameters of the query, in the order of the contract. */
  readonly #parameters: ListParameter[]
  readonly #query: Fields
  readonly #field: string | undefined
  readonly #descends: boolean
  /** Whether each page has the number of all items. */
  readonly counts: boolean

  constructor(parameters: ListParameter[], query: Fields) {
    this.#query = query
    this.#parameters = parameters.filter((parameter) => this.#valueOf(parameter) !== undefined)
    const valueBy = (by: ListParameter['by']) => {
      const parameter = this.#parameters.find((candidate) => candidate.by === by)
      return parameter && String(this.#valueOf(parameter))
    }
    const sort = valueBy('sort')
    this.counts = valueBy('count') === 'true'
    this.#descends = sort?.startsWith('-') === true
    const [range] = this.#parameters.flatMap((parameter) =>
      parameter.by === 'min' || parameter.by === 'max' ? [parameter.field] : [],
    )
    this.#field = sort?.replace(/^-/, '') ?? range
  }

  get isById(): boolean {
    return this.#field === undefined
  }

  /** Whether items must be compared with the query, so that a page can have fewer items than its limit. */
  get isNarrowed(): boolean {
    return this.#parameters.some(({ by }) => by !== 'sort' && by !== 'count')
  }

  /** Whether the list has an item; `undefined` if the contract leaves it open. */
  selects(item: Fields): boolean | undefined {
    const met = this.#parameters.map((parameter) => this.#meets(item, parameter))
    return met.includes(false) ? false : met.includes(undefined) ? undefined : true
  }

  toCursor(item: Fields): Cursor {
    const id = String(item.id)
    return this.#field === undefined ? { id } : { id, value: item[this.#field] ?? null }
  }

  /** The parameters of the page after an item. */
  toParameters(item: Fields, way: 'after' | 'afterValue'): Fields {
    const { id: after, value } = this.toCursor(item)
    const afterValue = value === null ? { afterNull: true } : { afterValue: value }
    return { after, ...(way === 'afterValue' && !this.isById && afterValue) }
  }

  toString(): string {
    return JSON.stringify(this.#query)
  }

  /** Below 0 if the first one comes earlier. The id decides between equal values, in the same direction. */
  compare(first: Cursor, second: Cursor): number {
    if ((first.value === null) !== (second.value === null)) return first.value === null ? 1 : -1
    const compared =
      compareValues(first.value, second.value) || compareValues(toSortable(first.id), toSortable(second.id))
    return this.#descends ? -compared : compared
  }

  #meets(item: Fields, parameter: ListParameter): boolean | undefined {
    const queried = this.#valueOf(parameter)
    if (parameter.by === 'sort' || parameter.by === 'count') return true
    if (parameter.by === 'search') {
      const texts = parameter.fields.map((field) => String(item[field] ?? ''))
      return isFoundBy(String(queried), texts)
    }
    const { [parameter.field]: value = null } = item
    if (parameter.by === 'filter') return [queried].flat().includes(value)
    if (typeof value !== 'string' && typeof value !== 'number') return false
    const isTime = parameter.parameter.schema.keywords.format === 'date-time'
    const compared = compareValues(value, isTime ? toStoredTime(String(queried), parameter.by) : queried)
    return parameter.by === 'min' ? compared >= 0 : compared <= 0
  }

  #valueOf({ parameter }: ListParameter): unknown {
    const { name, schema } = parameter
    const { [name]: value = schema.keywords.default } = this.#query
    return value
  }
}

/** Integers sort as numbers. */
function toSortable(id: string): string {
  return /^\d+$/.test(id) ? id.padStart(16, '0') : id
}

/** Numbers by their value, and texts by code points, as UTF-8 has them. */
function compareValues(first: unknown, second: unknown): number {
  // A value of a cursor is a text.
  if (typeof first === 'number' || typeof second === 'number') return Number(first) - Number(second)
  return Buffer.compare(Buffer.from(String(first ?? '')), Buffer.from(String(second ?? '')))
}
