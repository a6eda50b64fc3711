// Request handlers of any contract for Mock Service Worker.

export { type MockedContract, mockHandlers } from './handlers.ts'
export type { Caller, MockHandlers, MockHandlersOptions } from './options.ts'
export type { Override, OverrideRequest, OverrideResponse, OverrideResult, Overrides } from './override.ts'
