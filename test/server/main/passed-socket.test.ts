// A service whose supervisor holds the socket open, so that connections wait during a restart.
import { openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newDatabase } from '../../../stack/test/support/postgres/database.ts'
import { findChildren } from '../../../stack/test/support/process.ts'
import { usedFolder } from '../../support/service-process.ts'
import { bindSocket, startSupervised } from '../../support/supervised-service.ts'

it('a connection that arrives between two processes gets its response', async () => {
  const settings = { DATA: await usedFolder(), PORT: '1' }
  const socket = bindSocket()
  const url = `http://127.0.0.1:${socket.port}/plants`
  const first = await startSupervised(socket, settings)
  expect((await fetch(url)).status).toBe(401)
  expect(await first.stop()).toBe(0)
  const waiting = fetch(url)
  const second = await startSupervised(socket, settings)
  expect((await waiting).status).toBe(401)
  expect(await second.stop()).toBe(0)
})

it('two workers accept connections from the socket, and the service exits with status 1 if both are killed', async () => {
  const DATABASE_URL = (await newDatabase()).url
  const socket = bindSocket()
  const settings = { DATA: await usedFolder(), DATABASE_URL, WORKERS: '2' }
  const service = await startSupervised(socket, settings)
  const get = () => fetch(`http://127.0.0.1:${socket.port}/plants`, { headers: { Connection: 'close' } })
  expect([(await get()).status, (await get()).status]).toEqual([401, 401])
  const workers = findChildren(service.pid)
  expect(workers).toHaveLength(2)
  for (const pid of workers) process.kill(pid, 'SIGKILL')
  expect(await service.ended).toMatchObject({ code: 1, signal: null })
})

it.each<[what: string, descriptor: () => number, error: RegExp]>([
  [
    'a socket that other machines can reach, without AUTH_ISSUER,',
    () => bindSocket('0.0.0.0').descriptor,
    /: http:\/\/0\.0\.0\.0:\d+ is reachable from other machines, so AUTH_ISSUER= is required\.\n$/,
  ],
  [
    'a descriptor that is not a socket',
    () => openSync('/dev/null', 'r'),
    /: The socket of LISTEN_FDS cannot be used \(\w+\): pass one TCP socket\.\n$/,
  ],
])('%s stops the start with one line', async (_, descriptor, error) => {
  const start = startSupervised({ descriptor: descriptor() }, { DATA: await usedFolder() })
  await expect(start).rejects.toThrow(expect.objectContaining({ message: expect.stringMatching(error) }))
})
