// The mock as an Express app: the request pipeline of the service, with examples or a store in memory behind it.
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compiledValidator } from '../../core/contract/validator.ts'
import type { PipelineParts } from '../../core/pipeline/pipeline.ts'
import type { Api } from '../../server/api.ts'
import { type App, createApp } from '../../server/http/exchange.ts'
import { createRateLimits, type RateLimits } from '../../server/http/rate-limit.ts'
import type { Control, MockOptions } from '../core/control.ts'
import { createMockCore, isStateful } from '../core/mock.ts'
import { deliver } from './deliver.ts'

export interface MockedApi extends Api {
  /** Names of fields, by column of a seed file. Default: columns have the names of fields. */
  seedColumns?: Record<string, string>
}

/** @throws {ControlError} for items that are not valid. */
export async function createMock(
  { contract, server, handlers }: MockedApi,
  { stateful, items, control: isControlled = false, requestsPerMinute = 0 }: MockOptions,
  { report }: Pick<PipelineParts, 'report'>,
): Promise<App & { control: Control }> {
  // Loading Prism would take most of the startup time.
  const prism = isStateful(stateful, items) ? undefined : await import('./prism.ts')
  const core = createMockCore(contract, {
    handlers,
    validator: compiledValidator(server.validators),
    digest: (text) => hash('sha256', text, 'base64url'),
    stateful,
    items,
    respondAsDocumented: await prism?.respondWithPrism(contract, server),
  })
  const limits = mockRateLimits(requestsPerMinute, (caller) => core.now(caller).getTime())
  const app = createApp(contract, {
    documents: server.documents,
    validator: core.validator,
    respond: core.respond,
    verify: core.verify,
    limitPrincipal(caller, request) {
      core.identify(caller, request)
      limits?.countPrincipal(caller, request.responseHeaders)
    },
    extend: (pipeline) => ({ ...pipeline, respond: (request) => core.run(request.id, request, pipeline) }),
    // Every token is valid, except a JWT that has expired.
    signInPage: async () => ({ token: 'any' }),
    allowedOrigins: '*',
    extraRequestHeaders: ['Prefer'],
    limits,
    report,
  })
  const control: Control = {
    ...core.control,
    reset(only) {
      core.control.reset(only)
      limits?.reset(only?.caller)
    },
  }
  const handle = deliver(app.handle, core.takeDelivery)
  // Loaded only if it is used, because that takes time.
  const api = isControlled ? (await import('./control-api.ts')).controlApi(control, handle) : handle
  return { ...app, handle: api, control }
}

/**
 * Creates the rate limits of the service, with a window for each caller: callers can have separate clocks and resets.
 * @param now Returns the time of a caller, in milliseconds.
 * @returns `undefined` if `perMinute` is 0: no limits at all.
 */
function mockRateLimits(perMinute: number, now: (caller?: string) => number) {
  const addressLimits = createRateLimits(perMinute, () => now())
  if (addressLimits === undefined) return undefined
  const callerLimits = new LRUCache<string, RateLimits>({ max: 1_000 })
  return {
    countAddress: addressLimits.countAddress,
    countPrincipal(caller, headers) {
      const limits = callerLimits.get(caller) ?? createRateLimits(perMinute, () => now(caller))
      if (limits !== undefined) callerLimits.set(caller, limits)
      limits?.countPrincipal(caller, headers)
    },
    /** Forgets the counts of a caller. Default: all counts. */
    reset(caller?: string) {
      if (caller !== undefined) return void callerLimits.delete(caller)
      addressLimits.reset()
      callerLimits.clear()
    },
  } satisfies RateLimits
}
