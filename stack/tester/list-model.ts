// What a list must have, and in which order, from its query: the contract tester's own reading of docs/contract.md.
import { toStoredTime } from '../core/date-time.ts'
import { toWords } from '../core/resources/words.ts'
import type { Fields } from './caller.ts'
import type { ListParameter } from './contract/collections.ts'

/** Where an item is in a list. By id, it has no value. */
export interface Position {
  id: string
  value?: unknown
}

export class ListModel {
  /** The parameters of the query, in the order of the contract. */
  readonly #given: ListParameter[]
  readonly #query: Fields
  /** The words of the search. */
  readonly #words: string[]
  /** The field of the order, if it has one. */
  readonly #field: string | undefined
  readonly #descends: boolean

  /** @param query The values by the names of the parameters. */
  constructor(parameters: ListParameter[], query: Fields) {
    this.#query = query
    this.#given = parameters.filter((one) => this.#valueOf(one) !== undefined)
    const find = (...wanted: ListParameter['by'][]) => this.#given.find(({ by }) => wanted.includes(by))
    const [search, sort, range] = [find('search'), find('sort'), find('min', 'max')]
    this.#words = search ? toWords(String(this.#valueOf(search))) : []
    const text = sort ? String(this.#valueOf(sort)) : ''
    this.#descends = text.startsWith('-')
    const field = range && 'field' in range && this.#words.length === 0 ? range.field : undefined
    this.#field = sort ? text.replace(/^-/, '') : field
  }

  get isById(): boolean {
    return this.#field === undefined && this.#words.length === 0
  }

  /** Whether conditions beside the order leave items out: only then can a page before the last one be short. */
  get isNarrowed(): boolean {
    const ofOrder = (one: ListParameter) => 'field' in one && one.field === this.#field
    const ranges = this.#given.filter(({ by }) => by === 'min' || by === 'max')
    const others = this.#given.filter(({ by }) => by !== 'sort' && by !== 'search')
    const hasWords = this.#words.length > (this.#field === undefined && others.length === 0 ? 1 : 0)
    return hasWords || !ranges.every(ofOrder)
  }

  isSelected(item: Fields): boolean {
    return this.#given.every((one) => this.#meets(item, one))
  }

  toPosition(item: Fields): Position {
    const id = String(item.id)
    const [word] = this.#words
    if (this.#field !== undefined) return { id, value: item[this.#field] }
    if (word === undefined) return { id }
    const found = this.#getWords(item).filter((one) => one.startsWith(word))
    return { id, value: found.toSorted(compareValues)[0] }
  }

  /** The parameters of the position of an item. */
  toParameters(item: Fields, way: 'after' | 'afterValue'): Fields {
    const { id: after, value: afterValue } = this.toPosition(item)
    return { after, ...(way === 'afterValue' && !this.isById && { afterValue }) }
  }

  toString(): string {
    return JSON.stringify(this.#query)
  }

  /** Below 0 if the first one comes earlier. The id decides between equal values, in the same direction. */
  compare(one: Position, other: Position): number {
    const compared = compareValues(one.value, other.value) || (one.id === other.id ? 0 : compareIds(one.id, other.id))
    return this.#descends ? -compared : compared
  }

  #meets(item: Fields, one: ListParameter): boolean {
    const wanted = this.#valueOf(one)
    if (one.by === 'sort') return true
    if (one.by === 'search') {
      const words = this.#getWords(item)
      return this.#words.every((word) => words.some((found) => found.startsWith(word)))
    }
    const value = item[one.field]
    if (one.by === 'filter') return [wanted].flat().includes(value)
    if (typeof value !== 'string' && typeof value !== 'number') return false
    const isTime = one.parameter.schema.keywords.format === 'date-time'
    const compared = compareValues(value, isTime ? toStoredTime(String(wanted), one.by) : wanted)
    return one.by === 'min' ? compared >= 0 : compared <= 0
  }

  #getWords(item: Fields): string[] {
    const fields = this.#given.flatMap((one) => (one.by === 'search' ? one.fields : []))
    return fields.flatMap((field) => (typeof item[field] === 'string' ? toWords(item[field]) : []))
  }

  #valueOf({ parameter }: ListParameter): unknown {
    const { name, schema } = parameter
    return this.#query[name] ?? schema.keywords.default
  }
}

/** @returns The identifier of an item as a text; `undefined` if it has none. */
export function getId(item: unknown): string | undefined {
  const { id } = Object(item)
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** In the order of a list: integers sort as numbers. */
export function compareIds(one: string, other: string): number {
  const sortable = (id: string) => (/^\d+$/.test(id) ? id.padStart(16, '0') : id)
  return sortable(one) < sortable(other) ? -1 : 1
}

/** Numbers by their value, and texts by code points, as UTF-8 has them. */
export function compareValues(one: unknown, other: unknown): number {
  // A value of a position is a text.
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return Buffer.compare(Buffer.from(String(one ?? '')), Buffer.from(String(other ?? '')))
}
