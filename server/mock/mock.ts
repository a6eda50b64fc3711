// The mock as an Express app: the request pipeline of the service, with the documented examples or a store in memory behind
// it.
import { hash } from 'node:crypto'
import type { Control, MockOptions } from '../core/mock/control.ts'
import { createMockCore } from '../core/mock/mock.ts'
import type { PipelineParts } from '../core/pipeline/pipeline.ts'
import { type App, createApp } from '../http/app.ts'
import { createOpenApiValidator } from '../http/openapi-validator.ts'
import { createRateLimits } from '../http/rate-limit.ts'
import { deliver } from './deliver.ts'

export interface Mock extends App {
  control: Control
}

/** Parts that a test may replace. */
interface MockAppParts extends Pick<PipelineParts, 'report'> {
  now?: () => Date
  newId?: () => string
  newRequestId?: () => string
}

export async function createMock(
  { stateful = false, plants = [], control: isControlled = false, requestsPerMinute = 0 }: MockOptions,
  { report, now, newId, newRequestId }: MockAppParts,
): Promise<Mock> {
  const validator = createOpenApiValidator()
  // Prism takes most of the time of a start.
  const examples = stateful ? undefined : await (await import('./prism.ts')).respondWithPrism()
  const digest = (text: string) => hash('sha256', text, 'base64url')
  const core = createMockCore({ validator, digest, plants, respond: examples, now, newId })
  const limits = createRateLimits(requestsPerMinute, () => core.now().getTime())
  const app = createApp({
    validator,
    respond: core.respond,
    verify: core.verify,
    extend: core.recorded,
    // Every token is valid.
    newDevelopmentToken: async () => 'any',
    allowedOrigins: '*',
    extraRequestHeaders: ['Prefer'],
    limits,
    report,
    ...(newRequestId && { newRequestId }),
  })
  const control: Control = {
    ...core.control,
    reset() {
      core.control.reset()
      limits?.reset()
    },
  }
  const handle = deliver(app.handle, core.takeDelivery)
  // Loaded only where it is used: it takes time.
  const api = isControlled ? (await import('./control-api.ts')).controlApi(control, handle) : handle
  return { ...app, handle: api, control }
}
