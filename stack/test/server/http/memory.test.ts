// Attacks without a token that try to exhaust the memory and the CPU time of a real process.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSocket } from '../../support/raw-http.ts'
import { existingDataFolder, type ServiceProcess, startProcess } from '../../support/service-process.ts'
import { waitUntil } from '../../support/wait.ts'

const megabyte = 2 ** 20

/** Returns the resident memory in bytes. Waits while the service is too busy to respond. */
async function measureMemory({ opsUrl }: ServiceProcess): Promise<number> {
  const metrics = await waitUntil(async () => {
    const response = await fetch(`${opsUrl}/metrics`)
    return response.ok ? response.text() : undefined
  })
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
}

/** Calls `read` until `isOver` returns true, and at least once. @returns The greatest result. */
async function findMax(read: () => Promise<number>, isOver: () => boolean): Promise<number> {
  const results: number[] = []
  do {
    results.push(await read())
    await sleep(50)
  } while (!isOver())
  return Math.max(...results)
}

describe('memory and time stay bounded', async () => {
  // A process that exceeds this heap size exits.
  const settings = { DATA: await existingDataFolder(), OPS_PORT: '0', NODE_OPTIONS: '--max-old-space-size=128' }
  const service = await startProcess(settings)
  await (await fetch(`${service.url}/docs`)).text()
  const head = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n')
  const docsRequest = head('GET /docs')
  const longRequest = head('GET /x', `X: ${'x'.repeat(16_000)}`)
  const shortRequest = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'
  const chunked = 'Transfer-Encoding: chunked'
  const smallChunks = '1\r\nx\r\n'.repeat(20_000)

  it('with the first request for the compressed docs, which takes seconds of CPU time', async () => {
    const start = performance.now()
    let isOver = false
    const docs = fetch(`${service.url}/docs`, { headers: { 'Accept-Encoding': 'br' } }).finally(() => {
      isOver = true
    })
    const waitForLive = async () => {
      const requestedAt = performance.now()
      expect((await fetch(`${service.opsUrl}/live`)).status).toBe(200)
      return performance.now() - requestedAt
    }
    const longest = await findMax(waitForLive, () => isOver)
    expect((await docs).headers.get('Content-Encoding')).toBe('br')
    // A service that compresses in its event loop responds to /live only when the docs are compressed.
    expect(longest).toBeLessThan((performance.now() - start) / 2)
  })

  it.each([
    ['requests with a head of 16 KB', longRequest.repeat(99)],
    ['short requests behind a response that the client does not read', docsRequest + shortRequest.repeat(31)],
    ['requests with a head of 16 KB behind such a response', docsRequest + longRequest.repeat(31)],
    ['a body in chunks of one byte behind such a response', docsRequest + head('POST /lamps', chunked) + smallChunks],
  ])('with 100 connections that send %s', async (_, bytes) => {
    const before = await measureMemory(service)
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(service.url)))
    for (const socket of sockets) {
      if (bytes.startsWith('GET /docs')) socket.pause()
      else socket.resume()
      socket.write(bytes)
    }
    const end = performance.now() + 1_500
    const maxMemory = await findMax(
      () => measureMemory(service),
      () => performance.now() > end,
    )
    for (const socket of sockets) socket.destroy()
    expect(maxMemory - before).toBeLessThan(100 * megabyte)
  })
})
