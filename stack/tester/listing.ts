// Reads a list page by page, and compares each page with the items of the model at that moment.
import { isDeepStrictEqual } from 'node:util'
import type { Session } from './call.ts'
import { type Check, toShortJson } from './checks.ts'
import type { Collection } from './contract/collections.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { type Cursor, type Fields, ListModel } from './list-model.ts'
import { type Encoding, percentEncode, toPairs } from './requests/texts.ts'

/** Ways to find the next page: `Link`, or the last item's `id`, with or without its value of the sort field. */
export const ways = ['Link', 'after', 'afterValue'] as const

export interface ListingOptions {
  /** Default: absent, so that the service uses the default of the contract. */
  limit?: number
  query?: Fields
  way?: (typeof ways)[number]
  encoding?: Encoding
}

interface Page {
  items: Fields[]
  ids: string[]
  headers: Record<string, string>
}

/** The caller that reads a list, and the model of its items. */
interface ListReader {
  session: Session
  collection: Collection
  items: ReadonlyMap<string, { item: Fields }>
  deleted: readonly string[]
  others: ListReader[]
  readPage: (query: string[]) => Promise<Page>
}

/** More pages would find no other defects. */
const maxPages = 100

const check = 'listing_conformance'

export class Listing {
  readonly #caller: ListReader
  readonly #options: Required<Omit<ListingOptions, 'limit'>>
  /** `limit` of each page, if it is set. */
  readonly #limitParameter: { limit?: number }
  readonly #model: ListModel
  #nextQuery: string[] | undefined
  #lastItem: Fields | undefined
  #pageCount = 0
  readonly options: ListingOptions
  /** The query of the last page that was read. */
  lastQuery: string[] | undefined

  constructor(caller: ListReader, options: ListingOptions = {}) {
    this.options = options
    const { query = {}, way = 'Link', encoding = 'minimal', ...size } = options
    this.#caller = caller
    this.#limitParameter = size
    this.#options = { query, way, encoding }
    this.#model = new ListModel(caller.collection.listParameters, query)
    this.#nextQuery = this.#toQuery({})
  }

  get isDone(): boolean {
    return this.#nextQuery === undefined || this.#pageCount >= maxPages
  }

  get lastId(): string | undefined {
    return this.#lastItem && String(this.#lastItem.id)
  }

