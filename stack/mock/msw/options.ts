// The types of the handlers that a test sees.

import type { HttpHandler } from 'msw'
import type { Control, MockTypes } from '../core/control.ts'
import type { Overrides } from './override.ts'

export interface MockHandlersOptions<Draft extends object = object> {
  /** As the client has it: a URL without a path gets the path of the contract's first server. */
  baseUrl: string
  /**
   * `example`: responds with the contract's examples; `Prefer: code=404, example=…` selects one.
   * `stateful`: runs the service over memory, with a collection for each caller. The default if there are `items`.
   */
  mode?: 'example' | 'stateful'
  /**
   * Returns `undefined` for a token that is not valid. Default: every token is valid but an expired JWT. The `sub` of a JWT is
   * the caller, and every other token is a different caller.
   */
  identify?: (token: string) => Caller | undefined
  /** What every collection starts with. Not for `example`. */
  items?: Draft[]
}

/** The caller that a token names. */
export interface Caller {
  /** The same for the same caller, different for any two. */
  name: string
  /** Default: every scope of the contract. */
  scopes?: string[]
}

export interface MockHandlers<T extends MockTypes & { operations: object }> {
  /** For `setupServer` or `setupWorker`. */
  handlers: HttpHandler[]
  override: Overrides<T['operations']>
  /** Scenarios, the clock, recorded requests and snapshots: the same as of the mock. */
  control: Control<T>
  reset: Control['reset']
}
