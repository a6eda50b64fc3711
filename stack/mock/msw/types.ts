// contract-stack/msw/types: the types of the handlers for tests, without those of the service.
import type { HttpHandler } from 'msw'
import type { Control, Fixture, MockTypes, ScenarioResponse } from '../core/control.ts'

export type {
  ClockSetting,
  Control,
  Fixture,
  RecordedRequest,
  RequestFilter,
  Scenario,
  ScenarioResponse,
} from '../core/control.ts'

export interface MockHandlersOptions<T extends MockTypes = MockTypes> {
  /** Base URL, as for the client: without a path, the path of the contract's first server is appended. */
  baseUrl: string
  /**
   * `example`: responds with the contract's examples; `Prefer: code=404, example=…` selects one.
   * `stateful`: runs the service over memory, with a collection for each caller. The default if there are `items`.
   */
  mode?: 'example' | 'stateful'
  /**
   * Returns `undefined` for a token that is not valid. Default: every token is valid but an expired JWT. The `sub` of a
   * JWT is the caller, and every other token is a different caller.
   */
  identify?: (token: string) => MockCaller | undefined
  /** Initial items of the first collection of every caller. Not for `example`. */
  items?: Fixture<T>[]
}

/** The caller that a token names. */
interface MockCaller {
  /** Unique name of the caller. */
  name: string
  /** Default: every scope of the contract. */
  scopes?: string[]
}

export type { MockCaller as Caller }

export interface MockHandlers<T extends MockTypes & { operations: object }> {
  /** Handlers for `setupServer` or `setupWorker`. */
  handlers: HttpHandler[]
  override: Overrides<T['operations']>
  /** Scenarios, the clock, recorded requests and snapshots: the same as in the mock. */
  control: Control<T>
  reset: Control['reset']
}

// A response that a test sets for one operation, typed by the contract: a status, and its body, problem and headers.
type Responses<Operation> = Operation extends { responses: infer Responses } ? Responses : never

type OverrideHeadersOf<R> = R extends { headers: infer H } ? { [Name in keyof H]?: string } : never

type Overridden<Status, R> = {
  status: Status
  /** Default: as in the documented example. */
  headers?: OverrideHeadersOf<R>
} & (R extends { content: { 'application/problem+json': unknown } }
  ? Pick<ScenarioResponse, 'detail' | 'errors'>
  : R extends { content: { 'application/json': infer Body } }
    ? {
        /** Default: the documented example. */
        body?: Body
      }
    : object)

/** A response that the operation documents. Omitted parts come from its example. */
export type OverrideResponse<Operation> = {
  [Status in keyof Responses<Operation>]: Overridden<Status, Responses<Operation>[Status]>
}[keyof Responses<Operation>]

type ParametersIn<Operation, Group extends 'path' | 'query' | 'header' | 'cookie'> = Operation extends {
  parameters: { [Name in Group]?: infer Parameters }
}
  ? [NonNullable<Parameters>] extends [never]
    ? object
    : NonNullable<Parameters>
  : never

type RequestBodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : undefined

/** A valid request, parsed. The pipeline rejects invalid requests. */
export interface OverrideRequest<Operation> {
  request: Request
  /** Name from `identify`, or else the `sub` of a JWT or the token. */
  caller: string
  path: ParametersIn<Operation, 'path'>
  query: ParametersIn<Operation, 'query'>
  header: ParametersIn<Operation, 'header'>
  cookie: ParametersIn<Operation, 'cookie'>
  body: RequestBodyOf<Operation>
}

/** The response of an operation in a test. */
export type OverrideResult<Operation> = OverrideResponse<Operation> | 'network error'

/** Returns the response; `undefined` leaves the request to the next handlers. */
export type Override<Operation> = (
  request: OverrideRequest<Operation>,
) => OverrideResult<Operation> | undefined | Promise<OverrideResult<Operation> | undefined>

/** Handlers for `server.use`, by operation. They get valid requests only. */
export type Overrides<Operations> = {
  /** @param options `once`: only for the first valid request. A reset forgets that request. */
  [Id in keyof Operations]: (
    response: OverrideResult<Operations[Id]> | Override<Operations[Id]>,
    options?: { once?: boolean },
  ) => HttpHandler
}
