// What a list must have, and in which order, from its query: the contract tester's own reading of docs/contract.md.
import { toStoredTime } from '../core/date-time.ts'
import type { ListParameter } from './contract/collections.ts'
import { isFoundBy } from './search-terms.ts'

export type Fields = Record<string, unknown>

/** Position of an item in a list. By id, it has no value. `null`: it is among the last ones, which have none. */
export interface Position {
  id: string
  value?: unknown
}

export class ListModel {
  /** The parameters of the query, in the order of the contract. */
  readonly #given: ListParameter[]
  readonly #query: Fields
  readonly #field: string | undefined
  readonly #descends: boolean
  /** Whether each page has the number of all items. */
  readonly counts: boolean

  constructor(parameters: ListParameter[], query: Fields) {
    this.#query = query
    this.#given = parameters.filter((one) => this.#valueOf(one) !== undefined)
    const valueBy = (by: ListParameter['by']) => {
      const found = this.#given.find((one) => one.by === by)
      return found && String(this.#valueOf(found))
    }
    const sort = valueBy('sort')
    this.counts = valueBy('count') === 'true'
    this.#descends = sort?.startsWith('-') === true
    const [range] = this.#given.flatMap((one) => (one.by === 'min' || one.by === 'max' ? [one.field] : []))
    this.#field = sort?.replace(/^-/, '') ?? range
  }

  get isById(): boolean {
    return this.#field === undefined
  }

  /** Whether items must be compared with the query, so that a page can have fewer items than its limit. */
  get isNarrowed(): boolean {
    return this.#given.some(({ by }) => by !== 'sort' && by !== 'count')
  }

  /** Whether the list has an item; `undefined` if the contract leaves it open. */
  selects(item: Fields): boolean | undefined {
    const met = this.#given.map((one) => this.#meets(item, one))
    return met.includes(false) ? false : met.includes(undefined) ? undefined : true
  }

  toPosition(item: Fields): Position {
    const id = String(item.id)
    return this.#field === undefined ? { id } : { id, value: item[this.#field] ?? null }
  }

  /** The parameters of the page after an item. */
  toParameters(item: Fields, way: 'after' | 'afterValue'): Fields {
    const { id: after, value } = this.toPosition(item)
    const afterValue = value === null ? { afterNull: true } : { afterValue: value }
    return { after, ...(way === 'afterValue' && !this.isById && afterValue) }
  }

  toString(): string {
    return JSON.stringify(this.#query)
  }

  /** Below 0 if the first one comes earlier. The id decides between equal values, in the same direction. */
  compare(one: Position, other: Position): number {
    if ((one.value === null) !== (other.value === null)) return one.value === null ? 1 : -1
    const compared = compareValues(one.value, other.value) || compareValues(toSortable(one.id), toSortable(other.id))
    return this.#descends ? -compared : compared
  }

  #meets(item: Fields, one: ListParameter): boolean | undefined {
    const wanted = this.#valueOf(one)
    if (one.by === 'sort' || one.by === 'count') return true
    if (one.by === 'search') {
      const texts = one.fields.map((field) => String(item[field] ?? ''))
      return isFoundBy(String(wanted), texts)
    }
    const { [one.field]: value = null } = item
    if (one.by === 'filter') return [wanted].flat().includes(value)
    if (typeof value !== 'string' && typeof value !== 'number') return false
    const isTime = one.parameter.schema.keywords.format === 'date-time'
    const compared = compareValues(value, isTime ? toStoredTime(String(wanted), one.by) : wanted)
    return one.by === 'min' ? compared >= 0 : compared <= 0
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
function compareValues(one: unknown, other: unknown): number {
  // A value of a position is a text.
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return Buffer.compare(Buffer.from(String(one ?? '')), Buffer.from(String(other ?? '')))
}
