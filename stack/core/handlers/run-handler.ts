// Runs a handler: preconditions, the transaction, and the response of an earlier request with its Idempotency-Key.
import { getCollection } from '../contract/collections.ts'
import type { Contract } from '../contract/contract.ts'
import { getResponse, hasHeader } from '../contract/responses.ts'
import { ownerIn } from '../items/collection-key.ts'
import { type EntityValidators, itemValidators, withValidators } from '../items/conditions.ts'
import { creationKey } from '../items/idempotency-key.ts'
import { childrenProblem, notCreator } from '../items/item-problems.ts'
import type { StandardParts } from '../items/standard-method.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { OperationCall, Respond } from '../pipeline/pipeline.ts'
import { stripDraft } from '../pipeline/response.ts'
import { unavailable } from '../problem.ts'
import { type AnyHandler, toInput } from './any-handlers.ts'
import { handlerConditions } from './handler-conditions.ts'
import { handlerItems } from './handler-items.ts'
import { findResponse } from './stored-response.ts'
import { SerializationFailure, startTransaction } from './transaction.ts'

/** A handler runs again if other requests have changed what it has read. */
const maxAttempts = 20
/** Maximum pause before a retry, multiplied by the number of the attempt. */
const maxPauseMs = 4

/** @param isBuiltIn Whether it is a standard method, whose response can be made again from the created item. */
export function runHandler(contract: Contract, parts: StandardParts, handler: AnyHandler, isBuiltIn: boolean): Respond {
  const { collections, limits } = contract
  const { store, now, newId } = parts

  /** @param earlierItem Item created earlier with the Idempotency-Key, by a standard method or the previous version. */
  async function run(call: OperationCall, attempt: number, earlierItem: string | undefined): Promise<DraftResponse> {
    const transaction = startTransaction(contract, store, earlierItem)
    const conditions = handlerConditions(contract, call, transaction, parts)
    const storedResponse = isBuiltIn ? undefined : await findResponse(contract, call, parts)
    if (storedResponse?.replay) {
      const { response, item } = storedResponse.replay
      return withEntityValidators(call, response, conditions.toValidators(item))
    }
    const retry = async (created = earlierItem) => {
      if (attempt === maxAttempts) throw unavailable('keep up with other changes of these items', undefined)
      // Attempts that started at the same time wait for different times.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt * maxPauseMs))
      return run(call, attempt + 1, created)
    }
    try {
      await conditions.checkBefore()
      const items = handlerItems(contract, call, parts, transaction)
      const result = await handler(toInput(call), { items, now, newId })
      const item = conditions.checkAfter()
      const isSuccess = result.status >= 200 && result.status < 300
      const commit = async () => {
        const { client } = call.request
        const outcome = await transaction.commit({
          client,
          // Instances of the previous version read only the key of the creation.
          ...(isSuccess && {
            toKey: (path: string) => creationKey(call, getCollection(collections, path), limits),
            response: storedResponse?.toStored(result, item),
          }),
        })
        if (outcome === 'committed') return undefined
        if (outcome === 'stale') return retry()
        if ('earlier' in outcome) return retry(outcome.earlier)
        if ('otherCreator' in outcome) throw notCreator(getCollection(collections, outcome.otherCreator.path))
        throw childrenProblem(getCollection(collections, outcome.withChildren.path))
      }
      return { ...withEntityValidators(call, result, conditions.toValidators(item)), commit }
    } catch (error) {
      if (error instanceof SerializationFailure) return retry()
      throw error
    }
  }

  /** @param current Default: the validators of the body. */
  function withEntityValidators(
    call: OperationCall,
    result: DraftResponse,
    current: EntityValidators | undefined,
  ): DraftResponse {
    const { operation } = call
    const draft = stripDraft(operation, result)
    const { body, status } = draft
    const canHaveTag = operation.method !== 'GET' || operation.evaluatesConditions
    const isTagged = canHaveTag && hasHeader(getResponse(operation.responses, status), 'ETag')
    if (body === undefined || !isTagged) return draft
    const text = JSON.stringify(body)
    const validators = current ?? itemValidators(parts, ownerOf(call, status), updatedFieldOf(body), Object(body), text)
    return withValidators(call, { ...draft, text }, validators)
  }

  /** Returns the owner for the entity tag: of a new item, as in GET. Only the handler knows who gets other bodies. */
  function ownerOf({ operation, principal }: OperationCall, status: number): string {
    const collection = status === 201 ? collections.find(({ path }) => path === operation.path) : undefined
    return collection === undefined ? principal.owner : ownerIn(collection, principal.owner)
  }

  /** Finds the name of the field with the time of the last change in the body of a handler. */
  function updatedFieldOf(body: unknown) {
    return collections.find(({ updatedField = '' }) => Object(body)[updatedField]) ?? { updatedField: undefined }
  }

  return (call) => run(call, 1, undefined)
}
