// The operations of the contract as values, because types do not exist at run time: how to send each operation, and
// which responses it documents. The table is generated, so a new operation needs no change here.

import type { operations, paths } from '../generated/api.d.ts'
import { operations as table } from '../generated/operations.ts'

/** An `operationId` of the contract. The client has a method for each. */
export type OperationId = keyof operations

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

// Where `paths` has this operation. Two operations that differ in nothing but their name would both match.
type Route<Id extends OperationId> = {
  [Path in keyof paths]: {
    [M in Method]: Same<paths[Path][M], operations[Id]> extends true ? { method: M; path: Path } : never
  }[Method]
}[keyof paths]

// Never for what the client would misread, such as an empty response that is neither a success nor a 304.
type ResponseKind<Status, Response> = Response extends {
  content: { 'application/problem+json': { type: infer Type } }
}
  ? Type
  : Response extends { content: { 'application/json': unknown } }
    ? 'json'
    : [Response, `${Status & number}`] extends [{ content?: never }, `2${string}` | '304']
      ? 'empty'
      : never

type ResponseKinds<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: ResponseKind<Status, operations[Id]['responses'][Status]>
}

type HeaderOf<Id extends OperationId> = operations[Id]['parameters'] extends { header?: infer H }
  ? NonNullable<H>
  : never

// An operation without headers has headers of type never.
type Keyed<Id extends OperationId> = [HeaderOf<Id>] extends [never]
  ? { keyed?: never }
  : 'Idempotency-Key' extends keyof HeaderOf<Id>
    ? { keyed: true }
    : { keyed?: never }

type BodyKind<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? 'application/json' extends keyof Content
    ? { mediaType?: never }
    : { mediaType: keyof Content }
  : { mediaType?: never }

/** What the client must know about an operation to send it and to read its response. */
export interface Operation {
  method: Method
  path: string
  /** Whether the operation takes an `Idempotency-Key`, which makes a creation safe to retry. */
  keyed?: true
  /** Of the body. Default: `application/json`. */
  mediaType?: string
  /** The documented responses by status: a JSON body, no body, or a problem of this type. */
  responses: Partial<Record<number, 'json' | 'empty' | `tag:${string}`>>
}

/** All operations of the contract. The compiler checks the table against the types. */
export const operationTable: Record<OperationId, Operation> = table satisfies {
  [Id in OperationId]: Route<Id> & Keyed<Id> & BodyKind<Id> & { responses: ResponseKinds<Id> }
}

/** A record with one value for each operation. */
export function forEachOperation(create: (id: OperationId) => unknown): Record<OperationId, unknown> {
  // Safe because the table has every operation, and nothing else.
  const ids = Object.keys(operationTable) as OperationId[]
  return Object.fromEntries(ids.map((id) => [id, create(id)])) as Record<OperationId, unknown>
}
