// Starts a mock in this process: for the command, and for tests.
import type { Server } from 'node:http'
import { requireProperties } from '../core/mock/checks.ts'
import type { RunningMock, StartOptions } from '../core/mock/control.ts'
import { createHttpServer, type HttpServer, listen } from '../http/http-server.ts'
import { createMock } from './mock.ts'

interface ListeningMock extends RunningMock, AsyncDisposable {
  server: HttpServer
}

/** @throws {Error} if the port is not free, or an option is not valid; the message says what to do. */
export async function startMock({
  port = 0,
  host = '127.0.0.1',
  ...options
}: StartOptions = {}): Promise<ListeningMock> {
  requireProperties(options, 'startMock', ['port', 'host', 'stateful', 'plants', 'control', 'requestsPerMinute'])
  const mock = await createMock(options, { report: (error, requestId) => console.error(requestId, error) })
  const server = createHttpServer(mock)
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
