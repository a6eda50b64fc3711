// What makes the live service give an answer of the contract: a request, what comes before it, and in which circumstances.
import { at, type Json } from '../../../tools/contract-tester/contract/openapi.ts'
import type { Answer } from '../../../tools/contract-tester/contract/oracle.ts'

/** For what requests may get that name no operation, or are no requests at all. */
export const anyRequest = 'any request'

/** What is the matter with the service, for real; live.ts says how. */
export type Circumstance =
  | 'all is well'
  | 'a limit of one request a minute'
  | 'the issuer of the tokens is away'
  | 'the database is damaged'
  | 'a part of the road breaks'

export interface Step {
  method: string
  target: string
  /** `{etag}` in a value is the ETag of the answer before. */
  headers?: Record<string, string>
  /** Sent as JSON, as its media type says. */
  body?: Json
  /** What the clock of the service says. */
  at?: string
  /** Whose token; one of the gardener with all scopes, unless told otherwise. */
  token?: 'none' | 'forged' | 'expired' | { scope: string }
  /** All that is sent, instead of what the rest would make. */
  bytes?: string
}

export interface Provocation {
  /** The id of an operation, or `any request`. */
  of: string
  cause: string
  circumstance?: Circumstance
  /** Sent first, one after the other. */
  before?: Step[]
  step: Step
  /** Where time runs meanwhile: tried again, with a service of its own, until the answer is this one; five times at most. */
  until?: (answer: Answer) => boolean
}

export interface Exchange {
  of: string
  cause: string
  step: Step
  answer: Answer
  /** What about it is not as documented. */
  findings: string[]
}

type Extras = Omit<Step, 'method' | 'target'>

export function get(target: string, extras: Extras = {}): Step {
  return { method: 'GET', target, ...extras }
}

/** With a body, as `application/json`. */
export function send(method: string, target: string, body: Json, extras: Extras = {}): Step {
  return { method, target, body, ...extras, headers: { 'Content-Type': 'application/json', ...extras.headers } }
}

/** The value of an example of the contract, by the name of its component. */
export function example(name: string): Json {
  return at(`/components/examples/${name}`).value.value ?? null
}
