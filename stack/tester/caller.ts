// A caller of a collection, and a model of its items: each result is compared with what the model says.
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { parseDateTime } from '../core/date-time.ts'
import { type Session, toItems } from './call.ts'
import { createItems, preferredBodies } from './cases.ts'
import type { Check } from './checks.ts'
import { type Collection, type Property, returns } from './contract/collections.ts'
import { isObject, type Schema } from './contract/schema.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { keysFor } from './idempotency-keys.ts'
import { ItemModel, type StoredItem, toStored } from './item-model.ts'
import type { Fields } from './list-model.ts'
import { getLink, Listing, type ListingOptions } from './listing.ts'
import type { Placeholders } from './requests/template.ts'
import { NoValue, valid } from './requests/values.ts'

type Headers = Record<string, string>
export type Method = 'list' | 'create' | 'get' | 'update' | 'delete'

/** A list with more items would take too many requests. */
const maxEarlier = 1_000

export class Caller {
  readonly session: Session
  readonly collection: Collection
  /** The caller's token, and the items that the path of the collection names. */
  readonly values: Placeholders
  /** Callers with other items. */
  readonly others: Caller[] = []
  /** The creations that have a key, by the identifiers of their items. */
  readonly creations = new Map<string, { key: string; body: Fields; item: Fields }>()
  readonly #model: ItemModel
  /** Each caller uses these keys, in this order. */
  readonly #keys: string[]
  #keyCount = 0
  #samples = 0

  /** Creates the items that the path of the collection names, and lists the items that are there already. */
  static async of(session: Session, collection: Collection, token = session.system.values.token, keys?: string[]) {
    const { system } = session
    const values = await createItems(system, collection.path, { ...system.values, token: token ?? '' })
    const caller = new Caller(session, collection, values, keys)
    await caller.#addEarlier()
    return caller
  }

  private constructor(
    session: Session,
    collection: Collection,
    values: Placeholders,
    keys = keysFor(collection.create),
    model = new ItemModel(),
  ) {
    this.session = session
    this.collection = collection
    this.values = values
    this.#keys = keys
    this.#model = model
  }

