// The handlers of this API, and its adapters of standard methods. All operations of plants are standard, so it needs none.
import type { Handlers } from '../generated/handlers.ts'

/** An operation that is not standard needs a handler, or this does not compile. */
export const handlers: Handlers = {}
