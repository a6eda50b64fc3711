// contract-stack/msw: request handlers of any contract for Mock Service Worker.

export { type MockedContract, mockHandlers } from './handlers.ts'
export type * from './types.ts'
