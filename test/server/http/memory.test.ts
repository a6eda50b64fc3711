// Attacks without a token on the memory and the time of a real process.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { openSocket } from '../../support/raw-http.ts'
import { type ServiceProcess, startProcess, usedFolder } from '../../support/service-process.ts'

afterAll(cleanUp)

const request = 'GET /docs HTTP/1.1\r\nHost: a\r\n\r\n'
const megabyte = 2 ** 20

async function memoryOf({ opsUrl }: ServiceProcess): Promise<number> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
}

/** The most memory that the process has above the start, in bytes, and the longest wait for /live, in milliseconds. */
async function watch(service: ServiceProcess, before: number, forMs: number) {
  const end = performance.now() + forMs
  const most = { memory: 0, waitMs: 0 }
  while (performance.now() < end) {
    const asked = performance.now()
    expect((await fetch(`${service.opsUrl}/live`)).status).toBe(200)
    most.waitMs = Math.max(most.waitMs, performance.now() - asked)
    most.memory = Math.max(most.memory, (await memoryOf(service)) - before)
    await sleep(50)
  }
  return most
}

describe('memory and time stay bounded', async () => {
  const service = await startProcess({ DATA: await usedFolder(), OPS_PORT: '0' })
  await (await fetch(`${service.url}/docs`)).text()

  it.each([
    ['reads', true],
    ['never reads', false],
  ])('with 1,700 requests for the docs in one packet, from a client that %s', async (_, reads) => {
    const before = await memoryOf(service)
    const socket = await openSocket(service.url)
    if (reads) socket.resume()
    else socket.pause()
    socket.write(request.repeat(1_700))
    const { memory, waitMs } = await watch(service, before, 3_000)
    socket.destroy()
    expect(memory).toBeLessThan(100 * megabyte)
    expect(waitMs).toBeLessThan(2_000)
  })

  it('with 100 connections that never read their response', async () => {
    const before = await memoryOf(service)
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(service.url)))
    for (const socket of sockets) socket.pause().write(request.repeat(20))
    const { memory, waitMs } = await watch(service, before, 3_000)
    for (const socket of sockets) socket.destroy()
    expect(memory).toBeLessThan(100 * megabyte)
    expect(waitMs).toBeLessThan(2_000)
  })
})
