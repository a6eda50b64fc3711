// The short form of `make endurance`, and that it finds a mock that keeps something of each request.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { startMock } from '../../../server/mock/start-mock.ts'
import { endure, maxBytesPerRequest } from './endurance.ts'

it('the memory of a mock that keeps plants does not grow', { timeout: 60_000 }, async () => {
  await using mock = await startMock({ stateful: true, plants: [{ name: 'Ivy' }] })
  const { bytesPerRequest, statuses } = await endure({ ...mock, requests: 5_000 })
  expect(bytesPerRequest).toBeLessThan(maxBytesPerRequest)
  expect([...statuses.keys()].toSorted()).toEqual([200, 201, 204, 304, 400, 404])
})

it('a mock that keeps 500 bytes of each request is found', { timeout: 60_000 }, async () => {
  await using mock = await startMock({ stateful: true })
  const kept: string[] = []
  // Eight requests.
  const onRequests = () => kept.push(randomBytes(2_000).toString('hex'))
  const { bytesPerRequest } = await endure({ ...mock, requests: 3_000, onRequests })
  expect(bytesPerRequest).toBeGreaterThan(maxBytesPerRequest)
})
