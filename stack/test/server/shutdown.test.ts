// The shutdown of the service as a process.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openSocket } from '../support/raw-http.ts'
import { existingDataFolder, getLog, type ServiceProcess, startProcess, tokenFor } from '../support/service-process.ts'
import { waitFor } from '../support/wait.ts'

const body = '{"name":"Desk"}'
const listRequest = 'GET /lamps HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function start(settings = {}): Promise<ServiceProcess & { token: string }> {
  const DATA = await existingDataFolder()
  const service = await startProcess({ DATA, OPS_PORT: '0', LOG_LEVEL: 'info', ...settings })
  return Object.assign(service, { token: await tokenFor({ DATA }) })
}

/** Starts a POST. Resolves when the service waits for its body. */
async function startRequest(service: ServiceProcess & { token: string }) {
  const socket = await openSocket(service.url)
  const response = text(socket)
  const headers = ['Host: localhost', `Authorization: Bearer ${service.token}`, 'Content-Type: application/json']
  const length = `Content-Length: ${body.length}`
  socket.write(['POST /lamps HTTP/1.1', ...headers, length, 'Expect: 100-continue', '', ''].join('\r\n'))
  await once(socket, 'data')
  return { finish: () => socket.write(body), response }
}

/** Waits until the service refuses connections. */
function untilRefusing(service: ServiceProcess): Promise<unknown> {
  return waitFor(() => expect(openSocket(service.url).then((socket) => socket.destroy())).rejects.toThrow())
}

describe.concurrent('after a signal, the service', () => {
  it('finishes the requests in flight, and accepts no new connections', async () => {
    const service = await start()
    const request = await startRequest(service)
    service.kill('SIGTERM')
    await untilRefusing(service)
    expect((await fetch(`${service.opsUrl}/ready`)).status).toBe(503)
    request.finish()
    expect(await request.response).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created\r\n/)
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
    expect(getLog(service)).toContainEqual(expect.objectContaining({ msg: 'stopping' }))
  })

  it('accepts new requests for SHUTDOWN_DELAY seconds, while /ready returns 503', async () => {
    const service = await start({ SHUTDOWN_DELAY: '2' })
    service.kill('SIGTERM')
    await waitFor(async () => expect((await fetch(`${service.opsUrl}/ready`)).status).toBe(503))
    expect(await (await fetch(`${service.opsUrl}/ready`)).text()).toBe('not ready: the service is shutting down\n')
    const listed = await fetch(`${service.url}/lamps`, { headers: { Authorization: `Bearer ${service.token}` } })
    expect(listed.status).toBe(200)
    await untilRefusing(service)
    expect(await service.ended).toMatchObject({ code: 0 })
  })

  it('closes idle connections after a second, and a connection whose request is not complete after eight seconds', async () => {
    const [idle, waiting] = await Promise.all([start({ LOG_LEVEL: 'error' }), start({ LOG_LEVEL: 'error' })])
    const socket = await openSocket(idle.url)
    socket.write(listRequest)
    await once(socket, 'data')
    const unfinishedHead = await openSocket(idle.url)
    unfinishedHead.write('GET /lamps HTTP/1.1\r\nHost: localhost\r\n')
    await startRequest(waiting)
    const ended: string[] = []
    const end = async (name: string, service: ServiceProcess) => {
      expect(await service.end('SIGINT')).toMatchObject({ code: 0, signal: null, stderr: '' })
      ended.push(name)
    }
    // The service waits eight seconds for a request in flight.
    await Promise.all([end('waiting', waiting), end('idle', idle)])
    expect(ended).toEqual(['idle', 'waiting'])
  })

  it('exits at once after a second signal', async () => {
    const service = await start()
    await startRequest(service)
    service.kill('SIGTERM')
    await untilRefusing(service)
    expect(await service.end()).toMatchObject({ code: 143, signal: null })
  })
})
