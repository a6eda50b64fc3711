// Responds to a call: with the standard method of its operation, or with a handler.

import { isNotModified } from '../conditions/conditions.ts'
import type { Digest } from '../conditions/digest.ts'
import { itemTag } from '../conditions/entity-tag.ts'
import { collectionOf, collections } from '../contract/default-contract.ts'
import type { DraftResponse } from '../pipeline/http.ts'
import type { Call, Respond } from '../pipeline/pipeline.ts'
import { Problem, unavailable } from '../problem.ts'
import { adapted, type HandlerParts, type Handlers } from './handler.ts'
import { OutcomeUnknown, StoreUnavailable } from './item-store.ts'
import { lastModified, standardMethods } from './standard-methods.ts'

export interface RespondParts extends HandlerParts {
  handlers: Partial<Handlers>
  digest: Digest
}

/** A handler after its types are checked: its input is part of a call. */
type AnyHandler = (call: Call, parts: HandlerParts) => Promise<DraftResponse>

export function respondWith(parts: RespondParts): Respond {
  const { handlers, digest, now } = parts
  const methods = standardMethods(parts)

  /** A standard method evaluates its conditions itself. Those of a read by a handler are evaluated here, with its result. */
  async function handle(call: Call, handler: AnyHandler): Promise<DraftResponse> {
    const result = await handler(call, parts)
    const names = call.operation.responses.get(result.status)?.headerNames
    if (result.body === undefined || !names?.has('ETag')) return result
    const text = JSON.stringify(result.body)
    const time = collections.map(({ updatedField = '' }) => Object(result.body)[updatedField]).find(Boolean)
    const validators = {
      ETag: itemTag(digest, call.caller.owner, text),
      ...(names.has('Last-Modified') && time && { 'Last-Modified': lastModified(time, now()) }),
    }
    if (call.operation.method === 'GET' && isNotModified(call.headers, validators)) {
      return { status: 304, headers: validators }
    }
    return { ...result, text, headers: { ...result.headers, ...validators } }
  }

  return async (call) => {
    const { id } = call.operation
    const handler = handlers[id]
    const fail = (error: unknown) => throwAsProblem(error, collectionOf(id)?.noun ?? 'result')
    // Its type says that it takes what the pipeline has validated for its operation.
    if (typeof handler === 'function') return handle(call, handler as never).catch(fail)
    const method = methods.get(id)
    if (method === undefined) throw new Error(`${id} is not standard and has no handler.`)
    return method(adapted(handlers, call)).catch(fail)
  }
}

// A 503 promises that nothing has changed, a 500 does not.
function throwAsProblem(error: unknown, noun: string): never {
  if (error instanceof StoreUnavailable) throw unavailable('use its data', error)
  if (!(error instanceof OutcomeUnknown)) throw error
  const detail = `The change may or may not have been stored. Read the ${noun} to find out. A retry with Idempotency-Key or If-Match is safe.`
  throw new Problem('internal-error', detail, { cause: error })
}
