// A scenario makes the live service return a certain response: a request, the requests before it, and a circumstance.
import type { HttpResponse } from '../../../tools/contract-tester/connection.ts'
import { at, type Json } from '../../../tools/contract-tester/contract/openapi.ts'

/** For requests that match no operation or are not HTTP. */
export const anyRequest = 'any request'

/** The state of the service; live-service.ts creates it for real. */
export type Circumstance =
  | 'everything works'
  | 'a limit of one request a minute'
  | 'the token issuer is down'
  | 'the database is damaged'
  | 'every operation throws'
  | 'a step of the pipeline throws'

export interface Step {
  method: string
  target: string
  /** `{etag}` in a value is the ETag of the response before. */
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: Json
  /** The time on the clock of the service. */
  at?: string
  /** Default: a token with all scopes. */
  token?: 'none' | 'forged' | 'expired' | { scope: string }
  /** The exact bytes to send in place of everything else. */
  bytes?: string
}

export interface Scenario {
  /** The id of an operation, or `any request`. */
  of: string
  cause: string
  circumstance?: Circumstance
  /** Sent first, one after the other. */
  before?: Step[]
  step: Step
  /** For responses that depend on the time of day: repeated with a new service until it returns true, at most ten times. */
  until?: (response: HttpResponse) => boolean
}

export interface Exchange {
  of: string
  cause: string
  step: Step
  response: HttpResponse
  /** Where the response differs from the contract. */
  deviations: string[]
}

type Details = Omit<Step, 'method' | 'target'>

export function get(target: string, details: Details = {}): Step {
  return { method: 'GET', target, ...details }
}

/** With a body, as `application/json`. */
export function send(method: string, target: string, body: Json, details: Details = {}): Step {
  return { method, target, body, ...details, headers: { 'Content-Type': 'application/json', ...details.headers } }
}

/** The value of an example of the contract, by the name of its component. */
export function example(name: string): Json {
  return at(`/components/examples/${name}`).value.value ?? null
}
