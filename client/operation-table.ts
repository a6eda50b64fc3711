// The operations once more as values, because types are gone at run time: how each is sent, and which answers it
// documents. Made from the contract as the types are, so a new operation needs nothing here.

import type { operations, paths } from '../generated/api.d.ts'
import { operations as table } from '../generated/operations.ts'

/** The `operationId`s of the contract: each is a method of the client. */
export type OperationId = keyof operations

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

// Where `paths` has this very operation. (Two operations alike in everything but their name would both be found.)
type Route<Id extends OperationId> = {
  [Path in keyof paths]: {
    [M in Method]: Same<paths[Path][M], operations[Id]> extends true ? { method: M; path: Path } : never
  }[Method]
}[keyof paths]

// Never for what the client would take for something else, as an empty answer that is neither a success nor a 304.
type AnswerKind<Status, Response> = Response extends { content: { 'application/problem+json': { type: infer Type } } }
  ? Type
  : Response extends { content: { 'application/json': unknown } }
    ? 'json'
    : [Response, `${Status & number}`] extends [{ content?: never }, `2${string}` | '304']
      ? 'empty'
      : never

type Answers<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: AnswerKind<Status, operations[Id]['responses'][Status]>
}

// What makes a creation safe to send again.
type Keyed<Id extends OperationId> = operations[Id]['parameters'] extends { header?: infer H }
  ? 'Idempotency-Key' extends keyof NonNullable<H>
    ? { keyed: true }
    : { keyed?: never }
  : { keyed?: never }

/** What the client has to know of an operation in order to send it and to read its answer. */
export interface Operation {
  method: Method
  path: string
  /** Whether it takes an `Idempotency-Key`. */
  keyed?: true
  /** By status: JSON, nothing, or a problem of this type. */
  answers: Partial<Record<number, 'json' | 'empty' | `/problems/${string}`>>
}

/** Each operation of the contract; the compiler sees to it that the table fits the types. */
export const operationTable: Record<OperationId, Operation> = table satisfies {
  [Id in OperationId]: Route<Id> & Keyed<Id> & { answers: Answers<Id> }
}

/** A record with something for each operation; `make` is asked once for each. */
export function forEachOperation(make: (id: OperationId) => unknown): Record<OperationId, unknown> {
  // True because the table has every operation, and nothing else.
  const ids = Object.keys(operationTable) as OperationId[]
  return Object.fromEntries(ids.map((id) => [id, make(id)])) as Record<OperationId, unknown>
}
