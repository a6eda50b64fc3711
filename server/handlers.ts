// The handlers of this API, and its functions that adapt standard methods. All operations are standard, so it needs none.
import type { Handlers } from '../generated/handlers.ts'

/** Does not compile if an operation that is not a standard method has no handler. */
export const handlers: Handlers = {}
