// The public names of @plant-collection/client: those of the client for any contract, some of them bound to this contract.

export * from 'contract-stack/client'
export { ClientError as PlantClientError } from 'contract-stack/client'
export type { FieldError, Plant, PlantDraft, PlantId, PlantPatch } from '../generated/api.d.ts'
export {
  createClient,
  createPlantClient,
  type ListInput,
  type Page,
  type PlantClient,
  type PlantClientOptions,
  ProblemError,
  type ThrowingClient,
} from './client.ts'
export type {
  Client,
  Collection,
  DocumentedProblem,
  Input,
  ItemOf,
  ListArguments,
  ListId,
  Lists,
  NotModified,
  OperationId,
  Operations,
  Refusal,
  Result,
  Success,
  SuccessOf,
} from './contract-types.ts'
export { plantRules } from './rules.ts'
