// Starts a mock in this process: for the command, and for tests.
import type { Server } from 'node:http'
import type { Control } from '../core/mock/mock.ts'
import { createHttpServer, type HttpServer, listen } from '../http/http-server.ts'
import { createMock, type MockOptions } from './mock.ts'

export interface StartOptions extends MockOptions {
  /** Default: any free port. */
  port?: number | undefined
  /** Default: 127.0.0.1. */
  host?: string | undefined
}

export interface RunningMock extends AsyncDisposable {
  url: string
  control: Control
  close: () => Promise<void>
  server: HttpServer
}

/** @throws {Error} if the port is not free. */
export async function startMock({ port = 0, host = '127.0.0.1', ...options }: StartOptions = {}): Promise<RunningMock> {
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
