// What is special about the operations of this API: handlers, and adapters of standard methods.
import type { Handlers } from '../generated/handlers.ts'
import { plantsHandlers } from './plants/handlers.ts'

/** An operation that is not standard needs a handler, or does not compile. */
export const handlers: Handlers = { ...plantsHandlers }
