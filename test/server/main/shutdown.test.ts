import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { type ServiceProcess, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

afterAll(cleanUp)

describe.concurrent('a signal to end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends the service at once, with an idle connection open',
    async (signal) => {
      const service = await startProcess({ DATA: await usedFolder() })
      const socket = await open(service)
      socket.write('GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await received(socket, '\ncomponents:')
      expect(await service.end(signal, 3_000)).toMatchObject({ code: 0, signal: null, stderr: '' })
    },
  )

  it('lets a request under way finish, and keeps what it created', async () => {
    const data = await usedFolder()
    const token = await tokenFor({ DATA: data })
    const first = await startProcess({ DATA: data })
    const body = JSON.stringify({ name: 'Sent while the service was ending' })
    const socket = await open(first)
    const answer = text(socket)
    socket.write(
      `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    // From here on the request is known to be under way.
    await received(socket, '100 Continue')

    const ended = first.end('SIGTERM', 4_500)
    await refusing(first)
    socket.write(body)
    expect(await answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 Created\r\n/)
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })

    const second = await startProcess({ DATA: data })
    const list = await fetch(`${second.url}/plants`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await list.json()).toMatchObject([JSON.parse(body)])
  })

  it('does not wait for a request that never ends', async () => {
    const service = await startProcess({ DATA: await usedFolder() })
    const socket = await open(service)
    socket.on('error', () => {})
    socket.write('GET /plants HTTP/1.1\r\nHost: localhost\r\n')
    // The head has no end, so nothing tells that it came; an answer on a later connection does.
    await fetch(`${service.url}/openapi.yaml`).then((answer) => answer.text())
    expect(await service.end('SIGTERM', 9_000)).toMatchObject({ code: 0, signal: null, stderr: '' })
  })
})

async function open({ url }: ServiceProcess): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

function received(socket: Socket, part: string): Promise<void> {
  let seen = ''
  return new Promise((resolve, fail) => {
    socket.on('data', (chunk) => {
      seen += chunk
      if (seen.includes(part)) resolve()
    })
    socket.once('close', () => fail(new Error(`the connection closed before ${part}: ${seen}`)))
  })
}

async function text(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

/** Resolves once the service takes no new connections. */
async function refusing(service: ServiceProcess): Promise<void> {
  const refused = await open(service).then(
    (socket) => void socket.destroy(),
    () => true,
  )
  if (!refused) await refusing(service)
}
