// A stateful test: a history of requests on the items of one collection. Two callers create, change and delete items
// between the pages of lists, and a model predicts each result. A failed history is shrunk for the report.
import { parseDateTime } from '../../core/date-time.ts'
import { deleteCreated, Session } from '../call.ts'
import { Caller } from '../caller.ts'
import { type Collection, canWriteAll } from '../contract/collections.ts'
import { needsToken, supports } from '../contract/operations.ts'
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
  /** The last known version of the item. */
  item: Fields
  isDeleted: boolean
}

/** The state of a history. Steps refer to items by the numbers of their slots, so any step can be omitted. */
export class History {
  readonly #callers: Caller[]
  readonly #slots = new Map<number, Slot>()
  #listing: Listing | undefined
  /** The caller that reads the listing. */
  #reader: Caller | undefined

  static async start(session: Session, collection: Collection): Promise<History> {
    const { otherCallerToken } = session.system.values
    const caller = await Caller.setUp(session, collection)
    const hasOther = otherCallerToken !== undefined && needsToken(collection.create)
    return new History(hasOther ? [caller, await caller.setUpOther(otherCallerToken)] : [caller])
  }

  private constructor(callers: Caller[]) {
    this.#callers = callers
  }

  #getCaller(number: number): Caller {
    const caller = this.#callers[number % this.#callers.length]
    if (caller === undefined) throw new Error('A history has a caller.')
    return caller
  }

  #getLiveSlot(slot: number): Slot | undefined {
    const known = this.#slots.get(slot)
    return known?.isDeleted ? undefined : known
  }

  async create(number: number, by: number, body: Fields): Promise<void> {
    if (this.#getLiveSlot(number)) return
    const caller = this.#getCaller(by)
    // The precondition of a creation is evaluated against the first page of the list.
    const isConditional = number % 4 === 0 && supports(caller.collection.create, 'If-Match')
    const { etag = '' } = isConditional ? await caller.readPage([]) : {}
    const { id, item } = await caller.create(body, etag === '' ? {} : { 'If-Match': etag })
    this.#slots.set(number, { caller, id, item, isDeleted: false })
  }

  /** Returns the caller that writes an item: any caller, if all may. */
  #getWriter({ caller }: Slot, by: number): Caller {
    return canWriteAll(caller.collection) ? this.#getCaller(by) : caller
  }

  /** @param mediaType Index of a media type of the operation. */
  async change(number: number, by: number, patch: Fields, isConditional = false, mediaType = 0): Promise<void> {
    const slot = this.#getLiveSlot(number)
    const { update } = slot?.caller.collection ?? {}
    if (slot === undefined || update === undefined) return
    const { id } = slot
    const caller = this.#getWriter(slot, by)
    const etag = caller.items.get(id)?.etag ?? ''
    const types = [...update.body.keys()]
    const headers = {
      ...(types.length > 0 && { 'Content-Type': types[mediaType % types.length] ?? '' }),
      // With a tag, the service ignores the date.
      ...(isConditional && supports(update, 'If-Match') && { 'If-Match': etag, 'If-Unmodified-Since': earlierDate }),
    }
    await caller.change(id, patch, headers)
    slot.item = caller.items.get(id)?.item ?? slot.item
  }

  async remove(number: number, by = 0): Promise<void> {
    const slot = this.#getLiveSlot(number)
    if (slot === undefined || !slot.caller.collection.delete) return
    await this.#getWriter(slot, by).remove(slot.id)
    slot.isDeleted = true
  }

  /** Retries the creation of an item, even if it was changed or deleted. */
  async retry(number: number, otherBody: Fields): Promise<void> {
    const { caller, id } = this.#slots.get(number) ?? {}
    if (caller && id !== undefined) await retryCreation(caller, id, otherBody)
  }

  /** Sends requests that the service must refuse. Later steps test that they have changed nothing, and used no key. */
  async sendRefused(number: number, by: number, body: Fields, kind: number): Promise<void> {
    const { caller, id } = this.#getLiveSlot(number) ?? {}
    const sender = this.#getCaller(by)
    await sendRefused(sender, body, kind, sender === caller ? id : undefined)
  }

  /** Sends requests for the item as the other caller. */
  async visit(number: number): Promise<void> {
    const { caller, id } = this.#getLiveSlot(number) ?? {}
    const visitor = this.#callers.find((candidate) => candidate !== caller)
    if (caller && id !== undefined && visitor) await visitItem(caller, visitor, id)
  }

  /** Reads the last page again with preconditions on its tag, and then the first page of the list. */
  async readAgain(): Promise<void> {
    const { lastQuery, options } = this.#listing ?? {}
    if (lastQuery === undefined || this.#reader === undefined) return
    await readConditionally(this.#reader, lastQuery)
    await new Listing(this.#reader, options).readPage()
  }

  /** Returns the slot of the item after which the next page begins; -1 if there is none. */
  #getLastSlot(): number {
    const [slot] = [...this.#slots].find(([, { id }]) => id === this.#listing?.lastId) ?? []
    return slot ?? -1
  }

  async removeLast(): Promise<void> {
    await this.remove(this.#getLastSlot())
  }

  async changeLast(patch: Fields): Promise<void> {
    await this.change(this.#getLastSlot(), 0, patch)
  }

  /** Reads an item, also with preconditions. Expects 404 from each method if it is deleted. */
  async read(number: number): Promise<void> {
    const { caller, id, isDeleted } = this.#slots.get(number) ?? {}
    if (caller === undefined || id === undefined) return
    // Sending all preconditions for each item would take too many requests.
    if (!isDeleted) return readUnchanged(caller, id, number % 4 === 0)
    for (const method of ['get', 'update', 'delete'] as const) {
      const body = method === 'update' ? { body: caller.drawPatch(id) } : {}
      if (caller.collection[method]) await caller.send(method, { id, ...body }, 404, 'use_after_free')
    }
  }

  /** Sends the entity tag from before the last change with every method that supports it. */
  async sendStaleTag(number: number): Promise<void> {
    const { caller, id } = this.#getLiveSlot(number) ?? {}
    if (caller && id !== undefined) await sendStaleTag(caller, id)
  }

  /** Reads the first page of a list. */
  async list(by: number, query: Record<string, QueryValue>, options: Omit<ListingOptions, 'query'>): Promise<void> {
    const caller = this.#getCaller(by)
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
    // With COMPARE, the items of the two services have different times.
    return Number.isNaN(time) || caller.session.system.second ? undefined : drawn.toText(time)
  }

  async readNextPage(): Promise<void> {
    await this.#listing?.readPage()
  }

  async readRest(): Promise<void> {
    await this.#listing?.readRest()
  }
}

/** Runs steps until one violates a check. @returns The number of steps that have run. */
async function play(session: Session, collection: Collection, steps: Step[]): Promise<number> {
  const history = await History.start(session, collection)
  for (const [index, step] of steps.entries()) {
    if (session.violations.length > 0) return index
    await step(history)
  }
  return steps.length
}

/** Maximum number of steps that are replayed to shrink a failed history. */
const maxReplayed = 1_000

/** Runs a history. @param shouldShrink Whether to search for a short part of the history that fails, too. */
export async function runHistory(session: Session, collection: Collection, steps: Step[], shouldShrink: boolean) {
  const count = await play(session, collection, steps)
  if (session.violations.length === 0 || !shouldShrink) return
  let shortest = steps.slice(0, count)
  let replayed = 0
  for (let size = Math.ceil(count / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 4)) {
    for (let end = shortest.length; end > 0 && replayed < maxReplayed; end -= size) {
      const others = shortest.toSpliced(Math.max(0, end - size), Math.min(size, end))
      const attempt = new Session(session.system)
      await deleteCreated(session.system)
      replayed += others.length
      await play(attempt, collection, others)
      if (attempt.violations.length === 0) continue
      shortest = others
      session.replaceWith(attempt)
    }
  }
}
