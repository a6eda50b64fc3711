import { beforeEach, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../../generated/api.d.ts'
import { callerOf } from '../../../../../test/support/caller.ts'
import { sharedService } from '../../../../../test/support/shared-service.ts'

const [morning, noon, evening] = ['2025-11-20T09:00:00.000Z', '2025-11-20T12:00:00.000Z', '2025-11-20T18:00:00.000Z']
let time = morning
const service = await sharedService({ now: () => new Date(time) })
const ann = callerOf(service, 'ann')

let plant: Plant
let path: string
beforeEach(async () => {
  time = morning
  ;({ plant, path } = await ann.create('Fern', 'green'))
  time = noon
})

const change = (body: unknown, headers: Record<string, string> = {}) => ann.send('PATCH', path, { headers, body })

describe('updatePlant', () => {
  it('sets updatedAt to the time of the last change, but never back', async () => {
    await change({ name: 'Bracken' })
    time = evening
    const last = await change({ name: 'Fern' })
    expect(last.body).toEqual({ ...plant, updatedAt: evening })
    time = '2025-11-19T00:00:00.000Z'
    const { headers, body } = await change({ name: 'Moss' })
    expect(body).toEqual({ ...plant, name: 'Moss', updatedAt: evening })
    expect(headers.get('ETag')).not.toBe(last.headers.get('ETag'))
  })
})
