import { beforeEach, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../../generated/api.d.ts'
import { callerOf } from '../../../../support/caller.ts'
import { expectProblem } from '../../../../support/problem.ts'
import { sharedService } from '../../../../support/shared-service.ts'

const [morning, noon, evening] = ['2025-11-20T09:00:00.000Z', '2025-11-20T12:00:00.000Z', '2025-11-20T18:00:00.000Z']
let time = morning
const service = await sharedService({ now: () => new Date(time) })
const ann = callerOf(service, 'ann')

let plant: Plant
let path: string
let etag: string
beforeEach(async () => {
  time = morning
  ;({ plant, path, etag } = await ann.create('Fern', 'green'))
  time = noon
})

const change = (body: unknown, headers: Record<string, string> = {}) => ann.send('PATCH', path, { headers, body })
const stored = async () => (await ann.send('GET', path)).body

describe.each(['application/merge-patch+json', 'application/json'])('updatePlant with %s', (mediaType) => {
  const headers = { 'Content-Type': mediaType }

  it.each<[object, object]>([
    [{ name: 'Bracken' }, { name: 'Bracken' }],
    [{ tag: 'wild' }, { tag: 'wild' }],
    [
      { name: 'Bracken', tag: 'wild' },
      { name: 'Bracken', tag: 'wild' },
    ],
    [{ tag: null }, { tag: '' }],
    [{ tag: '' }, { tag: '' }],
    [
      { name: 'Bracken', tag: null },
      { name: 'Bracken', tag: '' },
    ],
    [{ name: 'Fern ' }, { name: 'Fern ' }],
  ])('changes with %j only these fields and updatedAt', async (body, changes) => {
    const response = await change(body, headers)
    expect(response).toMatchObject({ status: 200, body: { ...plant, ...changes, updatedAt: noon } })
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await stored()).toEqual(response.body)
  })

  it.each([{}, { name: 'Fern' }, { tag: 'green' }, { tag: 'green', name: 'Fern' }])(
    'changes nothing with %j',
    async (body) => {
      const response = await change(body, headers)
      expect(response).toMatchObject({ status: 200, body: plant })
      expect(response.headers.get('ETag')).toBe(etag)
      expect(await stored()).toEqual(plant)
    },
  )
})

describe('updatePlant', () => {
  it.each([
    ...['text/plain', 'application/json-patch+json', 'application/merge-patch+json; charset=latin1'],
    ...['application/problem+json', 'application/*', 'json'],
  ])('returns 415 for %s, with the media types that it accepts', async (mediaType) => {
    const response = await change({ name: 'Bracken' }, { 'Content-Type': mediaType })
    await expectProblem(response, 'unsupported-media-type')
    expect(response.headers.get('Accept-Patch')).toBe('application/merge-patch+json, application/json')
    expect(await stored()).toEqual(plant)
  })

  it('returns the headers of a GET, with a new entity tag', async () => {
    const { headers } = await change({ name: 'Bracken' })
    const current = await ann.send('GET', path)
    for (const name of ['ETag', 'Cache-Control', 'Vary']) expect(headers.get(name)).toBe(current.headers.get(name))
    expect(headers.get('ETag')).not.toBe(etag)
  })

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