  get #limit(): number {
    const parameter = this.#caller.collection.list?.parameters.find(({ name }) => name === 'limit')
    return this.#limitParameter.limit ?? Number(parameter?.schema.keywords.default ?? 20)
  }

  /** Returns the identifiers of the items on the remaining pages. */
  async readRest(): Promise<string[]> {
    const ids: string[] = []
    while (!this.isDone) ids.push(...(await this.readPage()))
    return ids
  }

  /** Reads the next page, if there is one. */
  async readPage(): Promise<string[]> {
    const { way } = this.#options
    const query = this.#nextQuery
    if (query === undefined || this.isDone || this.#hasUnlistedCursor(query)) {
      this.#nextQuery = undefined
      return []
    }
    const from = this.#parseCursor(query)
    this.lastQuery = query
    const page = await this.#caller.readPage(query)
    const last = page.items.at(-1)
    const link = parseLink(page.headers)
    const to = link && this.#parseCursor(link, last)
    this.#comparePage(page, from, to)
    this.#lastItem = last ?? this.#lastItem
    this.#pageCount++
    const hasNext = link !== undefined || page.items.length === this.#limit
    if (way === 'Link' || last === undefined) this.#nextQuery = link
    else this.#nextQuery = hasNext ? this.#toQuery(this.#model.toParameters(last, way)) : undefined
    // Stops if the next cursor is not after this one: the list might never end.
    const isUnclear = from === undefined || from === 'unknown' || to === undefined || to === 'unknown'
    if (!isUnclear && this.#model.compare(from, to) >= 0) this.#nextQuery = undefined
    return page.ids
  }

  #toQuery(cursor: Fields): string[] {
    const { query, encoding } = this.#options
    const { list } = this.#caller.collection
    return [...toQuery(list, query, encoding), ...toQuery(list, { ...this.#limitParameter, ...cursor })]
  }

  /** Whether the cursor is an item that this list does not have (any more): the contract leaves open what follows it. */
  #hasUnlistedCursor(query: string[]): boolean {
    const pairs = new URLSearchParams(query.join('&'))
    if (this.#model.isSortedById || pairs.has('afterValue') || pairs.has('afterNull')) return false
    const item = this.#caller.items.get(pairs.get('after') ?? '')?.item
    return item !== undefined && this.#model.matches(item) !== true
  }

  /** Parses a cursor. Without `afterValue`, it gets the value of the item in the model, or of the last listed item. */
  #parseCursor(query: string[], last = this.#lastItem): Cursor | 'unknown' | undefined {
    const pairs = new URLSearchParams(query.join('&'))
    const id = pairs.get('after')
    const value = pairs.get('afterNull') === 'true' ? null : (pairs.get('afterValue') ?? undefined)
    if (id === null) return undefined
    if (this.#model.isSortedById) return { id }
    if (value !== undefined) return { id, value }
    const { items, deleted } = this.#caller
    const item = items.get(id)?.item ?? (String(last?.id) === id && !deleted.includes(id) ? last : undefined)
    return item === undefined ? 'unknown' : this.#model.toCursor(item)
  }

  // Each page has the items between its cursor and the next one in their current version. If an item changes between
  // two pages, both can have it, or neither.
  #comparePage({ items: listed, ids, headers }: Page, from: Cursor | 'unknown' | undefined, to: typeof from): void {
    const { items, session } = this.#caller
    const { link } = headers
    const limit = this.#limit
    const model = this.#model
    const expect = (isMet: boolean, message: string) => session.expect(isMet, message, check)
    expect(listed.length <= limit, `page size: expected at most ${limit}, got ${listed.length}`)
    expect(to !== undefined || link === undefined, `header link: expected <?…after=…>; rel="next", got ${link}`)
    const hasValue = to === undefined || model.isSortedById || /&after(?:Value|Null)=/.test(link ?? '')
    expect(hasValue, `header link: expected the parameter afterValue or afterNull, got ${link}`)
    const cursors = listed.map((item) => model.toCursor(item))
    const sorted = new Map(
      cursors.toSorted((first, second) => model.compare(first, second)).map((cursor) => [cursor.id, cursor]),
    )
    session.expectEqual('the order of the items on a page', cursors, [...sorted.values()], check)
    const isAfter = (cursor: Cursor) => from === undefined || (from !== 'unknown' && model.compare(cursor, from) > 0)
    const isBetween = (cursor: Cursor) =>
      isAfter(cursor) && (to === undefined || (to !== 'unknown' && model.compare(cursor, to) <= 0))
    const all = [...items.values()].map(({ item }) => {
      return {
        item,
        cursor: model.toCursor(item),
        isSelected: model.matches(item),
        isListed: ids.includes(String(item.id)),
      }
    })
    const missing = all.filter((known) => known.isSelected === true && !known.isListed && isBetween(known.cursor))
    const [start, end] = [from ? toShortJson(from) : 'the start', to ? toShortJson(to) : 'the end']
    const between = `between ${start} and ${end} of the list with ${model}`
    session.expectEqual(
      `missing items ${between}`,
      missing.map(({ item }) => item),
      [],
      check,
    )
    for (const item of listed) {
      const [failedCheck, reason] = this.#findFault(item, isBetween) ?? []
      session.expect(reason === undefined, `an item ${between} ${reason}: ${toShortJson(item)}`, failedCheck)
    }
    this.#compareCount(
      headers['total-count'],
      all.map(({ isSelected }) => isSelected),
    )
    if (model.hasCriteria) return
    const remains = all.some(({ cursor, isListed }) => isAfter(cursor) && !isListed)
    expect((to !== undefined) === remains, `header link: expected ${remains ? 'one' : 'none'}, got ${link ?? 'none'}`)
    expect(to === undefined || listed.length === limit, `page size: expected ${limit}, got ${listed.length}`)
  }

  /** Returns the check and the reason why a page must not have the item, or not in this version. */
  #findFault(item: Fields, isBetween: (cursor: Cursor) => boolean): [Check, reason: string] | undefined {
    const { items, deleted, others } = this.#caller
    const id = String(item.id)
    const known = items.get(id)?.item
    if (deleted.includes(id)) return ['use_after_free', 'was deleted']
    if (others.some((list) => list.items.has(id))) return ['ownership', 'belongs to another caller']
    if (known === undefined) return [check, 'was never created']
    if (this.#model.matches(item) === false) return ['filter_conformance', 'does not match the query']
    if (!isBetween(this.#model.toCursor(item))) return [check, 'is outside this range']
    return isDeepStrictEqual(item, known)
      ? undefined
      : ['ensure_resource_availability', `differs from the stored item ${toShortJson(known)}`]
  }

  /** The count is exact up to 1,000. A range is accepted if the contract leaves open whether the list has an item. */
  #compareCount(total: string | undefined, selected: (boolean | undefined)[]): void {
    const { session } = this.#caller
    const min = selected.filter((isSelected) => isSelected === true).length
    const max = selected.filter((isSelected) => isSelected !== false).length
    const isPossible = total !== undefined && Number(total) >= min && Number(total) <= max
    const isMet = !this.#model.hasCount ? total === undefined : max > 1_000 || isPossible
    const expected = this.#model.hasCount ? [...new Set([min, max])].join(' to ') : 'none'
    session.expect(isMet, `header total-count with ${this.#model}: expected ${expected}, got ${total ?? 'none'}`, check)
  }
}

export function toQuery(list: ContractOperation | undefined, values: Fields, encoding: Encoding = 'minimal'): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const parameter = list?.parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)
    if (parameter && Array.isArray(value)) return toPairs(parameter, value)
    return `${name}=${percentEncode(String(value), encoding)}`
  })
}

/** Returns the query of the next page; `undefined` if the header is not a link with a valid query (RFC 3986, 3.4). */
export function parseLink({ link = '' }: Record<string, string>): string[] | undefined {
  return /^<\?([\w.~%!$'()*+,;:@/?&=-]+)>; rel="next"$/.exec(link)?.[1]?.split('&')
}
