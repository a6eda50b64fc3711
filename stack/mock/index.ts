// contract-stack/mock: the mock as a process, and in the process of its caller.

export type { RunningMock, StartOptions } from '../core/mock/control.ts'
export type { MockSeed } from '../core/mock/item-draft.ts'
export { listenAsMock } from './listen.ts'
export type { MockedApi } from './mock.ts'
export { readCommand as readMockCommand } from './options.ts'
export { runMock } from './run-mock.ts'
