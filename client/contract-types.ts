// The types of the client for this contract: those of ../index.ts, without the parameter for the contract.

import type * as generic from 'contract-stack/client'
import type { Types } from '../generated/client.ts'

/** An `operationId` of the contract. The client has a method for each. */
export type OperationId = generic.OperationId<Types>

/** A method for each `operationId`. It resolves to a result, or rejects with a `ClientError`. */
export interface Operations extends generic.Operations<Types> {}

/** Iterates over lists. Each page is requested when the iteration reaches it. Throws like `orThrow`. */
export interface Lists extends generic.Lists<Types> {}

export interface Client extends generic.Client<Types> {}

/** The argument of the method `Id`: the parameters and the body of the operation, and options for this call. */
export type Input<Id extends OperationId> = generic.Input<Types, Id>

/** The result of the method `Id`: one of its documented responses, or an unexpected one. */
export type Result<Id extends OperationId> = generic.Result<Types, Id>

/** A documented success. */
export type Success<Id extends OperationId, Status> = generic.Success<Types, Id, Status>

/** A 304: the copy that `If-None-Match` or `If-Modified-Since` names is current. */
export type NotModified<Id extends OperationId> = generic.NotModified<Types, Id>

/** A documented problem. `problem.type` says which one. */
export type Refusal<Id extends OperationId, Status> = generic.Refusal<Types, Id, Status>

/** The result of the method `Id` of a throwing client. */
export type SuccessOf<Id extends OperationId> = generic.SuccessOf<Types, Id>

/** Any problem that an operation documents. `type` tells them apart. */
export type DocumentedProblem = generic.DocumentedProblem<Types>

/** An operation that lists a collection. */
export type ListId = generic.ListId<Types>

/** The path and the query of a list, and the options of each call. `timeoutMs` and `retry` apply to each page separately. */
export type ListArguments<Id extends ListId> = generic.ListArguments<Types, Id>

/** A collection that has these methods, by its path in the contract. */
export type Collection<M extends 'list' | 'create' | 'get' | 'update' | 'delete' = never> = generic.Collection<Types, M>

/** An item of a collection. */
export type ItemOf<Path extends Collection> = generic.ItemOf<Types, Path>
