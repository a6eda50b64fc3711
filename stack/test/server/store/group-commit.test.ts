import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { groupCommit } from '../../../server/store/group-commit.ts'

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
