// Entity tags are equal if and only if two responses to one caller are equal. Conditions that name them: RFC 9110, 13.
import { sha256 } from '@noble/hashes/sha2.js'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../generated/api.d.ts'
import { entityTag, isKnown, requireMatch } from '../../../../server/core/plants/entity-tag.ts'
import { callerOf, stableParts } from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
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
    expect(entityTag(sha256, 'ann', '{}')).toBe(entityTag(sha256, 'ann', '{}', ''))
    for (const tag of tags()) expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
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

const tag = '"AAAAAAAAAAAAAAAAAAAAAAAAAAA"'

it.each([
  ['*', true, true],
  [tag, true, true],
  [`"b", ${tag}`, true, true],
  [`"",${tag}`, true, true],
  [`"a,b" ,\t${tag}`, true, true],
  [`W/"b",${tag}`, true, true],
  [`"W/",${tag}`, true, true],
  [`W/${tag}`, true, false],
  [`"b",W/${tag} , "c"`, true, false],
  ['"b"', false, false],
  ['W/"b"', false, false],
  ['"b", "a,b"', false, false],
  ['"*"', false, false],
  ['"\u00e9"', false, false],
  [tag.toLowerCase(), false, false],
  [`"a,${tag.slice(1)}`, false, false],
])('the list %s names the tag for If-None-Match: %s, for If-Match: %s', (list, knows, matches) => {
  expect(isKnown(list, tag)).toBe(knows)
  const require = () => requireMatch(list, tag)
  if (matches) expect(require).not.toThrow()
  else expect(require).toThrow(expect.objectContaining({ kind: 'precondition-failed' }))
})

const service = await sharedService()
const ann = callerOf(service, 'ann')
let plant: Plant
let path: string
let etag: string
beforeEach(async () => {
  ;({ plant, path, etag } = await ann.create('Fern', 'green'))
})
const stored = async () => (await ann.send('GET', path)).body

describe.each([
  ['a plant', () => path],
  ['a list', () => '/plants?limit=3'],
])('GET of %s with If-None-Match', (_what, target) => {
  const get = (value: string, method = 'GET') => ann.send(method, target(), { headers: { 'If-None-Match': value } })
  const current = async () => (await ann.send('GET', target())).headers.get('ETag') ?? ''

  it.each(['GET', 'HEAD'])('returns 304 to %s without a body, with the headers of a success', async (method) => {
    const etag = await current()
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization, Origin' }
    const response = await get(etag, method)
    expect(stableParts(response)).toEqual([304, expect.objectContaining(headers), ''])
    for (const name of ['Content-Type', 'Link']) expect(response.headers.get(name)).toBeNull()
  })

  it('returns the whole response for another tag, also after a change', async () => {
    const before = await current()
    expect(stableParts(await get('"b"'))).toEqual(stableParts(await ann.send('GET', target())))
    const [first] = await ann.plants()
    const body = { name: `changed ${before}` }
    for (const changed of [`/plants/${first?.id}`, path]) await ann.send('PATCH', changed, { body })
    const { status, headers } = await get(before)
    expect(status).toBe(200)
    expect(headers.get('ETag')).not.toBe(before)
  })
})

const change = (value: string, body: object = { name: 'Moss' }) =>
  ann.send('PATCH', path, { headers: { 'If-Match': value }, body })
const remove = (value: string) => ann.send('DELETE', path, { headers: { 'If-Match': value } })

describe.each([
  ['PATCH', change, 200, { name: 'Moss' }],
  ['DELETE', remove, 204, { status: 404 }],
])('%s with If-Match', (_method, write, success, after) => {
  it('succeeds for the current tag', async () => {
    expect((await write(`"b", ${etag}`)).status).toBe(success)
    expect(await stored()).toMatchObject(after)
  })

  it('returns 412 for other tags and that of the list, and changes nothing', async () => {
    const list = await ann.send('GET', '/plants?limit=100')
    for (const other of ['"b"', `W/${etag}`, list.headers.get('ETag') ?? '']) {
      const response = await write(other)
      await expectProblem(response, 'precondition-failed')
      expect(response.headers.get('ETag')).toBeNull()
    }
    expect(await stored()).toEqual(plant)
  })

  it('returns 412 after another change, which stays', async () => {
    const { body, headers } = await ann.send('PATCH', path, { body: { tag: 'wild' } })
    await expectProblem(await write(etag), 'precondition-failed')
    expect(await stored()).toEqual(body)
    expect((await write(headers.get('ETag') ?? '')).status).toBe(success)
  })
})

describe('PATCH with If-Match', () => {
  it('returns 412 even for a body that changes nothing', async () => {
    await expectProblem(await change('"b"', {}), 'precondition-failed')
  })

  it('succeeds once if many requests arrive at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => change(etag, { name: `${index}` })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
    expect(await stored()).toEqual(responses.find(({ status }) => status === 200)?.body)
  })

  it('and DELETE with If-Match do not both succeed at the same time', async () => {
    const [changed, deleted] = await Promise.all([change(etag), remove(etag)])
    expect([changed.status, deleted.status]).toEqual(changed.status === 200 ? [200, 412] : [404, 204])
  })
})
