// What a list must have, and in which order, from its query: the contract tester's own reading of docs/contract.md. It
// reads a list page by page, and compares each page with the items of the caller.
import { toStoredTime } from '../core/date-time.ts'
import { toWords } from '../core/items/words.ts'
import type { Session } from './call.ts'
import { type Check, shown } from './checks.ts'
import type { Collection, ListParameter } from './contract/collections.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { percentEncoded, toPairs } from './requests/texts.ts'

/** The ways to find the next page: `Link`, or the last item's `id`, with or without its value of the order. */
export const ways = ['Link', 'after', 'afterValue'] as const

export type Fields = Record<string, unknown>

export interface Listing {
  limit?: number
  chosen?: Fields
  way?: (typeof ways)[number]
  afterPage?: () => Promise<unknown>
}

interface ListedPage {
  items: Fields[]
  ids: string[]
  headers: Record<string, string>
}

/** Who reads a list, and what the list must have. */
interface Reader {
  session: Session
  collection: Collection
  items: ReadonlyMap<string, { id: string; item: Fields }>
  deleted: string[]
  others: Reader[]
  page: (query: string[]) => Promise<ListedPage>
}

/** A list in another order than that of `id` has all earlier items of the caller. */
const maxPages = 100

/** Returns the ids of the list. */
export async function listAll(caller: Reader, start: Fields, listing: Listing): Promise<string[]> {
  const { limit = 20, chosen = {}, way = 'Link', afterPage } = listing
  const { list, listParameters } = caller.collection
  const model = new ListModel(listParameters, chosen)
  let next: string[] | undefined = toQuery(list, { limit, ...(model.isById && start), ...chosen })
  let last: Fields | undefined
  const ids: string[] = []
  for (let pages = 0; next !== undefined && pages < maxPages; pages++) {
    const from = toPosition(caller, model, next, last)
    const page: ListedPage = await caller.page(next)
    ids.push(...page.ids)
    const link = getLink(page.headers)
    const to = link && toPosition(caller, model, link, page.items.at(-1))
    comparePage(caller, model, page, limit, from, to)
    last = page.items.at(-1)
    const hasNext = link !== undefined || page.items.length === limit
    if (way === 'Link' || last === undefined) next = link
    else next = hasNext ? toQuery(list, { limit, ...chosen, ...model.toParameters(last, way) }) : undefined
    // A list that does not advance is reported, but never ends.
    if (from && to && model.compare(from, to) >= 0) break
    await afterPage?.()
  }
  return ids
}

/** Without the value of the order, it is that of the item: also of the last one of the page before. */
function toPosition(
  { items, deleted }: Reader,
  model: ListModel,
  query: string[],
  last?: Fields,
): Position | undefined {
  const pairs = new URLSearchParams(query.join('&'))
  const id = pairs.get('after')
  const value = pairs.get('afterNull') === 'true' ? null : (pairs.get('afterValue') ?? undefined)
  if (id === null) return undefined
  if (model.isById) return { id }
  const isLast = String(last?.id) === id && !deleted.includes(id)
  const item = items.get(id)?.item ?? (isLast ? last : undefined)
  return value === undefined ? item && model.toPosition(item) : { id, value }
}

