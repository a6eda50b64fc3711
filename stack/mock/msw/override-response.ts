// What an override responds with. The public types are in override.ts.
import type { Call } from '../../core/pipeline/pipeline.ts'
import type { ScenarioResponse } from '../core/control.ts'

/** An override of any operation; which one is up to its caller to know. */
export type AnyOverride = AnyResult | ((request: object) => unknown)

type AnyResult = ScenarioResponse | 'network error' | undefined

export async function overrideResponse(
  override: AnyOverride,
  { caller, path, query, headers, cookies, body, operation }: Call,
  request: Request | undefined,
): Promise<ScenarioResponse | undefined> {
  const overrideRequest = { request, caller: caller.owner, path, query, header: headers, cookie: cookies, body }
  // True because `Override` is its type outside.
  const result = (typeof override === 'function' ? await override(overrideRequest) : override) as AnyResult
  // A response with a status stores nothing.
  return result === 'network error' ? { status: operation.success.status, cut: 'before' } : result
}
