// The client for any contract.

export { type CachedResponse, type CacheOptions, createCache, type ResponseCache } from './cache.ts'
export type { CallOptions, Retrying, RetryOptions, Timeouts, TimingOptions } from './call-options.ts'
export { type Client, type ClientOptions, createClient, type Operations } from './client.ts'
export type { Collection, ItemOf } from './collections.ts'
export type { ClientContract, ContractTypes, OperationId } from './contract.ts'
export type { DeprecatedCall, DeprecationOptions } from './deprecation.ts'
export {
  ClientError,
  ConnectionError,
  fieldErrorsOf,
  InputError,
  isConflict,
  isNotFound,
  type OperationError,
  PagingError,
  ProblemError,
  type ProblemErrorOf,
  ResponseTooLargeError,
  TimeoutError,
  TokenError,
  UnexpectedResponseError,
} from './errors.ts'
export { type FieldRule, fieldErrorIn } from './field-error.ts'
export type { Input } from './operation-input.ts'
export type { SuccessOf } from './or-throw.ts'
export { orThrow, type ThrowingClient } from './or-throw.ts'
export type { ListArguments, ListId, Lists } from './paging.ts'
export type {
  Call,
  CompleteProblem,
  DocumentedProblem,
  NotModified,
  Outcome,
  Problem,
  Refusal,
  Result,
  Success,
  Unexpected,
} from './result.ts'
export type { TokenProvider } from './token-provider.ts'
