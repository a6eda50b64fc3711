// A stateful test: a history of requests on the items of one collection. Two callers create, change and delete items
// between the pages of lists, and a model knows each result. Of a history that fails, the report has the shortest part.

import { parseDateTime } from '../../core/date-time.ts'
import { deleteCreated, Session } from '../call.ts'
import { Caller } from '../caller.ts'
import { type Collection, canWriteAll } from '../contract/collections.ts'
import { needsToken, takes } from '../contract/operations.ts'
import type { Fields } from '../list-model.ts'
import { Listing, type ListingOptions } from '../listing.ts'
import { earlierDate, readConditionally, readUnchanged, sendStaleTag } from './conditions.ts'
import { retryCreation, sendRefused } from './refusals.ts'
import { canBeSent, type QueryValue } from './values.ts'
import { visitItem } from './visit.ts'

export type Step = (history: History) => Promise<unknown>

interface Slot {
  caller: Caller
  id: string
  /** The item as it was last known. */
  item: Fields
  isDeleted: boolean
}

/** What the steps of a history share. A step names an item by the number of its slot, so any other step can be omitted. */
export class History {
  readonly #callers: Caller[]
  readonly #slots = new Map<number, Slot>()
  #listing: Listing | undefined
  /** The caller of the listing. */
  #reader: Caller | undefined

  static async start(session: Session, collection: Collection): Promise<History> {
    const { otherCallerToken } = session.system.values
    const caller = await Caller.of(session, collection)
    const hasOther = otherCallerToken !== undefined && needsToken(collection.create)
    return new History(hasOther ? [caller, await caller.another(otherCallerToken)] : [caller])
  }

  private constructor(callers: Caller[]) {
    this.#callers = callers
  }

