// Responds to a call: with the standard method of its operation, or with a handler.

import type { Contract } from './contract/contract.ts'
import type { ConditionSubject } from './contract/contract-data.ts'
import type { Validator } from './contract/validator.ts'
import { type AnyHandler, adapted, notWritten, type Read, toInput, writtenFor } from './handlers/any-handlers.ts'
import { derivedHandlers } from './handlers/derived-handlers.ts'
import { handlerConditions } from './handlers/handler-conditions.ts'
import { handlerItems } from './handlers/handler-items.ts'
import { findResponse } from './handlers/stored-response.ts'
import { Stale, startTransaction } from './handlers/transaction.ts'
import { documented, isNotModified, itemValidators, type Validators } from './items/conditions.ts'
import { creationKey } from './items/idempotency-key.ts'
import { currentItem } from './items/item.ts'
import { integersFrom, storedId } from './items/item-id.ts'
import { hasChildren, notCreator, notFound } from './items/item-problems.ts'
import { ownerIn, placeIn } from './items/place.ts'
import { type StandardParts, standardMethods } from './items/standard-methods.ts'
import type { DraftResponse } from './pipeline/http.ts'
import type { Call, Respond } from './pipeline/pipeline.ts'
import { getBody } from './pipeline/response.ts'
import { Problem, unavailable } from './problem.ts'
import { OutcomeUnknown, StoreUnavailable } from './stores/item-store.ts'
import { type InvalidItem, withoutInvalidItems } from './stores/valid-items.ts'

export interface RespondParts extends Omit<StandardParts, 'newInteger'> {
  /** Default: from the clock. */
  newInteger?: StandardParts['newInteger']
  validator: Validator
  /** Called with the stored items that a list leaves out. */
  reportInvalid?: (items: InvalidItem[]) => void
}

/** A handler runs again if others have changed what it has read. */
const maxAttempts = 20
/** Grows with each attempt. */
const maxPauseMs = 4

/** Responds for a service that still opens its store: each call waits. @throws {Problem} 503 after `maxMs`. */
export function respondAfter(opening: Promise<Respond>, maxMs: number): Respond {
  return async (call) => {
    const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, maxMs))
    const respond = await Promise.race([opening, timeout])
    if (respond === undefined) throw unavailable('use its data', undefined)
    return respond(call)
  }
}

export function respondWith(contract: Contract, parts: RespondParts): Respond {
  const { validator, reportInvalid = () => {}, newInteger = integersFrom(parts.now) } = parts
  const respond = respondFrom(contract, { ...parts, newInteger })
  const again = (call: Call) => {
    const store = withoutInvalidItems(contract, parts.store, validator, reportInvalid)
    return respondFrom(contract, { ...parts, newInteger, store })(call)
  }
  return async (call) => {
    const draft = await respond(call)
    return call.operation.method === 'GET' ? { ...draft, again: () => again(call) } : draft
  }
}

