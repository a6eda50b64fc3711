// Responds with an override. The public types are in override.ts.
import type { Contract } from '../../core/contract/contract.ts'
import { changedExample, type ExampleChanges } from '../../core/examples/example-response.ts'
import type { Respond } from '../../core/pipeline/pipeline.ts'

/** An override of any operation; which one is up to its caller to know. */
export type AnyOverride = AnyResponse | 'network error' | ((request: object) => unknown)

interface AnyResponse extends ExampleChanges {
  status: number
}

/** Thrown through the pipeline if an override does not respond. */
export class NoResponse extends Error {
  readonly isNetworkError: boolean

  constructor(isNetworkError: boolean) {
    super(isNetworkError ? 'network error' : 'left to the next handler')
    this.isNetworkError = isNetworkError
  }
}

export function respondWithOverride(contract: Contract, override: AnyOverride, request: Request): Respond {
  return async (call) => {
    const { caller, path, query, headers, body } = call
    const overrideRequest = { request, caller: caller.owner, path, query, header: headers, body }
    // True because `Override` is its type outside.
    const result = (typeof override === 'function' ? await override(overrideRequest) : override) as
      | AnyResponse
      | 'network error'
      | undefined
    if (result === undefined || result === 'network error') throw new NoResponse(result === 'network error')
    return changedExample(contract, call, result.status, result)
  }
}
