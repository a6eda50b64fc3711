// Starts a mock in this process that listens on a port.
import { once } from 'node:events'
import { createHttpServer, type HttpServer, listen } from '../../server/sockets/http-server.ts'
import type { Control, MockTypes, RunningMock, StartOptions } from '../core/control.ts'
import { requireValid } from '../core/control-input.ts'
import { startOptions } from '../core/control-validators.ts'
import { createMock, type MockedApi } from './mock.ts'

/** Covers the longest delay of a scenario, and then a slow body. */
const responseTimeoutMs = 20 * 60_000

export interface ListeningMock<T extends MockTypes> extends RunningMock<T>, AsyncDisposable {
  server: HttpServer
}

/** @throws {Error} if the port is not free, or an option is not valid; the message says what to do. */
export async function listenAsMock<T extends MockTypes>(
  api: MockedApi,
  allOptions: StartOptions<T> = {},
): Promise<ListeningMock<T>> {
  requireValid(startOptions, allOptions, 'startMock')
  const { port = 0, host = '127.0.0.1', ...options } = allOptions
  const mock = await createMock(api, options, { report: (error, requestId) => console.error(requestId, error) })
  const server = createHttpServer(mock, { responseTimeoutMs })
  const url = await listen(server, host, port)
  const close = async () => {
    const closing = once(server.close(), 'close')
    server.closeAllConnections()
    await closing
  }
  // The mock validates what it loads, and returns what the contract documents.
  const control = mock.control as Control<T>
  return { url, control, close, server, [Symbol.asyncDispose]: close }
}
