// What a test can do with a mock. Types only: they are published with the mock and with the handlers.
import type { FieldError } from '../../core/contract/contract.ts'

/** The types of a contract, as tests need them. Default: any contract. */
export interface MockTypes {
  /** operationIds of the contract. */
  operation: string
  /** Body of a creation in the first collection. */
  draft: object
  /** Item that the creation returns. */
  item: object
}

/** An item that a test writes: the body of a creation, and fields that the service would set, such as the id. */
export type Fixture<T extends MockTypes = MockTypes> = T['draft'] & Partial<Omit<T['item'], keyof T['draft']>>

export interface Control<T extends MockTypes = MockTypes> {
  /**
   * Resets items, ids, idempotency keys, scenarios, recorded requests, rate limits and clock. Requests in flight no
   * longer change anything. With a caller, resets only what belongs to this caller, and no ids. Shared items belong to
   * no caller.
   */
  reset(only?: OneCaller): void
  /** Saves items and keys for `restore`: those of one caller, or by default those of all callers, and ids. */
  snapshot(only?: OneCaller): string
  /** @throws {ControlError} for an unknown name. */
  restore(snapshot: string): void
  /**
   * Adds items to the first collection of a caller: the `sub` of a JWT, or the text of another token.
   * @throws {ControlError} at once if one is not valid, or has the id of another item; then none is added.
   */
  load(caller: string, items: Fixture<T>[]): Promise<T['item'][]>
  /** The last 1,000 requests, the oldest first. @throws {ControlError} for an unknown operation. */
  requests(filter?: RequestFilter<T['operation']>): RecordedRequest<T['operation']>[]
  /** Stops or shifts the clock, by which tokens, keys and the rate limits of callers expire. @throws {ControlError} */
  setClock(setting: ClockSetting): void
  /** Adds scenarios. Later ones take precedence. @throws {ControlError} if one is not possible; then none is added. */
  play(...scenarios: Scenario<T['operation']>[]): void
  /** Ends all scenarios, or only those that name the caller. */
  stopScenarios(only?: OneCaller): void
}

/** Limits a function to one caller, so that tests with different callers can share a mock. */
export interface OneCaller {
  /** The `sub` of a JWT, or the text of another token. */
  caller?: string | undefined
}

export interface RequestFilter<Operation extends string = string> extends OneCaller {
  operation?: Operation | undefined
  status?: number | undefined
}

export interface RecordedRequest<Operation extends string = string> {
  /** The Request-Id of its response. */
  id: string
  /** Time by the clock of the mock (RFC 3339). */
  time: string
  method: string
  /** Path and query. */
  target: string
  /** Headers by lower-case name, with the token in `authorization`. */
  headers: Record<string, string>
  /** `undefined` for an unknown path or method. */
  operation: Operation | undefined
  /** `undefined` for a request without a valid token, or without the scope of the operation. */
  caller: string | undefined
  /** JSON value, or else the string. `undefined` if there is no body, or it is incomplete or over the limit. */
  body: unknown
  status: number
}

/** A fixed time (RFC 3339), or seconds to add to the time. Without both, the clock shows the real time. */
export interface ClockSetting {
  fixed?: string | undefined
  shiftSeconds?: number | undefined
  /** Gives this caller a separate clock; without a time, the clock of all callers. Default: sets that clock. */
  caller?: string | undefined
}

/** What the mock does with certain requests. An omitted property matches every request. Only valid requests match. */
export interface Scenario<Operation extends string = string> extends OneCaller {
  operation?: Operation | undefined
  /** Path such as `/rooms/00000000-0000-7000-8000-000000000001`. */
  path?: string | undefined
  /** Starts with the nth matching request. Default: 1. */
  nth?: number | undefined
  /** Ends after this number of requests. Default: never for one response, otherwise after the last response. */
  times?: number | undefined
  /** Responses in sequence; the last one repeats. */
  responses: ScenarioResponse[]
}

/** Response; without a status, the usual one. Everything but `undocumented` must be documented in the contract. */
export interface ScenarioResponse extends Delivery {
  status?: number | undefined
  /** The name of a documented example. Default: the first one. */
  example?: string | undefined
  headers?: Record<string, string | undefined> | undefined
  /** Body of a successful response. */
  body?: unknown
  /** Detail of a problem. Default: as in the documented example. */
  detail?: string | undefined
  errors?: FieldError[] | undefined
  /** What a gateway sends. It replaces the response of the service, so nothing is stored. */
  undocumented?: UndocumentedResponse | undefined
  /** 0 to 600,000. */
  delayMs?: number | undefined
}

/** A response that the contract does not have to document, such as a 502 with HTML. */
export interface UndocumentedResponse {
  /** 200 to 599. */
  status: number
  /** Default: `Content-Type: text/html` if there is a body. The mock adds the headers that all its responses have. */
  headers?: Record<string, string> | undefined
  body?: string | undefined
}

/** How a response is delivered. Default: at once. */
export interface Delivery {
  /** `before`: the connection ends without a response. `middle`: it ends after half of the body, or of the head. */
  cut?: 'before' | 'middle' | undefined
  /** The speed of the body. */
  bytesPerSecond?: number | undefined
}

export interface MockOptions<T extends MockTypes = MockTypes> {
  /** Stores items in memory; otherwise returns documented examples. Default: whether there are `items`. */
  stateful?: boolean | undefined
  /** Initial items of the first collection of every caller. */
  items?: Fixture<T>[] | undefined
  /** Serves the control API at `/_mock`, to callers on this machine. */
  control?: boolean | undefined
  /** Per caller, a whole number up to 9,999,999. 0, the default: no limits. */
  requestsPerMinute?: number | undefined
}

export interface StartOptions<T extends MockTypes = MockTypes> extends MockOptions<T> {
  /** Default: any free port. */
  port?: number | undefined
  /** Default: 127.0.0.1. */
  host?: string | undefined
}

export interface RunningMock<T extends MockTypes = MockTypes> {
  url: string
  control: Control<T>
  close: () => Promise<void>
}
