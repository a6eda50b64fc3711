// The log of a real process whose stderr cannot be written: a full disk, or a pipe that nobody reads.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { LogOutput } from '../../../server/monitoring/log-output.ts'
import { newFolder } from '../../support/folder.ts'
import { getOutput } from '../../support/process.ts'
import { openSocket } from '../../support/raw-http.ts'
import { startProcess, usedFolder } from '../../support/service-process.ts'
import { waitUntil } from '../../support/wait.ts'

/** Starts the service with its log in this file. */
async function startWith(log: string) {
  const settings = { DATA: await usedFolder(), OPS_PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '0' }
  // Opened also for reading, a pipe needs no reader.
  return startProcess(settings, { shell: `exec "$@" 2<> '${log}'` })
}

/** Sends requests until lines of the log have been dropped. Every request must get its response. */
async function untilDropped(url: string, opsUrl: string): Promise<number> {
  const request = 'GET /none HTTP/1.1\r\nHost: a\r\n\r\n'
  for (let packets = 0; packets < 20; packets++) {
    const socket = await openSocket(url)
    socket.write(request.repeat(999) + request.replace('\r\n', '\r\nConnection: close\r\n'))
    expect((await text(socket)).match(/HTTP\/1\.1 404 /g)).toHaveLength(1_000)
    const dropped = await droppedLines(opsUrl)
    if (dropped > 0) return dropped
  }
  return 0
}

async function droppedLines(opsUrl: string): Promise<number> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text()
  return Number(/^rooms_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])
}

it('a full disk drops lines, and the service goes on', async () => {
  const service = await startWith('/dev/full')
  const { url, opsUrl } = service
  expect(await untilDropped(url, opsUrl)).toBeGreaterThanOrEqual(100)
  expect((await fetch(`${opsUrl}/live`)).status).toBe(200)
  expect(await service.end()).toMatchObject({ code: 0, signal: null })
})

it('a pipe that nobody reads drops lines, and the log says how many once it is read', async () => {
  const pipe = join(await newFolder(), 'log')
  await getOutput('mkfifo', [pipe])
  const service = await startWith(pipe)
  const { url, opsUrl } = service
  expect(await untilDropped(url, opsUrl)).toBeGreaterThan(0)
  expect((await fetch(`${opsUrl}/live`)).status).toBe(200)
  let log = ''
  createReadStream(pipe, 'utf8').on('data', (data) => {
    log += data
  })
  await waitUntil(() => log.endsWith('\n'))
  await fetch(url)
  await waitUntil(() => log.includes('log lines were dropped'))
  const lines = log.split('\n').slice(0, -1)
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, lines: expect.any(Number) }),
  )
  expect(await service.end()).toMatchObject({ code: 0, signal: null })
})

it('a log of several processes is written in whole lines that fit into one write to a pipe', () => {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  const output = new LogOutput(stream, { isShared: true })
  const line = `${'a'.repeat(299)}\n`
  for (let count = 0; count < 100; count++) output.write(line)
  output.flush()
  expect(written.join('')).toBe(line.repeat(100))
  expect(written.filter((part) => part.length > 4_096 || !part.endsWith('\n'))).toEqual([])
  expect(written.length).toBeLessThan(10)
})
