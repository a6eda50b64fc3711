// Reads a list page by page, and compares each page with the items that the caller has at that moment.
import { isDeepStrictEqual } from 'node:util'
import type { Session } from './call.ts'
import { type Check, toShortJson } from './checks.ts'
import type { Collection } from './contract/collections.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { type Cursor, type Fields, ListModel } from './list-model.ts'
import { type Encoding, percentEncoded, toPairs } from './requests/texts.ts'

/** The ways to find the next page: `Link`, or the last item's `id`, with or without its value of the order. */
export const ways = ['Link', 'after', 'afterValue'] as const

export interface ListingOptions {
  /** Default: none, so that the service has the default of the contract. */
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

/** Who reads a list, and what the list must have. */
interface Reader {
  session: Session
  collection: Collection
  items: ReadonlyMap<string, { item: Fields }>
  deleted: readonly string[]
  others: Reader[]
  page: (query: string[]) => Promise<Page>
}

/** More pages show nothing else. */
const maxPages = 100

const check = 'listing_conformance'

export class Listing {
  readonly #caller: Reader
  readonly #options: Required<Omit<ListingOptions, 'limit'>>
  /** Parameters of the query that each page has. */
  readonly #size: { limit?: number }
  readonly #model: ListModel
  /** The query of the next page. */
  #next: string[] | undefined
  #last: Fields | undefined
  #count = 0
  readonly options: ListingOptions
  /** The query of the last page that was read. */
  lastQuery: string[] | undefined

  constructor(caller: Reader, options: ListingOptions = {}) {
    this.options = options
    const { query = {}, way = 'Link', encoding = 'minimal', ...size } = options
    this.#caller = caller
    this.#size = size
    this.#options = { query, way, encoding }
    this.#model = new ListModel(caller.collection.listParameters, query)
    this.#next = this.#toQuery({})
  }

  get isOver(): boolean {
    return this.#next === undefined || this.#count >= maxPages
  }

  get lastId(): string | undefined {
    return this.#last && String(this.#last.id)
  }

  get #limit(): number {
    const parameter = this.#caller.collection.list?.parameters.find(({ name }) => name === 'limit')
    return this.#size.limit ?? Number(parameter?.schema.keywords.default ?? 20)
  }

  /** Returns the identifiers of the items on the remaining pages. */
  async readRest(): Promise<string[]> {
    const ids: string[] = []
    while (!this.isOver) ids.push(...(await this.readPage()))
    return ids
  }

