// Starts a mock in this process, which listens.
import type { Server } from 'node:http'
import { createHttpServer, type HttpServer, listen } from '../../server/sockets/http-server.ts'
import { requireInteger, requireProperties, requireString } from '../core/checks.ts'
import type { Control, MockTypes, RunningMock, StartOptions } from '../core/control.ts'
import { maxDelayMs } from '../core/scenarios.ts'
import { createMock, type MockedApi } from './mock.ts'

interface ListeningMock<T extends MockTypes> extends RunningMock<T>, AsyncDisposable {
  server: HttpServer
}

/** @throws {Error} if the port is not free, or an option is not valid; the message says what to do. */
export async function listenAsMock<T extends MockTypes>(
  api: MockedApi,
  all: StartOptions<T['draft']> = {},
): Promise<ListeningMock<T>> {
  requireProperties(all, 'startMock', ['port', 'host', 'stateful', 'items', 'control', 'requestsPerMinute'])
  const { port = 0, host = '127.0.0.1', ...options } = all
  requireInteger(port, 'port', 0, 65_535)
  requireString(host, 'host')
  const mock = await createMock(api, options, { report: (error, requestId) => console.error(requestId, error) })
  // A delay, and then a slow body.
  const server = createHttpServer(mock, { responseTimeoutMs: 2 * maxDelayMs })
  const url = await listen(server, host, port)
  const close = () => closed(server)
  // The mock validates what it loads, and returns what the contract documents.
  const control = mock.control as Control<T>
  return { url, control, close, server, [Symbol.asyncDispose]: close }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
