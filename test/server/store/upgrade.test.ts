// Data that an earlier version of the service wrote (data-version-*/README.md).
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'

afterAll(cleanUp)

const name = 'é 🌵 \' " \\ %'

it('an upgrade from version 2 keeps plants and idempotency keys', async () => {
  const folder = await newFolder()
  await cp(join(root, 'test/server/store/data-version-2/plants.db'), join(folder, 'plants.db'))
  // On the day on which the keys were used.
  await using service = await startService({ folder, now: () => new Date('2026-11-22T20:00:00Z') })
  const plants = await (await service.request('/plants')).json()
  const stored = [
    { name: 'Monstera deliciosa', tag: 'Araceae' },
    { name, tag: 'changed' },
  ]
  expect(plants).toMatchObject(stored)

  const createAgain = async (key: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const response = await service.request('/plants', { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, plant: await response.json() }
  }
  const changed = await createAgain('changed-later', { name, tag: '\u2028' })
  const { id, createdAt } = Object.values(plants)[1] as { id: string; createdAt: string }
  expect(changed).toEqual({ status: 201, plant: { id, name, tag: '\u2028', createdAt, updatedAt: createdAt } })
  const deleted = await createAgain('deleted-later', { name: 'Deleted fern' })
  expect(deleted).toMatchObject({
    status: 201,
    plant: { name: 'Deleted fern', tag: '', createdAt: '2026-11-22T09:29:31.343Z' },
  })
  expect((await createAgain('deleted-later', { name: 'Other fern' })).status).toBe(422)
  expect(await (await service.request('/plants')).json()).toMatchObject(stored)
  expect(service.internalErrors).toEqual([])
})