// Nothing else changes the caller's items: each page has those between its position and the next one, as they are now.
// An item that is changed between two pages can be on both, or on neither.
function comparePage(
  caller: Reader,
  model: ListModel,
  page: ListedPage,
  limit: number,
  from?: Position,
  to?: Position,
): void {
  const { session, items, deleted, others } = caller
  const { items: listed, ids, headers } = page
  const expect = (isMet: boolean, message: string) => session.expect(isMet, message, 'listing_conformance')
  const expectNone = (what: string, found: unknown[], check: Check) => session.expectEqual(what, found, [], check)
  const { length } = ids
  expect(length <= limit, `a page: expected at most ${limit} items, got ${length}`)
  const hasValue = to === undefined || model.isById || /&after(?:Value|Null)=/.test(headers.link ?? '')
  expect(hasValue, `header link: expected afterValue or afterNull, got ${headers.link}`)
  const positions = listed.map((item) => model.toPosition(item))
  const sorted = new Map(positions.toSorted((one, other) => model.compare(one, other)).map((one) => [one.id, one]))
  session.expectEqual('the order of a page', positions, [...sorted.values()], 'listing_conformance')
  const isBetween = (one: Position) =>
    (from === undefined || model.compare(one, from) > 0) && (to === undefined || model.compare(one, to) <= 0)
  const outside = positions.filter((one) => !isBetween(one))
  expectNone(`items between ${shown(from)} and ${shown(to)} that are elsewhere`, outside, 'listing_conformance')
  const wanted = [...items.values()].filter(({ item }) => model.isSelected(item) && isBetween(model.toPosition(item)))
  const lacking = wanted.filter(({ id }) => !ids.includes(id)).map(({ item }) => item)
  expectNone(`items after ${shown(from)} that the list lacks`, lacking, 'listing_conformance')
  const { 'total-count': total } = headers
  expect((total !== undefined) === model.counts, `header total-count of the list of ${model}: got ${total}`)
  const { length: known } = [...items.values()].filter(({ item }) => model.isSelected(item))
  // Other items can be in the list, too.
  const isPossible = total === undefined || total.endsWith('+') || Number(total) >= known
  expect(isPossible, `header total-count: expected at least ${known}, got ${total}`)
  const gone = deleted.filter((id) => ids.includes(id))
  expectNone('deleted items in the list', gone, 'use_after_free')
  const foreign = ids.filter((id) => others.some((other) => other.items.has(id)))
  expectNone("another caller's items in the list", foreign, 'ownership')
  const wrong = listed.filter((item) => !model.isSelected(item))
  expectNone(`other items in the list of ${model}`, wrong, 'filter_conformance')
  for (const item of listed) {
    const known = items.get(String(item.id))
    if (known !== undefined) session.expectEqual('a listed item', item, known.item, 'ensure_resource_availability')
  }
}

export function toQuery(list: ContractOperation | undefined, values: Fields): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const parameter = list?.parameters.find((one) => one.in === 'query' && one.name === name)
    if (parameter && Array.isArray(value)) return toPairs(parameter, value)
    return `${name}=${percentEncoded(String(value), 'minimal')}`
  })
}

export function getLink({ link = '' }: Record<string, string>): string[] | undefined {
  return /^<\?([^>]+)>; rel="next"$/.exec(link)?.[1]?.split('&')
}

/** Where an item is in a list. By id, it has no value. `null`: it is among the last ones, which have none. */
export interface Position {
  id: string
  value?: unknown
}

export class ListModel {
  /** The parameters of the query, in the order of the contract. */
  readonly #given: ListParameter[]
  readonly #query: Fields
  readonly #words: string[]
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
    this.#words = toWords(valueBy('search') ?? '')
    this.#descends = sort?.startsWith('-') === true
    const [range] = this.#given.flatMap((one) => (one.by === 'min' || one.by === 'max' ? [one.field] : []))
    this.#field = sort?.replace(/^-/, '') ?? range
  }

  get isById(): boolean {
    return this.#field === undefined
  }

  isSelected(item: Fields): boolean {
    return this.#given.every((one) => this.#meets(item, one))
  }

  toPosition(item: Fields): Position {
    const id = String(item.id)
    return this.#field === undefined ? { id } : { id, value: item[this.#field] ?? null }
  }

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

  #meets(item: Fields, one: ListParameter): boolean {
    const wanted = this.#valueOf(one)
    if (one.by === 'sort' || one.by === 'count') return true
    if (one.by === 'search') {
      const words = this.#getWords(item)
      return this.#words.every((word) => words.some((found) => found.startsWith(word)))
    }
    const { [one.field]: value = null } = item
    if (one.by === 'filter') return [wanted].flat().includes(value)
    if (typeof value !== 'string' && typeof value !== 'number') return false
    const isTime = one.parameter.schema.keywords.format === 'date-time'
    const compared = compareValues(value, isTime ? toStoredTime(String(wanted), one.by) : wanted)
    return one.by === 'min' ? compared >= 0 : compared <= 0
  }

  #getWords(item: Fields): string[] {
    const fields = this.#given.flatMap((one) => (one.by === 'search' ? one.fields : []))
    return toWords(fields.map((field) => item[field] ?? '').join(' '))
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
export function compareValues(one: unknown, other: unknown): number {
  // A value of a position is a text.
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return Buffer.compare(Buffer.from(String(one ?? '')), Buffer.from(String(other ?? '')))
}
