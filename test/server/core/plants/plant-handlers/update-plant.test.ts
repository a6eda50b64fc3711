import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../../generated/api.d.ts'
import { type Gardener, gardener, problemOf } from '../../../../support/caller.ts'
import { type Service, startService } from '../../../../support/service.ts'

const unknown = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const [morning, noon] = ['2025-11-20T09:00:00.000Z', '2025-11-20T12:00:00.000Z']

let time: string
let service: Service
let ann: Gardener
let bob: Gardener
beforeAll(async () => {
  service = await startService({ now: () => new Date(time) })
  ann = gardener(service, 'ann')
  bob = gardener(service, 'bob')
})
afterAll(() => service[Symbol.asyncDispose]())

let plant: Plant
let path: string
let etag: string
beforeEach(async () => {
  time = morning
  ;({ plant, path, tag: etag } = await ann.add('Fern', 'green'))
  time = noon
})

async function kept(): Promise<unknown> {
  return (await ann.ask('GET', path)).body
}

describe.each(['application/merge-patch+json', 'application/json'])('updatePlant with %s', (mediaType) => {
  const headers = { 'Content-Type': mediaType }

  it.each<[string, object, Partial<Plant>]>([
    ['the name', { name: 'Bracken' }, { name: 'Bracken' }],
    ['the tag', { tag: 'wild' }, { tag: 'wild' }],
    ['both', { name: 'Bracken', tag: 'wild' }, { name: 'Bracken', tag: 'wild' }],
    ['the tag to none with null', { tag: null }, { tag: '' }],
    ['the tag to none with an empty text', { tag: '' }, { tag: '' }],
    ['the name and empties the tag', { name: 'Bracken', tag: null }, { name: 'Bracken', tag: '' }],
    ['the name to one that only looks the same', { name: 'Fern ' }, { name: 'Fern ' }],
    ['to the longest texts', { name: '🌵'.repeat(200), tag: '🌿'.repeat(64) }, {}],
  ])('changes %s, and the time of the change, and nothing else', async (_what, body, difference) => {
    const answer = await ann.ask('PATCH', path, { headers, body })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    expect(answer.body).toEqual({ ...plant, ...body, ...difference, updatedAt: noon })
    expect(await kept()).toEqual(answer.body)
  })

  it('never dates a change before the one before it, though the clock be set back', async () => {
    time = '2025-11-19T00:00:00.000Z'
    const answer = await ann.ask('PATCH', path, { headers, body: { name: 'Bracken' } })
    expect(answer.body).toMatchObject({ name: 'Bracken', createdAt: morning, updatedAt: morning })
    expect(answer.headers.get('ETag')).not.toBe(etag)
  })

  it.each([
    ['an empty object', {}],
    ['the same name', { name: 'Fern' }],
    ['the same tag', { tag: 'green' }],
    ['the same name and tag', { tag: 'green', name: 'Fern' }],
  ])('changes nothing with %s, not even the time of the change', async (_what, body) => {
    const answer = await ann.ask('PATCH', path, { headers, body })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(plant)
    expect(answer.headers.get('ETag')).toBe(etag)
    expect(await kept()).toEqual(plant)
  })

  it('changes nothing where an empty tag is emptied', async () => {
    const bare = await ann.add('Moss')
    time = '2025-11-20T15:00:00.000Z'
    expect((await ann.ask('PATCH', bare.path, { headers, body: { tag: null } })).body).toEqual(bare.plant)
  })

  it.each([
    ['a name that is null', { name: null }, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a name of white space only', { name: ' \u00a0\u3000' }, '/name'],
    ['a name of 201 code points', { name: 'x'.repeat(201) }, '/name'],
    ['a name that is a number', { name: 1 }, '/name'],
    ['a name that is a list', { name: ['Bracken'] }, '/name'],
    ['a name with half a surrogate pair', { name: 'a\ud800' }, '/name'],
    ['a good name with a bad tag', { name: 'Bracken', tag: 'a\nb' }, '/tag'],
    ['a tag of 65 code points', { tag: '🌿'.repeat(65) }, '/tag'],
    ['a tag that is a number', { tag: 0 }, '/tag'],
    ['a tag that is false', { tag: false }, '/tag'],
    ['a tag that is an object', { tag: {} }, '/tag'],
    ['a good name with an unknown property', { name: 'Bracken', colour: 'green' }, '/colour'],
    ['an unknown property that is null', { colour: null }, '/colour'],
    ['an id', { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41' }, '/id'],
    ['a time of creation', { createdAt: morning }, '/createdAt'],
    ['a time of change', { updatedAt: morning }, '/updatedAt'],
    ['a property whose name needs escaping', { 'a/b~c': 1 }, '/a~1b~0c'],
    ['an array', [], ''],
    ['a JSON Patch', [{ op: 'replace', path: '/name', value: 'Bracken' }], ''],
    ['null', null, ''],
    ['a text', 'Bracken', ''],
  ])('refuses %s with 400, names it and changes nothing', async (_what, body, pointer) => {
    const { status, body: problem } = await ann.ask('PATCH', path, { headers, body })
    expect(status).toBe(400)
    expect(problem).toMatchObject({ type: '/problems/invalid-request', errors: [{ pointer }] })
    expect(await kept()).toEqual(plant)
  })

  it('refuses a body that is no JSON, is missing, or sets a prototype, and changes nothing', async () => {
    for (const text of [
      '{"name":',
      '',
      'name=Bracken',
      '{"__proto__":{"name":"Bracken"}}',
      '{"name":"a","name":"b"}',
    ]) {
      expect((await ann.ask('PATCH', path, { headers, text })).status, text).toBe(400)
    }
    expect(await kept()).toEqual(plant)
  })

  it('names every field to mend at once', async () => {
    const { body } = await ann.ask('PATCH', path, { headers, body: { name: null, tag: 1, extra: true } })
    const { errors } = body as { errors: { pointer: string }[] }
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/extra', '/name', '/tag'])
  })
})

describe('updatePlant', () => {
  it.each([
    'text/plain',
    'application/json-patch+json',
    'application/merge-patch+json; charset=latin1',
    'application/problem+json',
    'application/*',
    'json',
  ])('refuses %s with 415, says what it takes, and changes nothing', async (mediaType) => {
    const answer = await ann.ask('PATCH', path, { headers: { 'Content-Type': mediaType }, body: { name: 'Bracken' } })
    expect(answer.status).toBe(415)
    expect(answer.body).toMatchObject({ type: '/problems/unsupported-media-type' })
    expect(answer.headers.get('Accept-Patch')).toBe('application/merge-patch+json, application/json')
    expect(await kept()).toEqual(plant)
  })

  it("answers the same 404 for an unknown, a deleted and somebody else's plant, and leaves it", async () => {
    const deleted = await bob.add('deleted')
    await bob.ask('DELETE', deleted.path)
    for (const [gone, body] of [
      [unknown, { name: 'mine' }],
      [deleted.path, { name: 'mine' }],
      [path, { name: 'mine' }],
      [path, {}],
    ] as const) {
      const answer = await bob.ask('PATCH', gone, { body })
      expect(answer.status).toBe(404)
      expect(problemOf(answer)).toEqual(problemOf(await bob.ask('GET', unknown)))
    }
    expect(await kept()).toEqual(plant)
    expect((await ann.plants()).some(({ name }) => name === 'mine')).toBe(false)
  })

  it("changes the caller's own plant where another caller's has the same id", async () => {
    await using twins = await startService({ newId: () => '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41' })
    const [one, two] = [gardener(twins, 'one'), gardener(twins, 'two')]
    await one.add('Fern')
    await two.add('Fern')
    await one.ask('PATCH', unknown, { body: { name: 'Bracken' } })
    expect(await one.plants()).toMatchObject([{ name: 'Bracken' }])
    expect(await two.plants()).toMatchObject([{ name: 'Fern' }])
  })

  it('refuses an id that is none with 400', async () => {
    const answer = await ann.ask('PATCH', '/plants/monstera', { body: {} })
    expect(answer.body).toMatchObject({ status: 400, errors: [{ parameter: 'id' }] })
  })

  it('answers the entity tag that a GET then answers, and how the answer may be kept', async () => {
    const { headers } = await ann.ask('PATCH', path, { body: { name: 'Bracken' } })
    expect(headers.get('ETag')).not.toBe(etag)
    expect(headers.get('ETag')).toBe((await ann.ask('GET', path)).headers.get('ETag'))
    expect(headers.get('Cache-Control')).toBe('private, no-cache')
    expect(headers.get('Vary')).toBe('Authorization, Origin')
  })

  it('answers what is then listed, at the same place of the list', async () => {
    await ann.add('the next')
    const before = await ann.plants()
    const { body } = await ann.ask('PATCH', path, { body: { name: 'Bracken' } })
    expect(await ann.plants()).toEqual(before.map((listed) => (listed.id === plant.id ? body : listed)))
  })

  it('moves the plant to the list of its new tag', async () => {
    const listed = async (tag: string) =>
      ((await ann.ask('GET', `/plants?limit=100&tag=${tag}`)).body as Plant[]).some(({ id }) => id === plant.id)
    await ann.ask('PATCH', path, { body: { tag: 'wild' } })
    expect([await listed('green'), await listed('wild'), await listed('')]).toEqual([false, true, false])
    await ann.ask('PATCH', path, { body: { tag: null } })
    expect([await listed('green'), await listed('wild'), await listed('')]).toEqual([false, false, true])
  })

  it('adds up changes of different fields that come at once', async () => {
    await Promise.all([
      ann.ask('PATCH', path, { body: { name: 'Bracken' } }),
      ann.ask('PATCH', path, { body: { tag: 'wild' } }),
    ])
    expect(await kept()).toMatchObject({ name: 'Bracken', tag: 'wild' })
  })

  it('names the time of the last change', async () => {
    await ann.ask('PATCH', path, { body: { name: 'Bracken' } })
    time = '2025-11-20T15:00:00.000Z'
    await ann.ask('PATCH', path, { body: { name: 'Fern' } })
    expect(await kept()).toEqual({ ...plant, updatedAt: time })
  })
})
