// What an override responds with. The public types are in override.ts.
import type { ExampleChanges } from '../../core/examples/example-response.ts'
import type { Call } from '../../core/pipeline/pipeline.ts'
import type { ScenarioResponse } from '../core/control.ts'

/** An override of any operation; which one is up to its caller to know. */
export type AnyOverride = AnyResponse | 'network error' | ((request: object) => unknown)

interface AnyResponse extends ExampleChanges {
  status: number
}

export async function overrideResponse(
  override: AnyOverride,
  { caller, path, query, headers, body, operation }: Call,
  request: Request | undefined,
): Promise<ScenarioResponse | undefined> {
  const overrideRequest = { request, caller: caller.owner, path, query, header: headers, body }
  // True because `Override` is its type outside.
  const result = (typeof override === 'function' ? await override(overrideRequest) : override) as
    | AnyResponse
    | 'network error'
    | undefined
  // A response with a status stores nothing.
  return result === 'network error' ? { status: operation.success.status, cut: 'before' } : result
}