function respondFrom(contract: Contract, parts: StandardParts): Respond {
  const { collections, collectionAt, getCollection, conditionSubjects } = contract
  const { handlers, store, now, newId } = parts
  const derived = derivedHandlers(contract, handlers)
  const subjectsOfReads = new Map(Object.values(conditionSubjects).map((subject) => [subject.read, subject]))

  /**
   * The conditions of a GET are evaluated with its result.
   * @param earlier The item of an earlier creation with the Idempotency-Key, whose response is not stored: it was a
   * standard method, or the version before.
   */
  async function handle(call: Call, handler: AnyHandler, attempt = 1, earlier?: string): Promise<DraftResponse> {
    const { limits } = contract
    const transaction = startTransaction(contract, store, earlier)
    const conditions = handlerConditions(contract, call, transaction, parts)
    const isStandard = derived.get(call.operation.id) === handler
    const found = isStandard ? undefined : await findResponse(contract, call, parts)
    if (found?.repetition) {
      const { response, item } = found.repetition
      return withValidators(call, response, conditions.toValidators(item))
    }
    const again = async (created = earlier) => {
      if (attempt === maxAttempts) throw unavailable('keep up with other changes of these items', undefined)
      // Others that started at the same time wait for another time.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt * maxPauseMs))
      return handle(call, handler, attempt + 1, created)
    }
    try {
      await conditions.before()
      const result = await handler(toInput(call), {
        items: handlerItems(contract, call, parts, transaction),
        now,
        newId,
      })
      const item = conditions.after()
      const isSuccess = result.status >= 200 && result.status < 300
      const commit = async () => {
        const { client } = call.request
        const outcome = await transaction.commit({
          client,
          // Instances of the version before read only the key of the creation.
          ...(isSuccess && {
            toKey: (path: string) => creationKey(call, collectionAt(path), limits),
            response: found?.toStored(result, item),
          }),
        })
        if (outcome === 'committed') return undefined
        if (outcome === 'stale') return again()
        if ('earlier' in outcome) return again(outcome.earlier)
        if ('ofAnother' in outcome) throw notCreator(collectionAt(outcome.ofAnother.path))
        throw hasChildren(collectionAt(outcome.withChildren.path))
      }
      return { ...withValidators(call, result, conditions.toValidators(item)), commit }
    } catch (error) {
      if (error instanceof Stale) return again()
      throw error
    }
  }

  async function show(call: Call, read: Read, subject: ConditionSubject): Promise<DraftResponse> {
    const { collection: path, parameter = '' } = subject
    const collection = collectionAt(path)
    const place = placeIn(collection, call.caller.owner, call.path)
    const text = await store.get(place, storedId(call.path[parameter]))
    if (text === undefined) throw notFound(collection)
    const stored = JSON.parse(text)
    const item = currentItem(collection, stored)
    const result = read(item)
    const validators = itemValidators(parts, place.owner, collection, item, JSON.stringify(result.body))
    const { 'If-Modified-Since': _, ...undated } = call.headers
    // A change of the contract can change the body of an unchanged item, whose date stays.
    return withValidators(item === stored ? call : { ...call, headers: undated }, result, validators)
  }

  /** @param known Default: those of the body. */
  function withValidators(call: Call, result: DraftResponse, known: Validators | undefined): DraftResponse {
    const response = call.operation.responses.get(result.status)
    if (result.body === undefined || response === undefined) return result
    const body = getBody(response, result)?.declared(result.body) ?? result.body
    const isRead = call.operation.method === 'GET'
    const isTagged = response.headerNames.has('ETag') && (!isRead || call.operation.evaluatesConditions)
    if (!isTagged) return { ...result, body }
    const text = JSON.stringify(body)
    const validators = known ?? itemValidators(parts, getOwner(call, result), collectionLike(body), Object(body), text)
    const headers = documented(response, validators)
    if (isRead && isNotModified(call.headers, validators)) return { status: 304, headers }
    return { ...result, body, text, headers: { ...result.headers, ...headers } }
  }

  /** That of a new item is the one that GET of the item has. Only the handler knows what else it returns to whom. */
  function getOwner({ operation, caller }: Call, { status }: DraftResponse): string {
    const collection = status === 201 ? collections.find(({ path }) => path === operation.path) : undefined
    return collection === undefined ? caller.owner : ownerIn(collection, caller.owner)
  }

  /** Finds the time of the last change in the body of a handler. */
  function collectionLike(body: unknown) {
    return collections.find(({ updatedField = '' }) => Object(body)[updatedField]) ?? { updatedField: undefined }
  }

  const responders = new Map<string, Respond>(standardMethods(contract, parts))
  for (const { id } of contract.operations) {
    const { handle: handler = derived.get(id), read } = writtenFor(handlers, id)
    const subject = subjectsOfReads.get(id)
    if (handler !== undefined) responders.set(id, (call) => handle(call, handler))
    else if (read && subject) responders.set(id, (call) => show(call, read, subject))
  }
  return async (call) => {
    const { id } = call.operation
    const respond = responders.get(id) ?? notWritten
    const failed = (error: unknown) => {
      throw asProblem(error, getCollection(id)?.itemName ?? 'result')
    }
    const draft = await respond(adapted(handlers, call)).catch(failed)
    const { commit } = draft
    return commit === undefined ? draft : { ...draft, commit: () => commit().catch(failed) }
  }
}

// A 503 promises that nothing has changed, a 500 does not.
function asProblem(error: unknown, itemName: string): unknown {
  if (error instanceof StoreUnavailable) return unavailable('use its data', error)
  if (!(error instanceof OutcomeUnknown)) return error
  const detail = `The change may or may not have been stored. Read the ${itemName} to find out. A retry with Idempotency-Key or If-Match is safe.`
  return new Problem('internal-error', detail, { cause: error })
}
