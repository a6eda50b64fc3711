// The public names of @plant-collection/client.

export type { FieldError, Plant, PlantDraft, PlantId, PlantPatch } from '../generated/api.d.ts'
export { plantRules } from '../generated/plant-rules.ts'
export { type CachedResponse, type CacheOptions, createCache, type ResponseCache } from './cache.ts'
export type { CallOptions, Retrying, RetryOptions, Timeouts, TimingOptions } from './call-options.ts'
export { createPlantClient, type Operations, type PlantClient, type PlantClientOptions } from './client.ts'
export type { DeprecatedCall, DeprecationOptions } from './deprecation.ts'
export {
  ConnectionError,
  InputError,
  PagingError,
  PlantClientError,
  ProblemError,
  ResponseTooLargeError,
  TimeoutError,
  TokenError,
  UnexpectedResponseError,
} from './errors.ts'
export type { Input } from './operation-input.ts'
export type { OperationId } from './operation-table.ts'
export { orThrow, type ThrowingClient } from './or-throw.ts'
export type { ListInput, Page } from './paging.ts'
export type {
  Call,
  DocumentedProblem,
  NotModified,
  Outcome,
  Problem,
  Refusal,
  Result,
  Success,
  Unexpected,
} from './result.ts'
export type { SuccessOf } from './success.ts'
export type { TokenProvider } from './token-provider.ts'
