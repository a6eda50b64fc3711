// The mock, without HTTP: the operations of the service over a store in memory, scenarios, a clock and a request log.
// A process and the handlers for Mock Service Worker deliver its responses.

import { findSeedableCollection } from '../../core/contract/collections.ts'
import type { Contract, Collection as ContractCollection } from '../../core/contract/contract.ts'
import type { Validator } from '../../core/contract/validator.ts'
import { respondWithExample } from '../../core/examples/example-response.ts'
import { readPreference } from '../../core/examples/prefer-header.ts'
import { type AnyHandlers, adaptCall } from '../../core/handlers/any-handlers.ts'
import { collectionKeyFor, creatorIn } from '../../core/items/collection-key.ts'
import type { Digest } from '../../core/items/conditions.ts'
import type { Item } from '../../core/items/item.ts'
import { InvalidToken } from '../../core/pipeline/authenticate.ts'
import type { HttpRequest, HttpResponse } from '../../core/pipeline/http.ts'
import type { OperationCall, Pipeline, Respond } from '../../core/pipeline/pipeline.ts'
import type { Principal } from '../../core/principal.ts'
import { respondWith } from '../../core/respond.ts'
import type { StoredItem } from '../../core/stores/item-store.ts'
import { createMemoryStore, type MemoryData, openCollection, toMemoryItem } from '../../core/stores/memory-store.ts'
import { itemValidation } from '../../core/stores/validation.ts'
import { createClock } from './clock.ts'
import { type CallerCollections, createCollections } from './collections.ts'
import type { Control, Delivery, ScenarioResponse } from './control.ts'
import { ControlError, callerIn, requireValid } from './control-input.ts'
import { loadBody } from './control-validators.ts'
import { findInvalid, firstTime, getId, toCount, toItem } from './fixtures.ts'
import { createRequestLog } from './request-log.ts'
import { createScenarios, NotOverridden, overrideExample, type ResponseOverride, toHttpResponse } from './scenarios.ts'

export interface MockParts {
  handlers: AnyHandlers
  validator: Validator
  digest: Digest
  /** Default: whether there are `items`. */
  stateful?: boolean | undefined
  /** Responds with documented examples. Default: `respondWithExample`. */
  respondAsDocumented?: Respond | undefined
  items?: object[] | undefined
}

/** Whether a mock stores items. @throws {ControlError} for items without state. */
export function isStateful(stateful: boolean | undefined, items: object[] | undefined): boolean {
  if (stateful === false && items !== undefined)
    throw new ControlError('Only a stateful mock can have items: make it stateful, or omit the items.')
  return stateful ?? items !== undefined
}

