import { beforeEach, describe, expect, it } from 'vitest'
import type { Lamp } from '../../../product/generated/api.d.ts'
import { callerOf } from '../../../support/caller.ts'
import { sharedService } from '../../../support/shared-service.ts'

const [morning, noon, evening] = ['2025-11-20T09:00:00.000Z', '2025-11-20T12:00:00.000Z', '2025-11-20T18:00:00.000Z']
let time = morning
const service = await sharedService({ now: () => new Date(time) })
const ann = callerOf(service, 'ann')

let lamp: Lamp
let path: string
beforeEach(async () => {
  time = morning
  ;({ lamp, path } = await ann.create('Desk', 'green'))
  time = noon
})

const change = (body: unknown, headers: Record<string, string> = {}) => ann.send('PATCH', path, { headers, body })

describe('updateLamp', () => {
  it('sets updatedAt to the time of the last change, but never back', async () => {
    await change({ name: 'Bracken' })
    time = evening
    const last = await change({ name: 'Desk' })
    expect(last.body).toEqual({ ...lamp, updatedAt: evening })
    time = '2025-11-19T00:00:00.000Z'
    const { headers, body } = await change({ name: 'Wall' })
    expect(body).toEqual({ ...lamp, name: 'Wall', updatedAt: evening })
    expect(headers.get('ETag')).not.toBe(last.headers.get('ETag'))
  })
})