  /** Reads the next page, if there is one. */
  async readPage(): Promise<string[]> {
    const { way } = this.#options
    const query = this.#next
    if (query === undefined || this.isOver || this.#isUnknown(query)) {
      this.#next = undefined
      return []
    }
    const from = this.#cursorIn(query)
    this.lastQuery = query
    const page = await this.#caller.page(query)
    const last = page.items.at(-1)
    const link = getLink(page.headers)
    const to = link && this.#cursorIn(link, last)
    this.#compare(page, from, to)
    this.#last = last ?? this.#last
    this.#count++
    const hasNext = link !== undefined || page.items.length === this.#limit
    if (way === 'Link' || last === undefined) this.#next = link
    else this.#next = hasNext ? this.#toQuery(this.#model.toParameters(last, way)) : undefined
    // A list that does not advance never ends.
    const advances = from === undefined || from === 'unknown' || to === undefined || to === 'unknown'
    if (!advances && this.#model.compare(from, to) >= 0) this.#next = undefined
    return page.ids
  }

  #toQuery(cursor: Fields): string[] {
    const { query, encoding } = this.#options
    const { list } = this.#caller.collection
    return [...toQuery(list, query, encoding), ...toQuery(list, { ...this.#size, ...cursor })]
  }

  /** Whether the cursor is an item that this list no longer has: the contract leaves open what comes after it. */
  #isUnknown(query: string[]): boolean {
    const pairs = new URLSearchParams(query.join('&'))
    if (this.#model.isById || pairs.has('afterValue') || pairs.has('afterNull')) return false
    const item = this.#caller.items.get(pairs.get('after') ?? '')?.item
    return item !== undefined && this.#model.selects(item) !== true
  }

  /** Without the value of the order, it is that of the item. The last item of a page may be one of another client. */
  #cursorIn(query: string[], last = this.#last): Cursor | 'unknown' | undefined {
    const pairs = new URLSearchParams(query.join('&'))
    const id = pairs.get('after')
    const value = pairs.get('afterNull') === 'true' ? null : (pairs.get('afterValue') ?? undefined)
    if (id === null) return undefined
    if (this.#model.isById) return { id }
    if (value !== undefined) return { id, value }
    const { items, deleted } = this.#caller
    const item = items.get(id)?.item ?? (String(last?.id) === id && !deleted.includes(id) ? last : undefined)
    return item === undefined ? 'unknown' : this.#model.toCursor(item)
  }

  // Each page has the items between its cursor and the next one, as they are now. An item that is changed between two
  // pages can be on both, or on neither.
  #compare({ items: listed, ids, headers }: Page, from: Cursor | 'unknown' | undefined, to: typeof from): void {
    const { items, session } = this.#caller
    const { link } = headers
    const limit = this.#limit
    const model = this.#model
    const expect = (isMet: boolean, message: string) => session.expect(isMet, message, check)
    expect(listed.length <= limit, `a page: expected at most ${limit} items, got ${listed.length}`)
    expect(to !== undefined || link === undefined, `header link: expected the query of a URL, got ${link}`)
    const hasValue = to === undefined || model.isById || /&after(?:Value|Null)=/.test(link ?? '')
    expect(hasValue, `header link: expected afterValue or afterNull, got ${link}`)
    const cursors = listed.map((item) => model.toCursor(item))
    const sorted = new Map(
      cursors.toSorted((first, second) => model.compare(first, second)).map((cursor) => [cursor.id, cursor]),
    )
    session.expectEqual('the order of a page', cursors, [...sorted.values()], check)
    const isAfter = (cursor: Cursor) => from === undefined || (from !== 'unknown' && model.compare(cursor, from) > 0)
    const isBetween = (cursor: Cursor) =>
      isAfter(cursor) && (to === undefined || (to !== 'unknown' && model.compare(cursor, to) <= 0))
    const all = [...items.values()].map(({ item }) => {
      return {
        item,
        cursor: model.toCursor(item),
        isSelected: model.selects(item),
        isListed: ids.includes(String(item.id)),
      }
    })
    const missing = all.filter((known) => known.isSelected === true && !known.isListed && isBetween(known.cursor))
    const between = `between ${toShortJson(from)} and ${toShortJson(to)} in the list of ${model}`
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
    this.#compareCounts(
      headers['total-count'],
      all.map(({ isSelected }) => isSelected),
    )
    if (model.isNarrowed) return
    const remains = all.some(({ cursor, isListed }) => isAfter(cursor) && !isListed)
    expect((to !== undefined) === remains, `header link: expected ${remains ? 'one' : 'none'}, got ${link}`)
    expect(to === undefined || listed.length === limit, `a page: expected ${limit} items, got ${listed.length}`)
  }

  /** Why a list must not have an item, or not like this. */
  #findFault(item: Fields, isBetween: (cursor: Cursor) => boolean): [Check, reason: string] | undefined {
    const { items, deleted, others } = this.#caller
    const id = String(item.id)
    const known = items.get(id)?.item
    if (deleted.includes(id)) return ['use_after_free', 'is deleted']
    if (others.some((list) => list.items.has(id))) return ['ownership', 'belongs to another caller']
    if (known === undefined) return [check, 'was never created']
    if (this.#model.selects(item) === false) return ['filter_conformance', 'does not match the query']
    if (!isBetween(this.#model.toCursor(item))) return [check, 'is not between these']
    return isDeepStrictEqual(item, known)
      ? undefined
      : ['ensure_resource_availability', `differs from ${toShortJson(known)}`]
  }

  /** The number is exact up to 1,000, but the contract can leave open whether the list has an item. */
  #compareCounts(total: string | undefined, selected: (boolean | undefined)[]): void {
    const { session } = this.#caller
    const least = selected.filter((isSelected) => isSelected === true).length
    const most = selected.filter((isSelected) => isSelected !== false).length
    const isPossible = total !== undefined && Number(total) >= least && Number(total) <= most
    const isMet = !this.#model.counts ? total === undefined : most > 1_000 || isPossible
    const expected = this.#model.counts ? [...new Set([least, most])].join(' to ') : 'none'
    session.expect(isMet, `header total-count of the list of ${this.#model}: expected ${expected}, got ${total}`, check)
  }
}

export function toQuery(list: ContractOperation | undefined, values: Fields, encoding: Encoding = 'minimal'): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const parameter = list?.parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)
    if (parameter && Array.isArray(value)) return toPairs(parameter, value)
    return `${name}=${percentEncoded(String(value), encoding)}`
  })
}

/** Returns the query of the next page, if it is that of a URL (RFC 3986, 3.4). */
export function getLink({ link = '' }: Record<string, string>): string[] | undefined {
  return /^<\?([\w.~%!$'()*+,;:@/?&=-]+)>; rel="next"$/.exec(link)?.[1]?.split('&')
}
