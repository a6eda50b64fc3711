// What a mock that keeps plants stores does not grow in this test, so its memory must not grow either.
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { startMock } from '../../../server/mock/start-mock.ts'
import { callerOf } from '../../support/caller.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const callers = 100
const rounds = 900

it('the memory of a mock that keeps plants does not grow', { timeout: 60_000 }, async () => {
  await using mock = await startMock({ stateful: true, plants: [{ name: 'Ivy' }] })
  const target = {
    token: async (subject = '') => subject,
    request: (path: string, init?: RequestInit) => fetch(mock.url + path, init),
  }
  const statuses = new Set<number>()
  let requests = 0

  /** Leaves the collection as it was. */
  async function runRound(round: number): Promise<void> {
    const caller = callerOf(target, `caller-${round % callers}`)
    const send: typeof caller.send = async (...request) => {
      const response = await caller.send(...request)
      requests++
      statuses.add(response.status)
      return response
    }
    const etag = (response: Awaited<ReturnType<typeof send>>) => response.headers.get('ETag') ?? ''
    const created = await send('POST', '/plants', {
      headers: { 'Idempotency-Key': randomUUID() },
      body: { name: 'Fern', tag: `shelf ${round % 7}` },
    })
    const path = `/plants/${Object(created.body).id}`
    const list = await send('GET', `/plants?tag=shelf+${round % 7}`)
    await send('GET', `/plants?tag=shelf+${round % 7}`, { headers: { 'If-None-Match': etag(list) } })
    const changed = await send('PATCH', path, { headers: { 'If-Match': etag(created) }, body: { name: 'Moss' } })
    await send('GET', '/plants?limit=0')
    await send('DELETE', path, { headers: { 'If-Match': etag(changed) } })
    await send('GET', path)
  }

  /** @returns The size of the heap afterwards. The mock runs in this process. */
  async function runRounds(from: number, to: number): Promise<number> {
    for (let round = from; round < to; round++) {
      // An idempotency key expires after 24 hours, so that the mock can forget it.
      mock.control.setClock({ shiftSeconds: round * 60 * 60 })
      await runRound(round)
    }
    collectGarbage()
    return process.memoryUsage().heapUsed
  }

  // In the first rounds, Node compiles the code, and fills its caches.
  const before = await runRounds(0, rounds / 3)
  const requestsBefore = requests
  const after = await runRounds(rounds / 3, rounds)
  expect((after - before) / (requests - requestsBefore)).toBeLessThan(150)
  expect([...statuses].toSorted()).toEqual([200, 201, 204, 304, 400, 404])
})
