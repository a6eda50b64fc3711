// Handlers by operationId, typed from generated/: a missing handler, an undocumented status, a wrong body or a forgotten
// required header does not compile.
import type { operations } from '../../generated/api.d.ts'
import type { DefaultedInputs } from '../../generated/operations.ts'
import type { Caller } from '../auth/caller.ts'
import type { Perform } from './front-door.ts'
import type { OperationId } from './operations.ts'

type Group<Id extends OperationId, In extends 'query' | 'header' | 'path'> = NonNullable<
  operations[Id]['parameters'][In]
>

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : undefined

/** Properties with a default are there once the validator has been over them. */
type Filled<T, Name extends PropertyKey> = T & { [K in keyof T & Name]-?: NonNullable<T[K]> }

/** What a handler is given: validated, converted, with the contract's defaults filled in. */
export interface Input<Id extends OperationId> {
  caller: Caller
  path: Group<Id, 'path'>
  query: Filled<Group<Id, 'query'>, DefaultedInputs[Id]['query']>
  headers: Group<Id, 'header'>
  body: Filled<BodyOf<Id>, DefaultedInputs[Id]['body']>
}

/** Headers that the road itself sets on every answer, so that no operation has to. */
export type StandingHeader =
  | 'Request-Id'
  | 'Cache-Control'
  | 'Vary'
  | 'Access-Control-Allow-Origin'
  | 'RateLimit'
  | 'RateLimit-Policy'

type BodyPart<R> = R extends { content: { 'application/json': infer Body } } ? { body: Body } : { body?: never }

type Optional<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T]
type HeadersPart<R> = R extends { headers: infer H }
  ? Exclude<keyof H, StandingHeader> extends never
    ? { headers?: never }
    : Exclude<keyof H, StandingHeader | Optional<H>> extends never
      ? { headers?: Omit<H, StandingHeader> }
      : { headers: Omit<H, StandingHeader> }
  : { headers?: never }

type Success = 200 | 201 | 204 | 304

/** What a handler answers: one of the documented successes. Problems are thrown (problem.ts). */
export type Answer<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: { status: Status } & HeadersPart<
    operations[Id]['responses'][Status]
  > &
    BodyPart<operations[Id]['responses'][Status]>
}[keyof operations[Id]['responses'] & Success]

/** One handler for each operation of the contract, by its operationId. */
export type Operations = { [Id in OperationId]: (input: Input<Id>) => Promise<Answer<Id>> }

/** What answers a request that the front door let in: the handler that the operation names. */
export function performBy(handlers: Operations): Perform {
  return async ({ operation, caller, req }) => {
    // The door has judged this very request by this very operation, which is what Input says.
    const handler = handlers[operation.id] as (input: unknown) => Promise<AnyAnswer>
    const named = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
    const headers = Object.fromEntries(named.map((name) => [name, req.headers[name.toLowerCase()]]))
    const answer = await handler({ caller, path: req.params, query: req.query, headers, body: req.body })
    const mediaType = Object.keys(operation.responses[answer.status]?.content ?? {})[0]
    return {
      status: answer.status,
      headers: answer.headers ?? {},
      ...(mediaType === undefined ? {} : { body: { mediaType, value: answer.body } }),
    }
  }
}

interface AnyAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}
