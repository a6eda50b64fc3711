// A backup of PostgreSQL, restored: the service over it serves the same bytes.
import { afterAll, expect, it, vi } from 'vitest'
import { everythingOf } from '../../support/everything-of.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { baseBackup } from '../../support/postgres/base-backup.ts'
import { PostgresServer, startPostgresServer } from '../../support/postgres/server.ts'
import { json, type Service, startService } from '../../support/service.ts'

afterAll(cleanUp)

it('a restored copy of the files serves the same bytes, and never a wrong 304', { timeout: 120_000 }, async () => {
  const now = () => new Date('2026-11-22T10:00:00.120Z')
  const folder = await newFolder()
  const server = await startPostgresServer({ fsync: false })
  await using service = await startService({ folder, now, settings: { DATABASE_URL: server.url() } })
  const add = async (one: Service, subject: string, name: string) => {
    const { method = '', headers, body = '' } = json({ name })
    const Authorization = `Bearer ${await one.token(subject)}`
    return (await one.request('/plants', { method, body, headers: { ...headers, Authorization } })).status
  }
  for (let number = 0; number < 250; number++)
    await add(service, number % 50 === 0 ? 'ann' : 'gardener', `Fern ${number}`)

  let writes = 0
  let isDone = false
  const writers = Array.from({ length: 5 }, async () => {
    while (!isDone) if ((await add(service, 'bob', 'Moss')) === 201) writes++
  })
  await vi.waitFor(() => expect(writes).toBeGreaterThan(20), 20_000)
  const before = writes
  const copy = await baseBackup(server, { withLog: true })
  isDone = true
  await Promise.all(writers)
  const restored = new PostgresServer(server.installation, copy, await freePort())
  await restored.start()
  await using again = await startService({ folder, now, settings: { DATABASE_URL: restored.url() } })

  const subjects = ['gardener', 'ann']
  expect(await everythingOf(again, subjects)).toEqual(await everythingOf(service, subjects))
  const { bob } = await everythingOf(again, ['bob'])
  const count = bob?.pages.flatMap(({ body }) => JSON.parse(body)).length ?? 0
  expect(count).toBeGreaterThanOrEqual(before)
  expect(count).toBeLessThanOrEqual(writes)

  expect(await add(service, 'gardener', 'Lost')).toBe(201)
  const etag = (await service.request('/plants')).headers.get('ETag') ?? ''
  const ask = async () => (await again.request('/plants', { headers: { 'If-None-Match': etag } })).status
  expect(await ask()).toBe(200)
  expect(await add(again, 'gardener', 'Another')).toBe(201)
  expect(await ask()).toBe(200)
})
