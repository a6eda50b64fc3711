import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { acceptWaiting } from '../../../server/sockets/accept-waiting.ts'

const connections = 20

/** Connects from another thread, while this one sees nothing. */
const connectAll = `
  const { connect } = require('node:net')
  const { workerData: { port, connected, connections } } = require('node:worker_threads')
  for (let index = 0; index < connections; index++)
    connect(port, '127.0.0.1', () => { Atomics.add(connected, 0, 1); Atomics.notify(connected, 0) }).on('error', () => {})`

it('each connection that the system has accepted before the server stops is seen', async () => {
  let seen = 0
  const server = createServer((socket) => {
    seen++
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server on TCP has an address and a port.
  const { port } = server.address() as AddressInfo
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(connectAll, { eval: true, workerData: { port, connected, connections } })
  for (let count = 0; count < connections; count = Atomics.load(connected, 0)) Atomics.wait(connected, 0, count)
  expect(seen).toBe(0)

  await acceptWaiting(server)
  server.close()
  expect(seen).toBe(connections)
  await worker.terminate()
})
