// The short form of `make endurance`, and that it finds a mock that keeps something of each request.
import { expect, it } from 'vitest'
import { startMock } from '../../../server/mock/start-mock.ts'
import { endure, maxGrowth } from './endurance.ts'

it('the memory of a mock that keeps plants does not grow', { timeout: 60_000 }, async () => {
  await using mock = await startMock({ stateful: true, plants: [{ name: 'Ivy' }] })
  const { growth, statuses } = await endure({ ...mock, requests: 5_000 })
  expect(growth).toBeLessThan(maxGrowth)
  expect([...statuses.keys()].toSorted()).toEqual([200, 201, 204, 304, 400, 404])
})

it('a mock that keeps 2 kB of each request is found', { timeout: 60_000 }, async () => {
  await using mock = await startMock({ stateful: true })
  const kept: string[][] = []
  const onRequests = () => kept.push(Array.from({ length: 500 }, (_, index) => `${kept.length} ${index}`))
  const { growth } = await endure({ ...mock, requests: 3_000, onRequests })
  expect(growth).toBeGreaterThan(maxGrowth)
})
