// Starts a mock in this process, which listens.
import type { Server } from 'node:http'
import { requireInteger, requireProperties, requireString } from '../core/mock/checks.ts'
import type { RunningMock, StartOptions } from '../core/mock/control.ts'
import { maxDelayMs } from '../core/mock/scenarios.ts'
import { createHttpServer, type HttpServer, listen } from '../http/http-server.ts'
import { createMock, type MockedApi } from './mock.ts'

interface ListeningMock extends RunningMock, AsyncDisposable {
  server: HttpServer
}

/** @throws {Error} if the port is not free, or an option is not valid; the message says what to do. */
export async function listenAsMock(api: MockedApi, all: StartOptions = {}): Promise<ListeningMock> {
  requireProperties(all, 'startMock', ['port', 'host', 'stateful', 'plants', 'control', 'requestsPerMinute'])
  const { port = 0, host = '127.0.0.1', ...options } = all
  requireInteger(port, 'port', 0, 65_535)
  requireString(host, 'host')
  const mock = await createMock(api, options, { report: (error, requestId) => console.error(requestId, error) })
  // A delay, and then a slow body.
  const server = createHttpServer(mock, { responseTimeoutMs: 2 * maxDelayMs })
  const url = await listen(server, host, port)
  const close = () => closed(server)
  return { url, control: mock.control, close, server, [Symbol.asyncDispose]: close }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