  /** Another caller: with the same items, if callers share those of the collection. */
  async another(token = ''): Promise<Caller> {
    const { session, collection, values } = this
    if (collection.access.read !== 'creator')
      return new Caller(session, collection, { ...values, token }, this.#keys, this.#model)
    const otherCaller = await Caller.of(session, collection, token, this.#keys)
    this.others.push(otherCaller)
    otherCaller.others.push(this)
    return otherCaller
  }

  get items(): ReadonlyMap<string, StoredItem> {
    return this.#model.items
  }

  get deleted(): readonly string[] {
    return this.#model.deleted
  }

  /** The key of the next creation. `undefined` if it has none. */
  get nextKey(): string | undefined {
    return this.#keys[this.#keyCount]
  }

  async #addEarlier(): Promise<void> {
    let next = this.collection.list && ['limit=100']
    while (next !== undefined) {
      const { items, headers } = await this.page(next)
      for (const item of items) this.#model.items.set(String(item.id), toStored(item))
      next = getLink(headers)
      if (this.items.size > maxEarlier)
        throw new NoValue(`the caller has more than ${maxEarlier} items of ${this.collection.path}`)
    }
  }

  /** Adds an item that the service has created or changed. */
  add(item: Fields, etag?: string): StoredItem {
    const stored = toStored(item, etag)
    this.#model.items.set(stored.id, stored)
    this.#model.changeCount++
    return stored
  }

  send(method: Method, options: Parameters<Session['send']>[1], status: number, check?: Check) {
    return this.session.send(this.operation(method), { values: this.values, ...options }, status, check)
  }

  operation(method: Method): ContractOperation {
    const operation = this.collection[method]
    if (operation === undefined)
      throw new Error(`${this.collection.path} has no ${method}. The invariant must not run.`)
    return operation
  }

  /** A valid body, another one each time if the contract prefers none. It has all properties. */
  body(): Fields {
    const values = this.collection.properties.map((property) => [property.name, this.value(property.schema)])
    const examples = preferredBodies(this.collection.create)
    return { ...Object.fromEntries(values), ...Object(examples[this.#samples % examples.length]) }
  }

  /** A valid value that is not null, another one each time if there are several. */
  value(schema: Schema | undefined, not?: unknown): unknown {
    const seed = ++this.#samples
    const draw = (numRuns: number) => fc.sample(valid(schema), { seed, numRuns })
    const isOther = (value: unknown) => value !== null && !isDeepStrictEqual(value, not)
    // `draw(30)` begins with the value of `draw(1)`, which usually differs from `not`.
    return draw(1).find(isOther) ?? draw(30).find(isOther) ?? draw(1)[0]
  }

  /** A change of one property. Default: of the first one. */
  patch(id: string, property = this.changeable[0]): Fields {
    if (property === undefined) return {}
    const { name, updateSchema } = property
    return { [name]: this.value(updateSchema, this.items.get(id)?.item[name]) }
  }

  get changeable(): Property[] {
    return this.collection.properties.filter(({ updateSchema }) => updateSchema !== undefined)
  }

  /** Creates an item with the next key. */
  async create(body: Fields = this.body(), headers: Headers = {}): Promise<StoredItem> {
    const { path, create, properties } = this.collection
    const { nextKey: key } = this
    const sentHeaders = { ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) }
    const { response, value } = await this.send(
      'create',
      { body, headers: sentHeaders },
      201,
      'positive_data_acceptance',
    )
    const item: Fields = Object(value)
    const { etag } = response.headers
    const stored = toStored(item, etag)
    if (response.status !== 201) return stored
    const { id } = stored
    const isNew = ![this, ...this.others].some((owner) => owner.items.has(id) || owner.deleted.includes(id))
    this.session.expect(isNew, `the id of the created item: expected a new one, got ${id}`, 'idempotency_conformance')
    this.#keyCount++
    if (key !== undefined) this.creations.set(id, { key, body, item })
    this.#expectStored('the created item', this.#properties(item), this.#after({}, body, properties))
    const location = `${path.slice(path.lastIndexOf('/') + 1)}/${id}`
    if (item.id !== undefined && returns(create, 201, 'location'))
      this.#expectStored('header location', response.headers.location, location)
    this.#checkTimes(item, response.headers)
    const isOld = etag !== undefined && [...this.items.values()].some((item) => item.etag === etag)
    this.session.expect(!isOld, `etag of two items: ${etag}`, 'entity_tag_conformance')
    return this.add(item, etag)
  }

  /** Reads an item, if there is an operation for it, and compares it with the model. */
  async read(id: string): Promise<void> {
    if (!this.collection.get) return
    const stored = this.items.get(id)
    const { response, value } = await this.send('get', { id }, 200, 'ensure_resource_availability')
    if (response.status !== 200) return
    this.#expectStored('the item', value, stored?.item)
    this.session.expectEqual('header etag', response.headers.etag ?? '', stored?.etag, 'entity_tag_conformance')
    this.#checkTimes(Object(value), response.headers)
  }

  async change(id: string, body: Fields = this.patch(id), headers: Headers = {}): Promise<void> {
    const { session, items } = this
    const before = items.get(id)
    const sentAt = performance.now()
    const { response, value } = await this.send('update', { id, body, headers }, 200, 'positive_data_acceptance')
    if (response.status !== 200 || before === undefined) return
    const item: Fields = Object(value)
    const { etag = '' } = response.headers
    const isOther = etag !== before.etag
    const stored = { ...toStored(item, etag), ...(isOther && { earlier: before.etag }) }
    this.#model.items.set(id, stored)
    const changed = this.collection.properties.filter(({ name }) => name in body)
    const patched = changed.map(({ name }) => [name, mergePatch(before.item[name], body[name])])
    const after = this.#after(before.item, Object.fromEntries(patched), changed)
    const expected = { ...this.#properties(before.item), ...after }
    this.#expectStored('the changed item', this.#properties(item), expected)
    this.#expectStored('id', String(item.id), id)
    this.#checkTimes(item, response.headers)
    // The model knows only what a creation can set.
    if (changed.length < Object.keys(body).length) return this.#model.forgetPages()
    const moved = this.collection.times.filter((name) => item[name] !== before.item[name])
    const check = 'timestamps'
    if (isDeepStrictEqual(expected, this.#properties(before.item))) {
      session.expectEqual('times that are other ones without a change', moved, [], check)
      session.expectEqual('etag without a change', etag, before.etag, 'entity_tag_conformance')
      return
    }
    this.#model.changeCount++
    for (const name of moved) {
      const [time, earlier] = [String(item[name]), String(before.item[name])]
      session.expect(time >= earlier, `${name}: expected ${earlier} or later, got ${time}`, check)
    }
    const isLater = lastTime(this.collection, item) > lastTime(this.collection, before.item)
    const isSecondLater = sentAt - before.storedAt > 1_100 && returns(this.collection.get, 200, 'last-modified')
    session.expect(isLater || !isSecondLater, 'the times after a change: expected a later one', check)
    session.expect(moved.length < 2, `${moved.join(' and ')}: expected that one of them stays after a change`, check)
    const message = `etag: expected another one than ${before.etag} after a change`
    session.expect(isOther || before.etag === '', message, 'entity_tag_conformance')
  }

  async remove(id: string, headers: Headers = {}): Promise<void> {
    await this.send('delete', { id, headers }, 204, 'positive_data_acceptance')
    this.#model.items.delete(id)
    this.#model.deleted.push(id)
    this.#model.changeCount++
  }

  async page(query: string[]) {
    const { value, response } = await this.send('list', { query }, 200, 'positive_data_acceptance')
    const { headers } = response
    const items = toItems(value).map((item): Fields => Object(item))
    const ids = items.map(({ id }) => String(id))
    if (headers.etag !== undefined) this.#model.addPage(this.session, query, headers.etag, ids.join())
    return { items, ids, etag: headers.etag ?? '', headers }
  }

  list(options?: ListingOptions): Promise<string[]> {
    return new Listing(this, options).readRest()
  }

  /** The tag that a page had when it was read last, and whether nothing has changed since. */
  pageTag(query: string[]): { etag: string; isCurrent: boolean } | undefined {
    return this.#model.pageTag(query)
  }

  /** Whether two bodies create the same item. */
  createSame(body: Fields, otherBody: Fields): boolean {
    const { properties } = this.collection
    return isDeepStrictEqual(this.#after({}, body, properties), this.#after({}, otherBody, properties))
  }

  #properties(item: Fields): Fields {
    return Object.fromEntries(this.collection.properties.map(({ name }) => [name, item[name]]))
  }

  #after(before: Fields, body: Fields, properties: Property[]): Fields {
    return Object.fromEntries(
      properties.map(({ name, itemSchema, default: fallback }) => {
        const value = name in body ? body[name] : before[name]
        return [name, value === undefined || (value === null && !itemSchema.isValid(null)) ? fallback : value]
      }),
    )
  }

  #expectStored(what: string, actual: unknown, expected: unknown): void {
    this.session.expectEqual(what, actual, expected, 'ensure_resource_availability')
  }

  /** `Last-Modified` is the last of the times, in whole seconds. */
  #checkTimes(item: Fields, headers: Headers): void {
    const last = lastTime(this.collection, item)
    const modified = headers['last-modified']
    if (Number.isNaN(last) || modified === undefined) return
    this.session.expectEqual('header last-modified', modified, new Date(last).toUTCString(), 'timestamps')
    // All these items were just created. `Date` is the clock of the service (RFC 9110, 6.6.1).
    const { date: serverDate = '' } = headers
    // `Date.parse` reads a date without a zone as local time.
    const isNow = !serverDate.endsWith(' GMT') || Math.abs(Date.parse(serverDate) - last) < 600_000
    this.session.expect(isNow, `the times: expected that of the service, ${serverDate}, got ${modified}`, 'timestamps')
  }
}

/** The last of the times that the service sets, without the fraction of a second: dates in headers do not have one. */
export function lastTime({ times }: Collection, item: Fields = {}): number {
  const known = times.map((name) => parseDateTime(String(item[name])))
  return Math.floor(Math.max(...known) / 1000) * 1000
}

/** What a merge patch makes of a value (RFC 7396, 2). @param value `undefined` if there is none. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch) || Array.isArray(patch)) return patch
  const before = isObject(value) && !Array.isArray(value) ? value : {}
  const changed = Object.entries(patch).map(([name, member]) => [name, mergePatch(before[name], member)])
  const all = Object.entries({ ...before, ...Object.fromEntries(changed) })
  return Object.fromEntries(all.filter(([name]) => patch[name] !== null))
}