  #caller(number: number): Caller {
    const caller = this.#callers[number % this.#callers.length]
    if (caller === undefined) throw new Error('A history has a caller.')
    return caller
  }

  #live(slot: number): Slot | undefined {
    const known = this.#slots.get(slot)
    return known?.isDeleted ? undefined : known
  }

  async create(number: number, by: number, body: Fields): Promise<void> {
    if (this.#live(number)) return
    const caller = this.#caller(by)
    // A creation refers to the first page of the list.
    const isConditional = number % 4 === 0 && takes(caller.collection.create, 'If-Match')
    const { etag = '' } = isConditional ? await caller.page([]) : {}
    const { id, item } = await caller.create(body, etag === '' ? {} : { 'If-Match': etag })
    this.#slots.set(number, { caller, id, item, isDeleted: false })
  }

  /** The caller that writes an item: any one, if all may. */
  #writer({ caller }: Slot, by: number): Caller {
    return canWriteAll(caller.collection) ? this.#caller(by) : caller
  }

  /** @param mediaType Number of one of those that the operation takes. */
  async change(number: number, by: number, patch: Fields, isConditional = false, mediaType = 0): Promise<void> {
    const slot = this.#live(number)
    const { update } = slot?.caller.collection ?? {}
    if (slot === undefined || update === undefined) return
    const { id } = slot
    const caller = this.#writer(slot, by)
    const etag = caller.items.get(id)?.etag ?? ''
    const types = [...update.body.keys()]
    const headers = {
      ...(types.length > 0 && { 'Content-Type': types[mediaType % types.length] ?? '' }),
      // With a tag, a date has no effect.
      ...(isConditional && takes(update, 'If-Match') && { 'If-Match': etag, 'If-Unmodified-Since': earlierDate }),
    }
    await caller.change(id, patch, headers)
    slot.item = caller.items.get(id)?.item ?? slot.item
  }

  async remove(number: number, by = 0): Promise<void> {
    const slot = this.#live(number)
    if (slot === undefined || !slot.caller.collection.delete) return
    await this.#writer(slot, by).remove(slot.id)
    slot.isDeleted = true
  }

  /** Sends the creation of an item again, also after changes and its deletion. */
  async retry(number: number, otherBody: Fields): Promise<void> {
    const { caller, id } = this.#slots.get(number) ?? {}
    if (caller && id !== undefined) await retryCreation(caller, id, otherBody)
  }

  /** Sends requests that the service must refuse. What follows shows that they have changed nothing, and used no key. */
  async refuse(number: number, by: number, body: Fields, kind: number): Promise<void> {
    const { caller, id } = this.#live(number) ?? {}
    const sender = this.#caller(by)
    await sendRefused(sender, body, kind, sender === caller ? id : undefined)
  }

  /** Another caller sends requests for the item. */
  async visit(number: number): Promise<void> {
    const { caller, id } = this.#live(number) ?? {}
    const visitor = this.#callers.find((candidate) => candidate !== caller)
    if (caller && id !== undefined && visitor) await visitItem(caller, visitor, id)
  }

  /** Reads the last page again, with conditions on its tag, and the first page of its list. */
  async readAgain(): Promise<void> {
    const { lastQuery, options } = this.#listing ?? {}
    if (lastQuery === undefined || this.#reader === undefined) return
    await readConditionally(this.#reader, lastQuery)
    await new Listing(this.#reader, options).readPage()
  }

  /** The slot of the last item of the page that was read last: the next page begins after it. */
  #lastSlot(): number {
    const [slot] = [...this.#slots].find(([, { id }]) => id === this.#listing?.lastId) ?? []
    return slot ?? -1
  }

  async removeLast(): Promise<void> {
    await this.remove(this.#lastSlot())
  }

  async changeLast(patch: Fields): Promise<void> {
    await this.change(this.#lastSlot(), 0, patch)
  }

  /** Reads an item, also with conditions. A deleted item is gone for each method. */
  async read(number: number): Promise<void> {
    const { caller, id, isDeleted } = this.#slots.get(number) ?? {}
    if (caller === undefined || id === undefined) return
    // More conditions of each item would take too many requests.
    if (!isDeleted) return readUnchanged(caller, id, number % 4 === 0)
    for (const method of ['get', 'update', 'delete'] as const) {
      const body = method === 'update' ? { body: caller.patch(id) } : {}
      if (caller.collection[method]) await caller.send(method, { id, ...body }, 404, 'use_after_free')
    }
  }

  /** Sends the entity tag before the last change, for every method that takes it. */
  async useStale(number: number): Promise<void> {
    const { caller, id } = this.#live(number) ?? {}
    if (caller && id !== undefined) await sendStaleTag(caller, id)
  }

  /** Reads the first page of a list. */
  async list(by: number, query: Record<string, QueryValue>, options: Omit<ListingOptions, 'query'>): Promise<void> {
    const caller = this.#caller(by)
    if (!caller.collection.list) return
    this.#reader = caller
    const pairs = caller.collection.listParameters.flatMap((listParameter): [string, unknown][] => {
      const { [listParameter.parameter.name]: drawn } = query
      const value = drawn && this.#resolve(caller, drawn)
      return value !== undefined && canBeSent(listParameter, value) ? [[listParameter.parameter.name, value]] : []
    })
    this.#listing = new Listing(caller, { ...options, query: Object.fromEntries(pairs) })
    await this.#listing.readPage()
  }

  #resolve(caller: Caller, drawn: QueryValue): unknown {
    if ('value' in drawn) return drawn.value
    const time = parseDateTime(String(this.#slots.get(drawn.slot)?.item[drawn.field]))
    // Two services have other times.
    return Number.isNaN(time) || caller.session.system.second ? undefined : drawn.toText(time)
  }

  async nextPage(): Promise<void> {
    await this.#listing?.readPage()
  }

  async rest(): Promise<void> {
    await this.#listing?.readRest()
  }
}

/** Runs steps until one finds something. @returns The number of the steps. */
async function play(session: Session, collection: Collection, steps: Step[]): Promise<number> {
  const history = await History.start(session, collection)
  for (const [index, step] of steps.entries()) {
    if (session.violations.length > 0) return index
    await step(history)
  }
  return steps.length
}

/** Steps that are sent again to find out which ones can be omitted. */
const maxRepeated = 1_000

/** Runs a history. @param isShortened Whether to look for the shortest part that fails, too. */
export async function runHistory(session: Session, collection: Collection, steps: Step[], isShortened: boolean) {
  const count = await play(session, collection, steps)
  if (session.violations.length === 0 || !isShortened) return
  let shortest = steps.slice(0, count)
  let repeated = 0
  for (let size = Math.ceil(count / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 4)) {
    for (let end = shortest.length; end > 0 && repeated < maxRepeated; end -= size) {
      const others = shortest.toSpliced(Math.max(0, end - size), Math.min(size, end))
      const attempt = new Session(session.system)
      await deleteCreated(session.system)
      repeated += others.length
      await play(attempt, collection, others)
      if (attempt.violations.length === 0) continue
      shortest = others
      session.replaceBy(attempt)
    }
  }
}
