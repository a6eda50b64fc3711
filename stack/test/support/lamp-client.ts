// The client of the product of the stack's tests, and its types.
import type * as client from '../../client/index.ts'
import { ProblemError as AnyProblemError, createClient } from '../../client/index.ts'
import { contract, type Types } from '../product/generated/client.ts'

export * from '../../client/index.ts'
export type { FieldError, Lamp, LampDraft, LampPatch } from '../product/generated/api.d.ts'

export interface LampClient extends client.Client<Types> {}
export type OperationId = client.OperationId<Types>
export type Input<Id extends OperationId> = client.Input<Types, Id>
export type SuccessOf<Id extends OperationId> = client.SuccessOf<Types, Id>
export type Page = SuccessOf<'listLamps'>
export type DocumentedProblem = client.DocumentedProblem<Types>
export type ThrowingClient = client.ThrowingClient<LampClient>

export type ProblemError = client.ProblemErrorOf<Types>
// The client throws it for the problems of this contract only.
export const ProblemError = AnyProblemError as new (
  ...result: ConstructorParameters<typeof AnyProblemError>
) => ProblemError

export const createLampClient = (options: client.ClientOptions): LampClient => createClient(contract, options)
