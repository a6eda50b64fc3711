// The operations once more as values, because types are gone at run time: how each is sent, and which answers it
// documents. Made from the contract as the types are, so a new operation needs nothing here.

import type { operations, paths } from '../generated/api.d.ts'
import { problemStatuses as statuses, operations as table } from '../generated/operations.ts'
import type { DocumentedProblem } from './result.ts'

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

type AnswerKind<Response> = Response extends { content: { 'application/problem+json': unknown } }
  ? 'problem'
  : Response extends { content: { 'application/json': unknown } }
    ? 'json'
    : Response extends { content?: never }
      ? 'empty'
      : never

type Answers<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: AnswerKind<operations[Id]['responses'][Status]>
}

/** What the client has to know of an operation in order to send it and to read its answer. */
export interface Operation {
  method: Method
  path: string
  answers: Partial<Record<number, 'json' | 'empty' | 'problem'>>
}

/** Each operation of the contract; the compiler sees to it that the table fits the types. */
export const operationTable: Record<OperationId, Operation> = table satisfies {
  [Id in OperationId]: Route<Id> & { answers: Answers<Id> }
}

/** The status each problem type goes with. A type that is not here is from a newer server. */
export const problemStatuses: ReadonlyMap<string, number> = new Map(
  Object.entries(
    statuses satisfies { [T in DocumentedProblem['type']]: Extract<DocumentedProblem, { type: T }>['status'] },
  ),
)
