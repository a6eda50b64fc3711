// Entity tags are equal if and only if two responses are equal, for one caller and one version of the contract. Conditions
// that name them: RFC 9110, 13.
import { sha256 } from '@noble/hashes/sha2.js'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Plant } from '../../../../generated/api.d.ts'
import * as plans from '../../../../generated/plans.ts'
import { entityTag } from '../../../../server/core/plants/entity-tag.ts'
import { seededRandom } from '../../../proof/storm/random.ts'
import { callerOf, stableParts } from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { startService } from '../../../support/service.ts'
import { sharedService } from '../../../support/shared-service.ts'

describe('an entity tag', () => {
  it('depends on the caller, the body and the link', () => {
    const tags = () => [
      entityTag(sha256, 'ann', '{}'),
      entityTag(sha256, 'bob', '{}'),
      entityTag(sha256, 'ann', '[]'),
      entityTag(sha256, 'ann', '{}', '<?a>; rel="next"'),
      entityTag(sha256, 'ann', '{}', '<?b>; rel="next"'),
    ]
    expect(new Set([...tags(), ...tags()]).size).toBe(5)
    for (const tag of tags()) expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
  })

  it('depends on the version of the contract', async () => {
    const tagUnder = async (version: string) => {
      vi.resetModules()
      vi.doMock('../../../../generated/plans.ts', () => ({ ...plans, version }))
      const { entityTag } = await import('../../../../server/core/plants/entity-tag.ts')
      return entityTag(sha256, 'ann', '{}')
    }
    const tags = [await tagUnder('1.0.0'), await tagUnder('1.0.0'), await tagUnder('1.0.1')]
    vi.doUnmock('../../../../generated/plans.ts')
    expect(new Set(tags).size).toBe(2)
  })

  it('differs for any two responses in a random history, and is equal for equal ones', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32)
    const { pick } = seededRandom(seed)
    // With few names and a clock that sometimes stops, responses often repeat.
    let time = Date.UTC(2025, 10, 20)
    await using service = await startService({ now: () => new Date(time), newId: uuidv7 })
    const callers = [callerOf(service, 'ann'), callerOf(service, 'bob')]
    const tags = new Map<string, string | null>()
    for (let step = 0; step < 60; step++) {
      const caller = pick(callers)
      const paths = (await caller.plants()).map(({ id }) => `/plants/${id}`)
      const body = { name: pick(['a', 'b']), tag: pick(['', 'x']) }
      if (paths.length === 0 || (paths.length < 4 && pick([true, false]))) await caller.create(body.name, body.tag)
      else await caller.send(pick(['PATCH', 'PATCH', 'DELETE']), pick(paths), { body })
      time += pick([0, 0, 1])
      for (const path of ['/plants?limit=1', '/plants?limit=2', '/plants?limit=2&tag=x', '/plants', ...paths]) {
        const { status, headers, text } = await caller.send('GET', path)
        if (status === 404) continue
        const response = JSON.stringify([callers.indexOf(caller), text, headers.get('Link')])
        const tag = headers.get('ETag')
        expect(tags.get(response) ?? tag, `seed ${seed}, step ${step}, ${path}`).toBe(tag)
        tags.set(response, tag)
      }
    }
    expect(new Set(tags.values()).size, `seed ${seed}`).toBe(tags.size)
    expect(tags.size).toBeGreaterThan(50)
  })
})

let now = Date.UTC(2025, 10, 20)
const service = await sharedService({ now: () => new Date(now) })
const ann = callerOf(service, 'ann')
const other = '"AAAAAAAAAAAAAAAAAAAAAAAAAAA"'

let plant: Plant
let path: string
let etag: string
beforeEach(async () => {
  ;({ plant, path, etag } = await ann.create('Fern', 'green'))
  now += 60_000
})

type Form = [form: string, (current: string) => string]
const otherTags: Form[] = [
  ['another tag', () => other],
  ['another tag in its weak form', () => `W/${other}`],
  ['a longer tag', (current) => `"a,${current.slice(1)}`],
  ['a list without the tag', () => `${other}, "a,b"`],
  ['a star in quotes', () => '"*"'],
  ['a tag beyond ASCII', () => '"\u00e9"'],
]
const lists: Form[] = [
  ['a star', () => '*'],
  ['a list with the tag', (current) => `${other}, ${current}`],
  ['a list with an empty tag', (current) => `"",${current}`],
  ['a list with a comma in a tag', (current) => `"a,b" ,\t${current}`],
]

