import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ItemStore } from '../../../core/resources/item-store.ts'
import { groupCommit } from '../../../server/store/group-commit.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { lampOf, lampsOf, listLamps, openLamps } from '../../support/stored-lamps.ts'

let store: ItemStore
beforeEach(async () => {
  store = openLamps(await newFolder())
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
})
afterAll(cleanUp)

it('a write that fails undoes no other write', async () => {
  const changed = lampOf('a', { name: 'changed' })
  const place = lampsOf('ann')
  await store.create(place, lampOf('a'))
  const results = await Promise.allSettled([
    store.create(place, lampOf('b')),
    store.create(place, lampOf('a', { name: 'second' })),
    store.update(place, changed.id, () => changed.text),
    store.create(place, { ...lampOf('b'), key: { name: 'k', keptHours: 1 } }),
    store.create(place, { ...lampOf('c'), key: { name: 'k', keptHours: 1 } }),
    // The lamp is inserted, then its key is refused.
    store.create(place, { ...lampOf('d'), key: { name: 'l', keptHours: Number.NaN } }),
  ])
  expect(results.map(({ status }) => status[0]).join('')).toBe('frfrfr')
  expect(await listLamps(store, 'ann')).toEqual([changed.item, lampOf('b').item, lampOf('c').item])
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
