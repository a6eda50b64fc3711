// Which items a list must have for its query, and in which order: an independent implementation of docs/contract.md.
import { toStoredTime } from '../core/date-time.ts'
import type { ListParameter } from './contract/collections.ts'
import { isFoundBy } from './search-terms.ts'

export type Fields = Record<string, unknown>

/** Position of an item in a list. `value` is absent in the order of ids, and `null`, which sorts last, for an item without a value. */
export interface Cursor {
  id: string
  value?: unknown
}

export class ListModel {
  /** The parameters of the query, including those with a default, in the order of the contract. */
  readonly #parameters: ListParameter[]
  readonly #query: Fields
  readonly #field: string | undefined
  readonly #isDescending: boolean
  /** Whether each page has the header `Total-Count`. */
  readonly hasCount: boolean

  constructor(parameters: ListParameter[], query: Fields) {
    this.#query = query
    this.#parameters = parameters.filter((parameter) => this.#valueOf(parameter) !== undefined)
    const valueBy = (by: ListParameter['by']) => {
      const parameter = this.#parameters.find((candidate) => candidate.by === by)
      return parameter && String(this.#valueOf(parameter))
    }
    const sort = valueBy('sort')
    this.hasCount = valueBy('count') === 'true'
    this.#isDescending = sort?.startsWith('-') === true
    const [range] = this.#parameters.flatMap((parameter) =>
      parameter.by === 'min' || parameter.by === 'max' ? [parameter.field] : [],
    )
    this.#field = sort?.replace(/^-/, '') ?? range
  }

  get isSortedById(): boolean {
    return this.#field === undefined
  }

  /** Whether the query selects items: then a page that is not the last one can have fewer items than its limit. */
  get hasCriteria(): boolean {
    return this.#parameters.some(({ by }) => by !== 'sort' && by !== 'count')
  }

  /** Whether the list has the item; `undefined` if the contract leaves it open. */
  matches(item: Fields): boolean | undefined {
    const results = this.#parameters.map((parameter) => this.#matchesParameter(item, parameter))
    return results.includes(false) ? false : results.includes(undefined) ? undefined : true
  }

  toCursor(item: Fields): Cursor {
    const id = String(item.id)
    return this.#field === undefined ? { id } : { id, value: item[this.#field] ?? null }
  }

  /** Returns the query parameters of the page after an item. */
  toParameters(item: Fields, way: 'after' | 'afterValue'): Fields {
    const { id: after, value } = this.toCursor(item)
    const afterValue = value === null ? { afterNull: true } : { afterValue: value }
    return { after, ...(way === 'afterValue' && !this.isSortedById && afterValue) }
  }

  toString(): string {
    return JSON.stringify(this.#query)
  }

  /** Compares positions, as `sort` needs it. Of equal values, the ids decide, in the same direction. */
  compare(first: Cursor, second: Cursor): number {
    if ((first.value === null) !== (second.value === null)) return first.value === null ? 1 : -1
    const compared =
      compareValues(first.value, second.value) || compareValues(toSortable(first.id), toSortable(second.id))
    return this.#isDescending ? -compared : compared
  }

  #matchesParameter(item: Fields, parameter: ListParameter): boolean | undefined {
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

/** Pads an integer id, so that integers sort as numbers. */
function toSortable(id: string): string {
  return /^\d+$/.test(id) ? id.padStart(16, '0') : id
}

/** Compares numbers by value, and strings by code point, which is the order of their bytes in UTF-8. */
function compareValues(first: unknown, second: unknown): number {
  // The value of a cursor that was parsed from a query is a string.
  if (typeof first === 'number' || typeof second === 'number') return Number(first) - Number(second)
  return Buffer.compare(Buffer.from(String(first ?? '')), Buffer.from(String(second ?? '')))
}