describe.each([
  ['a plant', () => path],
  ['a list', () => '/plants?limit=3'],
])('GET of %s with If-None-Match', (_what, target) => {
  const get = (value: string, method = 'GET') => ann.send(method, target(), { headers: { 'If-None-Match': value } })
  const current = async () => (await ann.send('GET', target())).headers.get('ETag') ?? ''

  it.each<Form>([
    ...lists,
    ['the weak form of the tag', (current) => `W/${current}`],
    ['a list with the weak form', (current) => `${other},W/${current} , "x"`],
  ])('returns 304 for %s', async (_form, value) => {
    expect((await get(value(await current()))).status).toBe(304)
  })

  it.each<Form>([...otherTags, ['the tag in upper case', (current) => current.toUpperCase().replace('A', 'B')]])(
    'returns the whole response for %s',
    async (_form, value) => {
      expect(stableParts(await get(value(await current())))).toEqual(stableParts(await ann.send('GET', target())))
    },
  )

  it.each(['GET', 'HEAD'])('returns 304 to %s without a body and with the headers of a success', async (method) => {
    const tag = await current()
    const headers = { etag: tag, 'cache-control': 'private, no-cache', vary: 'Authorization, Origin' }
    const response = await get(tag, method)
    expect(stableParts(response)).toEqual([304, expect.objectContaining(headers), ''])
    expect(response.headers.get('Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    for (const name of ['Content-Type', 'Link']) expect(response.headers.get(name)).toBeNull()
  })

  it('returns 200 with another tag after a change', async () => {
    const tag = await current()
    const [first] = await ann.plants()
    for (const changed of [`/plants/${first?.id}`, path]) await ann.send('PATCH', changed, { body: { name: `${now}` } })
    const { status, headers } = await get(tag)
    expect(status).toBe(200)
    expect(headers.get('ETag')).not.toBe(tag)
  })
})

const body = { name: 'Bracken' }
const change = (value: string) => ann.send('PATCH', path, { headers: { 'If-Match': value }, body })
const remove = (value: string) => ann.send('DELETE', path, { headers: { 'If-Match': value } })
const stored = async () => (await ann.send('GET', path)).body

describe.each([
  ['PATCH', change, 200, body],
  ['DELETE', remove, 204, { status: 404 }],
])('%s with If-Match', (_method, write, success, after) => {
  it.each<Form>([
    ...lists,
    ['the tag', (current) => current],
    ['a list with the tag after a weak one', (current) => `W/${other},${current}`],
    ['a list with the tag after one that looks like the sign of a weak one', (current) => `"W/",${current}`],
  ])('succeeds for %s', async (_form, value) => {
    expect((await write(value(etag))).status).toBe(success)
    expect(await stored()).toMatchObject(after)
  })

  it.each<Form>([
    ...otherTags,
    ['the weak form of the tag', (current) => `W/${current}`],
    ['a list with the weak form', (current) => `${other}, W/${current}`],
  ])('returns 412 for %s, and changes nothing', async (_form, value) => {
    const response = await write(value(etag))
    await expectProblem(response, '/problems/precondition-failed')
    expect(response.headers.get('ETag')).toBeNull()
    expect(await stored()).toEqual(plant)
  })

  it('returns 412 after another change, which stays', async () => {
    const { body: changed, headers } = await ann.send('PATCH', path, { body: { tag: 'wild' } })
    await expectProblem(await write(etag), '/problems/precondition-failed')
    expect(await stored()).toEqual(changed)
    expect((await write(headers.get('ETag') ?? '')).status).toBe(success)
  })

  it('returns 412 for the tag of the list', async () => {
    const { headers } = await ann.send('GET', '/plants?limit=100')
    await expectProblem(await write(headers.get('ETag') ?? ''), '/problems/precondition-failed')
  })
})

describe('PATCH with If-Match', () => {
  it('returns 412 even for a body that changes nothing', async () => {
    const response = await ann.send('PATCH', path, { headers: { 'If-Match': other }, body: {} })
    await expectProblem(response, '/problems/precondition-failed')
  })

  it('succeeds once if many requests arrive at the same time', async () => {
    const sent = Array.from({ length: 8 }, (_, index) => ({
      headers: { 'If-Match': etag },
      body: { name: `${index}` },
    }))
    const responses = await Promise.all(sent.map((options) => ann.send('PATCH', path, options)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
    expect(await stored()).toEqual(responses.find(({ status }) => status === 200)?.body)
  })

  it('and DELETE with If-Match do not both succeed at the same time', async () => {
    const [changed, deleted] = await Promise.all([change(etag), remove(etag)])
    const expected = changed.status === 200 ? [200, 412] : [404, 204]
    expect([changed.status, deleted.status]).toEqual(expected)
  })
})
