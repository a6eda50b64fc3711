// A caller of a collection, which compares each response with a model of the items.
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { parseDateTime } from '../core/date-time.ts'
import { type Session, toArray } from './call.ts'
import { createItems, preferredBodies } from './cases.ts'
import type { Check } from './checks.ts'
import { type Collection, documentsHeader, type Property } from './contract/collections.ts'
import { isObject, type Schema } from './contract/schema.ts'
import type { ContractOperation } from './contract/tested-contract.ts'
import { keysFor } from './idempotency-keys.ts'
import { ItemModel, type StoredItem, toStoredItem } from './item-model.ts'
import type { Fields } from './list-model.ts'
import { Listing, type ListingOptions, parseLink } from './listing.ts'
import type { Placeholders } from './requests/template.ts'
import { NoValue, valid } from './requests/values.ts'

type Headers = Record<string, string>
export type StandardMethodName = 'list' | 'create' | 'get' | 'update' | 'delete'

/** Reading more existing items would take too many requests. */
const maxExisting = 1_000

export class Caller {
  readonly session: Session
  readonly collection: Collection
  /** The caller's token, and the ids of the items in the path of the collection. */
  readonly values: Placeholders
  /** Callers that do not share their items with this one. */
  readonly others: Caller[] = []
  /** The creations that have a key, by the identifiers of their items. */
  readonly creations = new Map<string, { key: string; body: Fields; item: Fields }>()
  readonly #model: ItemModel
  /** Idempotency keys. All callers use the same ones, in this order. */
  readonly #keys: string[]
  #keyCount = 0
  #sampleCount = 0

