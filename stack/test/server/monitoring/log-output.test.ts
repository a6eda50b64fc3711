// The log of a real process whose stderr cannot be written: a full disk, or a pipe that nobody reads.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { LogOutput } from '../../../server/monitoring/log-output.ts'
import { onCleanUp, root } from '../../support/folder.ts'
import { openSocket } from '../../support/raw-http.ts'
import { usedFolder } from '../../support/service-process.ts'
import { waitUntil } from '../../support/wait.ts'

/** Starts the service with this stderr. Nobody reads a pipe. */
async function start(stderr: number | 'pipe') {
  const DATA = await usedFolder()
  const settings = { DATA, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '0' }
  const child = spawn(process.execPath, ['stack/test/product/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', stderr],
  })
  onCleanUp(async () => void child.kill('SIGKILL'))
  let opsUrl = ''
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    opsUrl ||= /metrics are at (\S+)/.exec(line)?.[1] ?? ''
    const url = /listens on (\S+)/.exec(line)?.[1]
    if (url !== undefined) return { child, url, opsUrl }
  }
  throw new Error('The service did not start.')
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
  const { child, url, opsUrl } = await start(openSync('/dev/full', 'w'))
  expect(await untilDropped(url, opsUrl)).toBeGreaterThanOrEqual(100)
  expect((await fetch(`${opsUrl}/live`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('a pipe that nobody reads drops lines, and the log says how many once it is read', async () => {
  const { child, url, opsUrl } = await start('pipe')
  expect(await untilDropped(url, opsUrl)).toBeGreaterThan(0)
  expect((await fetch(`${opsUrl}/live`)).status).toBe(200)
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (data: string) => {
    log += data
  })
  await waitUntil(() => log.endsWith('\n'))
  await fetch(url)
  await waitUntil(() => log.includes('log lines were dropped'))
  const lines = log.split('\n').slice(0, -1)
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 40, lines: expect.any(Number) }),
  )
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
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
