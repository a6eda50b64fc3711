// All that is public of @plant-collection/client.

export type { FieldError, NewPlant, Plant, PlantId, PlantPatch, Problem } from '../generated/api.d.ts'
export { createPlantClient, type Operations, type PlantClient, type PlantClientOptions } from './client.ts'
export {
  ConnectionError,
  PagingError,
  PlantClientError,
  ProblemError,
  TokenError,
  UnexpectedAnswerError,
} from './errors.ts'
export type { Input } from './input.ts'
export type { OperationId } from './operations.ts'
export type { Page, WalkInput } from './pages.ts'
export type { DocumentedProblem, NotModified, Refusal, Result, Success, Unexpected } from './result.ts'
export type { TokenProvider } from './token.ts'
