// Responds to a call: with the standard method of its operation, or with a handler.
import { findCollectionOf, getCollection } from './contract/collections.ts'
import type { Contract } from './contract/contract.ts'
import type { Validator } from './contract/validator.ts'
import { adaptCall, functionsOf, isStandard, notImplemented } from './handlers/any-handlers.ts'
import { runHandler } from './handlers/run-handler.ts'
import { createHandler, createMethod } from './items/create.ts'
import { deleteMethod } from './items/delete.ts'
import { getMethod } from './items/get.ts'
import { integersFrom } from './items/item-id.ts'
import { listMethod } from './items/list.ts'
import { replaceHandler } from './items/replace.ts'
import type { StandardParts } from './items/standard-method.ts'
import { updateMethod } from './items/update.ts'
import type { Respond } from './pipeline/pipeline.ts'
import { Problem, unavailable } from './problem.ts'
import { OutcomeUnknown, StoreUnavailable } from './stores/item-store.ts'
import { type InvalidItem, withoutInvalidItems } from './stores/validation.ts'

export interface RespondParts extends Omit<StandardParts, 'newInteger'> {
  /** Default: from the clock. */
  newInteger?: StandardParts['newInteger']
  validator: Validator
  /** Called with the stored items that a list omits because they are invalid. */
  reportInvalid?: (items: InvalidItem[]) => void
}

/** Lets each call wait until the store is open. @throws {Problem} 503 after `maxMs`. */
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
  const store = withoutInvalidItems(contract, parts.store, validator, reportInvalid)
  const respondToGet = respondFrom(contract, { ...parts, newInteger, store })
  const respond = respondFrom(contract, { ...parts, newInteger })
  return (call) => (call.operation.method === 'GET' ? respondToGet(call) : respond(call))
}

function respondFrom(contract: Contract, parts: StandardParts): Respond {
  const responders = new Map<string, Respond>()
  for (const [id, respond] of [...standardMethods(contract, parts), ...customMethods(contract, parts)]) {
    const { adapt } = functionsOf(parts.handlers, id)
    responders.set(id, adapt === undefined ? respond : (call) => respond(adaptCall(parts.handlers, call)))
  }
  return async (call) => {
    const { id } = call.operation
    const respond = responders.get(id) ?? notImplemented
    const rethrow = (error: unknown) => {
      throw asProblem(error, findCollectionOf(contract.collections, id)?.itemName ?? 'result')
    }
    const draft = await respond(call).catch(rethrow)
    const { commit } = draft
    return commit === undefined ? draft : { ...draft, commit: () => commit().catch(rethrow) }
  }
}

/** Returns the standard methods of any collection (https://google.aip.dev/130). Some lists need an adapter. */
function standardMethods(contract: Contract, parts: StandardParts): (readonly [id: string, Respond])[] {
  const { limits, operations } = contract
  return contract.collections.flatMap((collection) => {
    const { getOperation: operationId, integerIds, methods, parameter = '' } = collection
    const parent = getCollection(contract.collections, collection.parent ?? collection.path)
    const { read: serializer } = functionsOf(parts.handlers, operationId)
    const context = { ...parts, limits, collection, parent, serializer }
    const replaceOperation = methods.replace === undefined ? undefined : operations[methods.replace]
    const canCreate = Object.values(replaceOperation?.responses ?? {}).some(({ status }) => status === 201)
    const responders: Record<string, () => Respond> = {
      list: () => listMethod(context),
      // Two instances can generate the same integer.
      create: () => (integerIds ? runHandler(contract, parts, createHandler(context), true) : createMethod(context)),
      get: () => getMethod(context, parameter),
      update: () => updateMethod(context),
      replace: () => runHandler(contract, parts, replaceHandler(context, canCreate), true),
      delete: () => deleteMethod(context),
    }
    return Object.entries(methods).flatMap(([method, id]) => {
      const respond = isStandard(contract, parts.handlers, id) ? responders[method] : undefined
      return respond === undefined ? [] : [[id, respond()] as const]
    })
  })
}

/** Returns the operations that the product implements: handlers, and GET with a serializer. */
function customMethods(contract: Contract, parts: StandardParts): (readonly [id: string, Respond])[] {
  const subjects = Object.values(contract.conditionSubjects)
  return Object.keys(contract.operations).flatMap((id) => {
    const { handle, read: serializer } = functionsOf(parts.handlers, id)
    if (handle !== undefined) return [[id, runHandler(contract, parts, handle, false)] as const]
    const subject = subjects.find((candidate) => candidate.read === id)
    if (serializer === undefined || subject === undefined) return []
    const collection = getCollection(contract.collections, subject.collection)
    return [[id, getMethod({ ...parts, collection }, subject.parameter ?? '', serializer)] as const]
  })
}

// A 503 promises that nothing has changed; a 500 does not.
function asProblem(error: unknown, itemName: string): unknown {
  if (error instanceof StoreUnavailable) return unavailable('use its data', error)
  if (!(error instanceof OutcomeUnknown)) return error
  const detail = `The change may or may not have been stored. Read the ${itemName} to find out. A retry with Idempotency-Key or If-Match is safe.`
  return new Problem('internal-error', detail, { cause: error })
}
