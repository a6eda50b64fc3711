// The shutdown of the service as a process.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { logOf, type ServiceProcess, startProcess, tokenFor, usedFolder } from '../support/service-process.ts'

afterAll(cleanUp)

const body = '{"name":"Fern"}'

async function start(settings = {}): Promise<ServiceProcess & { folder: string; token: string }> {
  const folder = await usedFolder()
  const service = await startProcess({ DATA: folder, OPS_PORT: '0', LOG_LEVEL: 'info', ...settings })
  return Object.assign(service, { folder, token: await tokenFor({ DATA: folder }) })
}

async function open({ url }: ServiceProcess): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Starts a POST. When this resolves, the service waits for the body. */
async function startRequest(service: ServiceProcess & { token: string }) {
  const socket = await open(service)
  const response = text(socket)
  const headers = ['Host: localhost', `Authorization: Bearer ${service.token}`, 'Content-Type: application/json']
  const length = `Content-Length: ${body.length}`
  socket.write(['POST /plants HTTP/1.1', ...headers, length, 'Expect: 100-continue', '', ''].join('\r\n'))
  await once(socket, 'data')
  return { finish: () => socket.write(body), response }
}

/** Waits until the service accepts no connections. */
function untilRefusing(service: ServiceProcess): Promise<unknown> {
  return vi.waitFor(() => expect(open(service).then((socket) => socket.destroy())).rejects.toThrow(), 4_000)
}

describe.concurrent('after a signal, the service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes the requests under way, and accepts no others: %s',
    async (signal) => {
      const service = await start()
      const request = await startRequest(service)
      service.kill(signal)
      await untilRefusing(service)
      expect((await fetch(`${service.opsUrl}/ready`)).status).toBe(503)
      request.finish()
      expect(await request.response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created\r\n/)
      expect(await service.endWithin(4_500)).toMatchObject({ code: 0, signal: null })
      expect(logOf(service)).toContainEqual(expect.objectContaining({ msg: 'stopping' }))

      const { url } = await startProcess({ DATA: service.folder })
      const list = await fetch(`${url}/plants`, { headers: { Authorization: `Bearer ${service.token}` } })
      expect(await list.json()).toMatchObject([JSON.parse(body)])
    },
  )

  it('closes idle connections at once', async () => {
    const service = await start({ LOG_LEVEL: 'error' })
    const socket = await open(service)
    socket.write('GET /plants HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    expect(await service.end('SIGTERM', 3_000)).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  it('closes a request that does not end within ten seconds', { timeout: 30_000 }, async () => {
    const service = await start({ LOG_LEVEL: 'error' })
    const unfinishedHead = await open(service)
    unfinishedHead.write('GET /plants HTTP/1.1\r\nHost: localhost\r\n')
    await startRequest(service)
    expect(await service.end('SIGTERM', 10_000)).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  it('ends at once after a second signal', async () => {
    const service = await start()
    await startRequest(service)
    service.kill('SIGTERM')
    await untilRefusing(service)
    expect(await service.end('SIGTERM', 2_000)).toMatchObject({ code: null, signal: 'SIGTERM' })
  })
})
