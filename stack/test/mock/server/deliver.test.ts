import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { deliver } from '../../../mock/server/deliver.ts'
import { listen } from '../../../server/sockets/http-server.ts'

it('delivers the bytes of a slow response unchanged', async () => {
  const bytes = Uint8Array.of(137, 80, 255)
  const handle = deliver(
    (_req, res) => Object.assign(res, { locals: {} }).writeHead(200, { 'Content-Length': bytes.length }).end(bytes),
    () => ({ bytesPerSecond: 1_000 }),
  )
  const server = createServer(handle)
  const response = await fetch(await listen(server, '127.0.0.1', 0))
  expect(await response.bytes()).toEqual(bytes)
  server.close()
})