export function createMockCore(contract: Contract, parts: MockParts) {
  const { handlers, digest, validator, items = [] } = parts
  const respondAsDocumented = parts.respondAsDocumented ?? respondWithExample(contract)
  const keepsItems = isStateful(parts.stateful, parts.items)
  const validation = itemValidation(contract, validator, handlers)
  const clock = createClock()
  const scenarios = createScenarios(contract, validator)
  // A reset replaces the counter, so that requests that began earlier take no id from the new one.
  let ids = { last: 0 }
  const seedableCollection = findSeedableCollection(contract)
  // Equal fixtures have equal ids and times.
  const toTime = (index: number) => new Date(firstTime + index * 1000)
  const seededItems = seedableCollection
    ? toItems(seedableCollection, items, toTime).map((item) => toMemoryItem(item))
    : []
  const initialItems = { [seedableCollection?.path ?? '']: seededItems }
  const firstIds = { ...ids }
  const collections = createCollections(createCollection)
  const log = createRequestLog(contract, clock.now)
  const snapshots: (() => void)[] = []
  /** Responses of scenarios that are not delivered yet, by the ids of their requests. */
  const responses = new Map<string, ScenarioResponse>()

  function newIds(from: typeof ids) {
    return { newId: () => getId(++from.last), newInteger: () => ++from.last }
  }

  function createCollection(caller: string, data: MemoryData, from = ids): CallerCollections {
    const now = () => clock.now(caller)
    const options = { collections: contract.collections, validation, now: () => now().getTime(), initialItems }
    const store = createMemoryStore(options, data)
    return { data, store, respond: respondWith(contract, { store, validator, handlers, digest, now, ...newIds(from) }) }
  }

  /** @throws {ControlError} that names the first fixture that is not valid. */
  function toItems(
    collection: ContractCollection,
    fixtures: object[],
    toTime: (index: number) => Date,
    hasId?: (id: string) => boolean,
  ): StoredItem[] {
    const completed = fixtures.map((fixture): Item => ({ ...fixture }))
    const invalid = findInvalid(contract, completed, validator, hasId)
    if (invalid !== undefined)
      throw new ControlError(
        `Item ${invalid.index + 1} is not a valid ${collection.itemName}: ${invalid.error}.${hasId ? ' None was added.' : ''}`,
      )
    for (const { [collection.idField]: id } of completed) ids.last = Math.max(ids.last, toCount(id))
    const { newId, newInteger } = newIds(ids)
    const nextId = collection.integerIds ? newInteger : newId
    return completed.map((fixture, index) => toItem(collection, fixture, nextId, toTime(index)))
  }

  const control: Control = {
    reset(only) {
      const caller = callerIn(only)
      log.markOutdated(caller)
      log.clear(caller)
      collections.reset(caller)
      scenarios.clear(caller)
      clock.reset(caller)
      if (caller !== undefined) return
      scenarios.reset()
      ids = { ...firstIds }
    },
    snapshot(only) {
      const caller = callerIn(only)
      const restoreItems = collections.snapshot(caller)
      const savedIds = { ...ids }
      const restore = () => {
        log.markOutdated(caller)
        if (caller === undefined) ids = { ...savedIds }
        restoreItems()
      }
      return String(snapshots.push(restore))
    },
    restore(name) {
      const restore = snapshots.find((_, index) => String(index + 1) === name)
      if (restore === undefined) throw new ControlError(`There is no snapshot ${name}.`)
      restore()
    },
    // Not async: an invalid fixture throws where the test calls, even if nothing awaits the result.
    load(caller, fixtures) {
      requireValid(loadBody, { caller, items: fixtures }, 'load')
      if (seedableCollection === undefined) return Promise.resolve([])
      const collectionKey = collectionKeyFor(seedableCollection, caller, {})
      const { data, store } = collections.get(caller)
      const { items: existing } = openCollection(data, collectionKey, initialItems)
      const now = () => clock.now(caller)
      const items = toItems(seedableCollection, fixtures, now, (id) => existing.has(id))
      const createdBy = creatorIn(seedableCollection, caller)
      const creations = items.map((item) => store.create(collectionKey, { ...item, createdBy }))
      return Promise.all(creations).then(() => items.map(({ text }) => JSON.parse(text)))
    },
    requests: log.list,
    setClock: clock.set,
    play: (...added) => scenarios.add(added),
    stopScenarios: (only) => scenarios.clear(callerIn(only)),
  }

  return {
    validator,
    verify: async (token: string) => callerOfToken(token, contract.scopes, clock.now),
    /** Adds the caller of a request to the request log. */
    identify: (caller: string, { id }: HttpRequest) => log.identify(caller, id),
    now: clock.now,
    control,
    /** @throws {NotOverridden} if the override of a handler does not respond. */
    async respond(received: OperationCall, override?: ResponseOverride): ReturnType<Respond> {
      const call = adaptCall(handlers, received)
      const { request, operation, principal: caller } = call
      const { isChosen, waitSeconds } = readPreference(contract, request.headers.prefer, operation)
      if (waitSeconds > 0) await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000))
      if (isChosen) return respondAsDocumented(call)
      // A reset may have happened since the request began.
      const isOutdated = log.isOutdated(request.id, caller.owner)
      const collection = isOutdated
        ? createCollection(caller.owner, new Map(), { ...ids })
        : collections.get(caller.owner)
      const proceed = () => (keepsItems ? collection.respond(received) : respondAsDocumented(call))
      if (isOutdated && override === undefined) return proceed()
      const response = await scenarios.next(received, override)
      if (response === undefined && override !== undefined) throw new NotOverridden()
      if (response === undefined) return proceed()
      responses.set(request.id, response)
      const { status, delayMs = 0, undocumented } = response
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (status !== undefined) return overrideExample(contract, call, status, response)
      // The pipeline checks every response, so it gets an example instead of an undocumented one.
      return undocumented === undefined ? proceed() : overrideExample(contract, call, operation.success.status, {})
    },
    /** Runs and logs a request, which begins now even if it is received later. Its response can be undocumented. */
    run: (requestId: string, request: HttpRequest | Promise<HttpRequest>, pipeline: Pipeline): Promise<HttpResponse> =>
      log.run(requestId, request, async (watched) => {
        const response = await pipeline.respond(watched)
        const { undocumented } = responses.get(requestId) ?? {}
        return undocumented ? { ...toHttpResponse(undocumented), operationId: response.operationId } : response
      }),
    /** Returns how to deliver the response to this request, and forgets it; `undefined` for at once. */
    takeDelivery(requestId: string): Delivery | undefined {
      const { cut, bytesPerSecond } = responses.get(requestId) ?? {}
      responses.delete(requestId)
      return (cut ?? bytesPerSecond) === undefined ? undefined : { cut, bytesPerSecond }
    },
  }
}

/**
 * Returns the caller of a token. Every token is valid, unless it is a JWT that has expired. A JWT has the caller in
 * `sub`, and may have scopes in `scope`. Every other token is a different caller.
 * @param scopes Scopes of a token without `scope`.
 * @param now Returns the time of a caller.
 * @throws {InvalidToken}
 */
function callerOfToken(token: string, scopes: string[], now: (caller: string) => Date): Principal {
  const { sub, scope, exp } = getClaims(token)
  const owner = typeof sub === 'string' && sub !== '' ? sub : token
  if (typeof exp === 'number' && exp * 1000 <= now(owner).getTime()) throw new InvalidToken(true)
  return { owner, subject: owner, scopes: new Set(typeof scope === 'string' ? scope.split(' ') : scopes) }
}

function getClaims(token: string): Record<string, unknown> {
  const [, payload = '', signature] = token.split('.')
  if (signature === undefined) return {}
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