  /** Creates the items that the path of the collection names, and adds the existing items to the model. */
  static async setUp(session: Session, collection: Collection, token = session.system.values.token, keys?: string[]) {
    const { system } = session
    const values = await createItems(system, collection.path, { ...system.values, token: token ?? '' })
    const caller = new Caller(session, collection, values, keys)
    await caller.#addExisting()
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

  /** Returns a caller with a different token. It has the same items if the collection is shared. */
  async setUpOther(token = ''): Promise<Caller> {
    const { session, collection, values } = this
    if (collection.access.read !== 'creator')
      return new Caller(session, collection, { ...values, token }, this.#keys, this.#model)
    const otherCaller = await Caller.setUp(session, collection, token, this.#keys)
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

  /** Idempotency key of the next creation; `undefined` if the operation takes none, or none is left. */
  get nextKey(): string | undefined {
    return this.#keys[this.#keyCount]
  }

  async #addExisting(): Promise<void> {
    let next = this.collection.list && ['limit=100']
    while (next !== undefined) {
      const { items, headers } = await this.readPage(next)
      for (const item of items) this.#model.items.set(String(item.id), toStoredItem(item))
      next = parseLink(headers)
      if (this.items.size > maxExisting)
        throw new NoValue(`the caller has more than ${maxExisting} items of ${this.collection.path}`)
    }
  }

  /** Stores an item in the model that the service has created or changed. */
  store(item: Fields, etag?: string): StoredItem {
    const stored = toStoredItem(item, etag)
    this.#model.items.set(stored.id, stored)
    this.#model.changeCount++
    return stored
  }

  send(method: StandardMethodName, options: Parameters<Session['send']>[1], status: number, check?: Check) {
    return this.session.send(this.getOperation(method), { values: this.values, ...options }, status, check)
  }

  getOperation(method: StandardMethodName): ContractOperation {
    const operation = this.collection[method]
    if (operation === undefined)
      throw new Error(`${this.collection.path} has no ${method}. The invariant must not run.`)
    return operation
  }

  /** Returns a valid body with all properties: an example of the contract if others may be refused, or else random. */
  drawBody(): Fields {
    const values = this.collection.properties.map((property) => [property.name, this.drawValue(property.schema)])
    const examples = preferredBodies(this.collection.create)
    return { ...Object.fromEntries(values), ...Object(examples[this.#sampleCount % examples.length]) }
  }

  /** Returns a valid random value, other than null and `not` if one is found. */
  drawValue(schema: Schema | undefined, not?: unknown): unknown {
    const seed = ++this.#sampleCount
    const draw = (numRuns: number) => fc.sample(valid(schema), { seed, numRuns })
    const isDifferent = (value: unknown) => value !== null && !isDeepStrictEqual(value, not)
    // `draw(30)` begins with the value of `draw(1)`, which usually differs from `not`.
    return draw(1).find(isDifferent) ?? draw(30).find(isDifferent) ?? draw(1)[0]
  }

  /** Returns the body of a change of one property. Default: the first property that can change. */
  drawPatch(id: string, property = this.changeableProperties[0]): Fields {
    if (property === undefined) return {}
    const { name, updateSchema } = property
    return { [name]: this.drawValue(updateSchema, this.items.get(id)?.item[name]) }
  }

  get changeableProperties(): Property[] {
    return this.collection.properties.filter(({ updateSchema }) => updateSchema !== undefined)
  }

  /** Creates an item with the next key. */
  async create(body: Fields = this.drawBody(), headers: Headers = {}): Promise<StoredItem> {
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
    const stored = toStoredItem(item, etag)
    if (response.status !== 201) return stored
    const { id } = stored
    const isNew = ![this, ...this.others].some((owner) => owner.items.has(id) || owner.deleted.includes(id))
    this.session.expect(isNew, `the id of the created item: expected a new id, got ${id}`, 'idempotency_conformance')
    this.#keyCount++
    if (key !== undefined) this.creations.set(id, { key, body, item })
    this.#expectStored('the created item', this.#pickProperties(item), this.#applyBody({}, body, properties))
    const location = `${path.slice(path.lastIndexOf('/') + 1)}/${id}`
    if (item.id !== undefined && documentsHeader(create, 201, 'location'))
      this.#expectStored('header location', response.headers.location, location)
    this.#checkTimestamps(item, response.headers)
    const isReused = etag !== undefined && [...this.items.values()].some((item) => item.etag === etag)
    this.session.expect(!isReused, `two items have the same etag: ${etag}`, 'entity_tag_conformance')
    return this.store(item, etag)
  }

  /** Reads an item, if there is an operation for it, and compares it with the model. */
  async read(id: string): Promise<void> {
    if (!this.collection.get) return
    const stored = this.items.get(id)
    const { response, value } = await this.send('get', { id }, 200, 'ensure_resource_availability')
    if (response.status !== 200) return
    this.#expectStored('the item', value, stored?.item)
    this.session.expectEqual('header etag', response.headers.etag ?? '', stored?.etag, 'entity_tag_conformance')
    this.#checkTimestamps(Object(value), response.headers)
  }

  async change(id: string, body: Fields = this.drawPatch(id), headers: Headers = {}): Promise<void> {
    const { session, items } = this
    const before = items.get(id)
    const sentAt = performance.now()
    const { response, value } = await this.send('update', { id, body, headers }, 200, 'positive_data_acceptance')
    if (response.status !== 200 || before === undefined) return
    const item: Fields = Object(value)
    const { etag = '' } = response.headers
    const isNewTag = etag !== before.etag
    const stored = { ...toStoredItem(item, etag), ...(isNewTag && { previousTag: before.etag }) }
    this.#model.items.set(id, stored)
    const changed = this.collection.properties.filter(({ name }) => name in body)
    const patched = changed.map(({ name }) => [name, mergePatch(before.item[name], body[name])])
    const patchedProperties = this.#applyBody(before.item, Object.fromEntries(patched), changed)
    const expected = { ...this.#pickProperties(before.item), ...patchedProperties }
    this.#expectStored('the changed item', this.#pickProperties(item), expected)
    this.#expectStored('id', String(item.id), id)
    this.#checkTimestamps(item, response.headers)
    // The model has only the properties that a creation can set.
    if (changed.length < Object.keys(body).length) return this.#model.forgetPages()
    const changedTimes = this.collection.timestamps.filter((name) => item[name] !== before.item[name])
    const check = 'timestamps'
    if (isDeepStrictEqual(expected, this.#pickProperties(before.item))) {
      session.expectEqual('timestamps that differ without a change', changedTimes, [], check)
      session.expectEqual('etag without a change', etag, before.etag, 'entity_tag_conformance')
      return
    }
    this.#model.changeCount++
    for (const name of changedTimes) {
      const [time, previousTime] = [String(item[name]), String(before.item[name])]
      session.expect(time >= previousTime, `${name}: expected ${previousTime} or later, got ${time}`, check)
    }
    const isLater = latestTimestamp(this.collection, item) > latestTimestamp(this.collection, before.item)
    const isSecondLater = sentAt - before.storedAt > 1_100 && documentsHeader(this.collection.get, 200, 'last-modified')
    session.expect(isLater || !isSecondLater, 'the timestamps after a change: expected a later one than before', check)
    session.expect(changedTimes.length < 2, `${changedTimes.join(' and ')}: expected only one to change`, check)
    const message = `etag: expected a tag other than ${before.etag} after a change`
    session.expect(isNewTag || before.etag === '', message, 'entity_tag_conformance')
  }

  async remove(id: string, headers: Headers = {}): Promise<void> {
    await this.send('delete', { id, headers }, 204, 'positive_data_acceptance')
    this.#model.items.delete(id)
    this.#model.deleted.push(id)
    this.#model.changeCount++
  }

  async readPage(query: string[]) {
    const { value, response } = await this.send('list', { query }, 200, 'positive_data_acceptance')
    const { headers } = response
    const items = toArray(value).map((item): Fields => Object(item))
    const ids = items.map(({ id }) => String(id))
    if (headers.etag !== undefined) this.#model.addPage(this.session, query, headers.etag, ids.join())
    return { items, ids, etag: headers.etag ?? '', headers }
  }

  readList(options?: ListingOptions): Promise<string[]> {
    return new Listing(this, options).readRest()
  }

  /** Returns the tag of a page from when it was last read, and whether no item has changed since. */
  getPageTag(query: string[]): { etag: string; isCurrent: boolean } | undefined {
    return this.#model.getPageTag(query)
  }

  /** Whether two bodies create the same item. */
  areEquivalentBodies(body: Fields, otherBody: Fields): boolean {
    const { properties } = this.collection
    return isDeepStrictEqual(this.#applyBody({}, body, properties), this.#applyBody({}, otherBody, properties))
  }

  #pickProperties(item: Fields): Fields {
    return Object.fromEntries(this.collection.properties.map(({ name }) => [name, item[name]]))
  }

  #applyBody(before: Fields, body: Fields, properties: Property[]): Fields {
    return Object.fromEntries(
      properties.map(({ name, itemSchema, default: fallback }) => {
        const value = name in body ? body[name] : before[name]
        return [name, value === undefined || (value === null && !itemSchema.isValid(null)) ? fallback : value]
      }),
    )
  }

  #expectStored(label: string, actual: unknown, expected: unknown): void {
    this.session.expectEqual(label, actual, expected, 'ensure_resource_availability')
  }

  /** Checks that `Last-Modified` is the latest timestamp in whole seconds, and close to the clock of the service. */
  #checkTimestamps(item: Fields, headers: Headers): void {
    const last = latestTimestamp(this.collection, item)
    const modified = headers['last-modified']
    if (Number.isNaN(last) || modified === undefined) return
    this.session.expectEqual('header last-modified', modified, new Date(last).toUTCString(), 'timestamps')
    // This run has created all these items. `Date` is the clock of the service (RFC 9110, 6.6.1).
    const { date: serverDate = '' } = headers
    // `Date.parse` parses a date without a time zone as local time.
    const isNow = !serverDate.endsWith(' GMT') || Math.abs(Date.parse(serverDate) - last) < 600_000
    this.session.expect(isNow, `header last-modified: expected about ${serverDate}, got ${modified}`, 'timestamps')
  }
}

/** Returns the latest timestamp that the service sets, in ms, rounded down to seconds as dates in headers are. */
export function latestTimestamp({ timestamps }: Collection, item: Fields = {}): number {
  const known = timestamps.map((name) => parseDateTime(String(item[name])))
  return Math.floor(Math.max(...known) / 1000) * 1000
}

/** Applies a merge patch to a value (RFC 7396, 2). @param value `undefined` if there is none. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch) || Array.isArray(patch)) return patch
  const before = isObject(value) && !Array.isArray(value) ? value : {}
  const changed = Object.entries(patch).map(([name, member]) => [name, mergePatch(before[name], member)])
  const all = Object.entries({ ...before, ...Object.fromEntries(changed) })
  return Object.fromEntries(all.filter(([name]) => patch[name] !== null))
}
