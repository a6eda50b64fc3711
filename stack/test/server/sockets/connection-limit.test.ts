// The service as a process with a low limit of open files, while clients without a token open many connections.
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSocket } from '../../support/raw-http.ts'
import { existingDataFolder, getLog, runServer, startProcess } from '../../support/service-process.ts'
import { waitFor } from '../../support/wait.ts'

const withOpenFiles = (count: number) => `ulimit -n ${count}; exec "$@"`

// Other systems than Linux do not tell the limit.
describe.runIf(existsSync('/proc/self/limits'))('with a hard limit of 256 open files', () => {
  it('400 connections with incomplete requests leave descriptors for probes, backups and later requests', async () => {
    const settings = { OPS_PORT: '0', DATA: await existingDataFolder(), RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' }
    const service = await startProcess(settings, { shell: withOpenFiles(256) })
    const { url, opsUrl } = service
    const sockets = await Promise.all(Array.from({ length: 400 }, () => openSocket(url)))
    for (const socket of sockets) socket.write('GET /lamps HTTP/1.1\r\nHost: ')
    const statuses = []
    for (const path of ['/live', '/ready', '/metrics']) statuses.push((await fetch(opsUrl + path)).status)
    statuses.push((await fetch(`${opsUrl}/backup`, { method: 'POST' })).status)
    expect(statuses).toEqual([200, 200, 200, 201])
    expect(sockets.filter(({ closed }) => !closed).length).toBeGreaterThan(100)
    for (const socket of sockets) socket.destroy()
    await waitFor(async () => expect((await fetch(`${url}/lamps`)).status).toBe(401))
    await service.end()
    expect(getLog(service)).toEqual([
      expect.objectContaining({
        level: 40,
        openFiles: 256,
        maxConnections: expect.toSatisfy((count) => count > 100 && count < 192),
        msg: expect.stringMatching(
          /^the limit of open files allows fewer connections than MAX_CONNECTIONS: raise the limit of open files/,
        ),
      }),
    ])
  })

  it('a limit that leaves no descriptors for connections makes the start fail with one line', async () => {
    const { code, stderr } = await runServer({ DATA: await existingDataFolder() }, [
      'sh',
      '-c',
      withOpenFiles(80),
      'sh',
    ])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^The process may open 80 files, and needs more than \d+: raise the limit \(ulimit -n, LimitNOFILE=\)\.\n$/,
      ),
    })
  })
})
