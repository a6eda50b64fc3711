// contract-stack/mock: the mock as a process, and in the process of its caller.

export type { RunningMock, StartOptions } from './core/control.ts'
export { type ListeningMock, listenAsMock } from './server/listen.ts'
export type { MockedApi } from './server/mock.ts'
export { readCommand as readMockCommand } from './server/options.ts'
export { runMock } from './server/run-mock.ts'
