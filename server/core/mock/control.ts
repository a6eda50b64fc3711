// What a test can do with a mock. Types only: they are published with the mock and with the handlers.
import type { FieldError, operations, Plant, PlantDraft } from '../../../generated/api.d.ts'

export interface Control {
  /** Back to the start: plants, ids, idempotency keys, scenarios, recorded requests, rate limits and clock. */
  reset(): void
  /** Keeps plants, ids and keys. Returns a name for `restore`. */
  snapshot(): string
  /** @throws {ControlError} for an unknown name. */
  restore(snapshot: string): void
  /**
   * Adds plants to the collection of a caller: the `sub` of a JWT, or the text of another token.
   * @throws {ControlError} if one is not valid; then none is added.
   */
  load(caller: string, plants: PlantDraft[]): Promise<Plant[]>
  /** The last 1,000 requests, the oldest first. @throws {ControlError} for an unknown operation. */
  requests(filter?: RequestFilter): RecordedRequest[]
  /** Stops or shifts the clock, by which tokens, keys and rate limits expire. @throws {ControlError} */
  setClock(setting: ClockSetting): void
  /** Adds scenarios. Later ones come first. @throws {ControlError} if one is not possible; then none is added. */
  play(...scenarios: Scenario[]): void
  /** Ends all scenarios. */
  stopScenarios(): void
}

export interface RequestFilter {
  operation?: keyof operations | undefined
  caller?: string | undefined
  status?: number | undefined
}

export interface RecordedRequest {
  /** The Request-Id of its response. */
  id: string
  /** By the clock of the mock, RFC 3339. */
  time: string
  method: string
  /** Path and query. */
  target: string
  /** `undefined` for an unknown path or method. */
  operation: keyof operations | undefined
  /** `undefined` for a request without a valid token, or without the scope of the operation. */
  caller: string | undefined
  /** Of a valid request. */
  body: unknown
  status: number
}

/** A fixed time (RFC 3339), or seconds to add to the time. Without both, the clock shows the real time. */
export interface ClockSetting {
  fixed?: string | undefined
  shiftSeconds?: number | undefined
}

/** What the mock does with certain requests. What is left out matches every request. Only valid requests match. */
export interface Scenario {
  operation?: keyof operations | undefined
  /** The `sub` of a JWT, or the text of another token. */
  caller?: string | undefined
  /** Such as `/plants/00000000-0000-7000-8000-000000000001`. */
  path?: string | undefined
  /** Starts with the nth matching request. Default: 1. */
  nth?: number | undefined
  /** Ends after as many requests. Default: never for one response, otherwise after the last response. */
  times?: number | undefined
  /** In sequence; the last one again and again. */
  responses: ScenarioResponse[]
}

/** Without a status, the response that the request gets otherwise. Everything must be documented in the contract. */
export interface ScenarioResponse extends Delivery {
  status?: number | undefined
  /** The name of a documented example. Default: the first one. */
  example?: string | undefined
  headers?: Record<string, string | undefined> | undefined
  /** Of a success. */
  body?: unknown
  /** Of a problem. */
  detail?: string | undefined
  errors?: FieldError[] | undefined
  /** 0 to 600,000. */
  delayMs?: number | undefined
}

/** How a response arrives. Default: at once. */
export interface Delivery {
  /** `before`: the connection ends without a response. `middle`: it ends after half of the body. */
  cut?: 'before' | 'middle' | undefined
  /** The speed of the body. */
  bytesPerSecond?: number | undefined
}

export interface MockOptions {
  /** Keeps plants, in memory. Default: returns documented examples. */
  stateful?: boolean | undefined
  /** What every collection starts with. */
  plants?: PlantDraft[] | undefined
  /** Serves the control API at `/_mock`, to callers on this machine. */
  control?: boolean | undefined
  /** Per caller. Default: no limits. */
  requestsPerMinute?: number | undefined
}

export interface StartOptions extends MockOptions {
  /** Default: any free port. */
  port?: number | undefined
  /** Default: 127.0.0.1. */
  host?: string | undefined
}

export interface RunningMock {
  url: string
  control: Control
  close: () => Promise<void>
}
