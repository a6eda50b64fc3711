// The shutdown of the service as a process.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { developmentOwner } from '../../server/auth/development-issuer.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { cleanUp } from '../support/folder.ts'
import { openSocket } from '../support/raw-http.ts'
import { logOf, type ServiceProcess, startProcess, tokenFor, usedFolder } from '../support/service-process.ts'

afterAll(cleanUp)

const body = '{"name":"Fern"}'
const list = 'GET /plants HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function start(settings = {}): Promise<ServiceProcess & { folder: string; token: string }> {
  const folder = await usedFolder()
  const service = await startProcess({ DATA: folder, OPS_PORT: '0', LOG_LEVEL: 'info', ...settings })
  return Object.assign(service, { folder, token: await tokenFor({ DATA: folder }) })
}

/** Starts a POST. When this resolves, the service waits for the body. */
async function startRequest(service: ServiceProcess & { token: string }) {
  const socket = await openSocket(service.url)
  const response = text(socket)
  const headers = ['Host: localhost', `Authorization: Bearer ${service.token}`, 'Content-Type: application/json']
  const length = `Content-Length: ${body.length}`
  socket.write(['POST /plants HTTP/1.1', ...headers, length, 'Expect: 100-continue', '', ''].join('\r\n'))
  await once(socket, 'data')
  return { finish: () => socket.write(body), response }
}

const owner = developmentOwner('gardener')
const all = { tag: undefined, after: undefined, limit: 100 }

/** Creates plants on one connection at a time, until the service accepts none. A lost response is a failure. */
async function writeUntilRefused({ url }: ServiceProcess, token: string, created: Set<unknown>, failures: unknown[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  }
  for (;;) {
    try {
      const sent = request(`${url}/plants`, { method: 'POST', agent, headers }).end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      created.add(Object(await json(response)).id)
    } catch (error) {
      if (Object(error).code !== 'ECONNREFUSED') failures.push(error)
      return agent.destroy()
    }
  }
}

/** Waits until the service accepts no connections. */
function untilRefusing(service: ServiceProcess): Promise<unknown> {
  return vi.waitFor(() => expect(openSocket(service.url).then((socket) => socket.destroy())).rejects.toThrow(), 4_000)
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
      const listed = await fetch(`${url}/plants`, { headers: { Authorization: `Bearer ${service.token}` } })
      expect(await listed.json()).toMatchObject([JSON.parse(body)])
    },
  )

  it('closes idle connections, after a second in which a request may arrive', async () => {
    const service = await start({ LOG_LEVEL: 'error' })
    const socket = await openSocket(service.url)
    socket.write(list)
    await once(socket, 'data')
    expect(await service.end('SIGTERM', 3_000)).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  it('closes a request that does not end within ten seconds', { timeout: 30_000 }, async () => {
    const service = await start({ LOG_LEVEL: 'error' })
    const unfinishedHead = await openSocket(service.url)
    unfinishedHead.write('GET /plants HTTP/1.1\r\nHost: localhost\r\n')
    await startRequest(service)
    expect(await service.end('SIGTERM', 10_000)).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  it('ends at once after a second signal', async () => {
    const service = await start()
    await startRequest(service)
    service.kill('SIGTERM')
    await untilRefusing(service)
    expect(await service.end('SIGTERM', 2_000)).toMatchObject({ code: 143, signal: null })
  })

  it('responds to a request that was on its way, with Connection: close', async () => {
    const service = await start()
    const socket = await openSocket(service.url)
    const response = text(socket)
    service.kill('SIGTERM')
    await untilRefusing(service)
    socket.write(list)
    expect(await response).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n[\s\S]*\r\nConnection: close\r\n/)
    expect(await service.endWithin(3_000)).toMatchObject({ code: 0 })
  })
})

// On its own: it takes all the CPU.
it('a stop under load loses no response, and keeps every plant that it has acknowledged', {
  timeout: 60_000,
}, async () => {
  const folder = await usedFolder()
  const created = new Set<unknown>()
  const failures: unknown[] = []
  for (let stop = 0; stop < 4; stop++) {
    const service = await startProcess({ DATA: folder, RATE_LIMIT_PER_MINUTE: '0' })
    const token = await tokenFor({ DATA: folder })
    const writers = Array.from({ length: 16 }, () => writeUntilRefused(service, token, created, failures))
    await vi.waitUntil(() => created.size > (stop + 1) * 200, { timeout: 10_000 })
    expect(await service.end()).toMatchObject({ code: 0, signal: null })
    await Promise.all(writers)
  }
  expect(failures).toEqual([])
  const store = openSqliteStore(folder)
  const ids = new Set<unknown>()
  for (let { plants: page } = await store.list(owner, all); page.length > 0; ) {
    for (const { id } of page) ids.add(id)
    page = (await store.list(owner, { ...all, after: page.at(-1)?.id })).plants
  }
  await store.close()
  expect(created.difference(ids)).toEqual(new Set())
})
