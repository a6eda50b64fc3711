import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlantStore } from '../../../server/core/plants/plant-store.ts'
import { groupCommit } from '../../../server/store/group-commit.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { idOf, plantOf } from '../../support/plant-store-suite.ts'

let store: PlantStore
beforeEach(async () => {
  store = openSqliteStore(await newFolder())
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})
afterAll(cleanUp)

const everything = { tag: undefined, after: undefined, limit: 101 }

it('writes that arrive together share a commit, up to 100', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const commits = () => exec.mock.calls.filter(([sql]) => sql === 'COMMIT').length
  await Promise.all(Array.from({ length: 100 }, (_, index) => store.create('ann', plantOf(`${index}`))))
  expect(commits()).toBe(1)
  await Promise.all(Array.from({ length: 101 }, (_, index) => store.create('bob', plantOf(`${index}`))))
  expect(commits()).toBe(3)
})

it('a write that fails undoes no other write', async () => {
  const changed = { name: 'changed', tag: 'x', updatedAt: '2025-11-21T09:00:00.000Z' }
  await store.create('ann', plantOf('a'))
  const results = await Promise.allSettled([
    store.create('ann', plantOf('b')),
    store.create('ann', plantOf('a', { name: 'second' })),
    store.update('ann', idOf('a'), changed),
    store.createOnce('ann', { key: 'k', plant: plantOf('b'), keptHours: 1 }),
    store.createOnce('ann', { key: 'k', plant: plantOf('c'), keptHours: 1 }),
    // The plant is inserted, then its key is refused.
    store.createOnce('ann', { key: 'l', plant: plantOf('d'), keptHours: Number.NaN }),
  ])
  expect(results.map(({ status }) => status[0]).join('')).toBe('frfrfr')
  expect((await store.list('ann', everything)).plants).toEqual([plantOf('a', changed), plantOf('b'), plantOf('c')])
})

it('no write is read, and none resolves, before its commit', async () => {
  const order: string[] = []
  const { exec } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    order.push(sql)
    exec.call(this, sql)
  })
  const written = store.create('ann', plantOf('a')).then(() => order.push('resolved'))
  expect((await store.list('ann', everything)).plants).toEqual([])
  await written
  expect(order.slice(-2)).toEqual(['COMMIT', 'resolved'])
})

it('a slow commit leaves the event loop free for as long as it took', async () => {
  const times: [start: number, end: number][] = []
  const commits = groupCommit<undefined>((writes) => {
    const start = performance.now()
    while (performance.now() < start + 30) {
      // A slow disk blocks the thread.
    }
    times.push([start, performance.now()])
    return writes.map((write) => ({ status: 'fulfilled', value: write(undefined) }))
  })
  const writer = async () => {
    for (let count = 0; count < 4; count++) await commits.add(() => count)
  }
  await Promise.all([writer(), sleep(5).then(writer), sleep(10).then(writer)])
  const pauses = times.slice(1).map(([start], index) => start - (times[index]?.[1] ?? 0))
  expect(times.length).toBeLessThanOrEqual(9)
  for (const pause of pauses) expect(pause).toBeGreaterThan(28)
})
