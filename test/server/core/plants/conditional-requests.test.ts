import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../generated/api.d.ts'
import { entityTagOf, type Gardener, gardener, problemOf } from '../../../support/caller.ts'
import { type Service, startService } from '../../../support/service.ts'

const unknown = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const other = '"AAAAAAAAAAAAAAAAAAAAAAAAAAA"'

let service: Service
let ann: Gardener
let bob: Gardener
let time = new Date('2025-11-20T09:00:00Z')
beforeAll(async () => {
  service = await startService({ now: () => time })
  ann = gardener(service, 'ann')
  bob = gardener(service, 'bob')
})
afterAll(() => service[Symbol.asyncDispose]())

let plant: Plant
let path: string
let tag: string
beforeEach(async () => {
  ;({ plant, path, tag } = await ann.add('Fern', 'green'))
  time = new Date(time.getTime() + 60_000)
})

const malformed = ['abc', '"a', 'a"', 'W/"a', 'w/"a"', '"a" "b"', '"a b"', '', ',', '*, "a"', '"a", *']

describe.each([
  ['a plant', () => path],
  ['a list', () => '/plants?limit=3'],
])('If-None-Match at %s', (_what, address) => {
  const ask = (value: string, method = 'GET') => ann.ask(method, address(), { headers: { 'If-None-Match': value } })
  let current: string
  beforeEach(async () => {
    current = entityTagOf((await ann.ask('GET', address())).headers)
  })

  it('answers 304 with no body to whoever has the answer already', async () => {
    const { status, headers, text } = await ask(current)
    expect(status).toBe(304)
    expect(text).toBe('')
    expect(headers.get('ETag')).toBe(current)
    expect(headers.get('Cache-Control')).toBe('private, no-cache')
    expect(headers.get('Vary')).toBe('Authorization, Origin')
    expect(headers.get('Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('Content-Type')).toBeNull()
    expect(headers.get('Link')).toBeNull()
  })

  it.each<[string, () => string]>([
    ['the weak form', () => `W/${current}`],
    ['a list with it', () => `${other}, ${current}`],
    ['a list with its weak form', () => `${other},W/${current} , "x"`],
    ['a list with a tag that has a comma inside', () => `"a,b", ${current}`],
    ['a list with an empty tag', () => `"",${current}`],
    ['a star', () => '*'],
  ])('answers 304 to %s', async (_form, value) => {
    expect((await ask(value())).status).toBe(304)
  })

  it.each<[string, () => string]>([
    ['another tag', () => other],
    ['the weak form of another', () => `W/${other}`],
    ['the tag in other letters', () => current.toUpperCase().replace('A', 'B')],
    ['a tag that holds it and more', () => `"a,${current.slice(1)}`],
    ['a list without it', () => `${other}, "a,b"`],
    ['a star in quotes', () => '"*"'],
    ['a tag beyond ASCII', () => '"\u00e9"'],
  ])('answers 200 and everything to %s', async (_form, value) => {
    const { status, headers, text } = await ask(value())
    expect(status).toBe(200)
    expect(headers.get('ETag')).toBe(current)
    expect(text).toBe((await ann.ask('GET', address())).text)
  })

  it('answers HEAD with 304 as well', async () => {
    const { status, headers } = await ask(current, 'HEAD')
    expect([status, headers.get('ETag')]).toEqual([304, current])
  })

  it.each(malformed)('refuses %j with 400 and names the header', async (value) => {
    const { status, body } = await ask(value)
    expect(status).toBe(400)
    expect(headersNamed(body)).toEqual(['if-none-match'])
  })
})

describe('If-None-Match', () => {
  it('answers 200 with another tag once the plant has changed, there and in its list', async () => {
    const carol = gardener(service, 'carol')
    const { path } = await carol.add('Fern')
    const known = await Promise.all([path, '/plants'].map(async (at) => [at, await carol.ask('GET', at)] as const))
    await carol.ask('PATCH', path, { body: { name: 'Bracken' } })
    for (const [at, { headers }] of known) {
      const tag = entityTagOf(headers)
      const answer = await carol.ask('GET', at, { headers: { 'If-None-Match': tag } })
      expect(answer.status).toBe(200)
      expect(entityTagOf(answer.headers)).not.toBe(tag)
    }
  })

  it('never makes a 404 a 304', async () => {
    for (const [caller, at, value] of [
      [ann, unknown, '*'],
      [bob, path, tag],
      [bob, path, '*'],
    ] as const) {
      expect((await caller.ask('GET', at, { headers: { 'If-None-Match': value } })).status).toBe(404)
    }
  })
})

const body = { name: 'Bracken' }
const change = (at: string, value: string, who = ann) => who.ask('PATCH', at, { headers: { 'If-Match': value }, body })
const remove = (at: string, value: string, who = ann) => who.ask('DELETE', at, { headers: { 'If-Match': value } })

describe.each([
  ['a change', change, 200, { name: 'Bracken' }],
  ['a deletion', remove, 204, { status: 404 }],
])('If-Match with %s', (_what, write, done, found) => {
  it.each<[string, () => string]>([
    ['the tag of the plant', () => tag],
    ['a list with it', () => `${other}, ${tag}`],
    ['a list with it after a weak one', () => `W/${other},${tag}`],
    ['a list with it after one that ends like a weak mark', () => `"W/",${tag}`],
    ['a list with a tag that has a comma inside', () => `"a,b" ,\t${tag}`],
    ['a star', () => '*'],
  ])('lets it be done for %s', async (_form, value) => {
    expect((await write(path, value())).status).toBe(done)
    expect((await ann.ask('GET', path)).body).toMatchObject(found)
  })

  it.each<[string, () => string]>([
    ['another tag', () => other],
    ['the weak form of the tag', () => `W/${tag}`],
    ['a list with the weak form', () => `${other}, W/${tag}`],
    ['a list without it', () => `${other}, "a,b"`],
    ['a tag that holds it and more', () => `"a,${tag.slice(1)}`],
    ['a star in quotes', () => '"*"'],
  ])('refuses it with 412 for %s, and leaves the plant', async (_form, value) => {
    const answer = await write(path, value())
    expect(answer.status).toBe(412)
    expect(problemOf(answer)).toMatchObject({ type: '/problems/precondition-failed' })
    expect(answer.headers.get('ETag')).toBeNull()
    expect((await ann.ask('GET', path)).body).toEqual(plant)
  })

  it('refuses it with 412 once the plant has changed, and leaves it as it is then', async () => {
    const { body: changed, headers } = await ann.ask('PATCH', path, { body: { tag: 'wild' } })
    expect((await write(path, tag)).status).toBe(412)
    expect((await ann.ask('GET', path)).body).toEqual(changed)
    expect((await write(path, entityTagOf(headers))).status).toBe(done)
  })

  it('still lets it be done after a change that changed nothing', async () => {
    await ann.ask('PATCH', path, { body: {} })
    expect((await write(path, tag)).status).toBe(done)
  })

  it("answers 404 for an unknown, a deleted and somebody else's plant, whatever it says", async () => {
    const deleted = await ann.add('deleted')
    await ann.ask('DELETE', deleted.path)
    for (const value of ['*', tag, deleted.tag, other, `W/${other}`]) {
      const answers = [
        await write(unknown, value),
        await write(deleted.path, value),
        await write(path, value, bob),
        await ann.ask('GET', unknown),
      ]
      for (const answer of answers) expect(problemOf(answer), value).toEqual(problemOf(answers[3] as typeof answer))
      expect(answers[0]?.status).toBe(404)
    }
    expect((await ann.ask('GET', path)).body).toEqual(plant)
  })

  it.each(malformed)('refuses %j with 400, names the header and leaves the plant', async (value) => {
    const { status, body } = await write(path, value)
    expect(status).toBe(400)
    expect(headersNamed(body)).toEqual(['if-match'])
    expect((await write(unknown, value)).status).toBe(400)
    expect((await ann.ask('GET', path)).body).toEqual(plant)
  })
})

describe('If-Match', () => {
  it('is looked at after the body: what is wrong with that comes first', async () => {
    const answer = await ann.ask('PATCH', path, { headers: { 'If-Match': other }, body: { name: '' } })
    expect(answer.status).toBe(400)
  })

  it('refuses even a change that would change nothing', async () => {
    expect((await ann.ask('PATCH', path, { headers: { 'If-Match': other }, body: {} })).status).toBe(412)
  })

  it('is not the tag of the list', async () => {
    const list = await ann.ask('GET', '/plants')
    expect((await remove(path, entityTagOf(list.headers))).status).toBe(412)
  })

  it('lets exactly one of many changes through that come at once', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `of racer ${index}`)
    const headers = { 'If-Match': tag }
    const answers = await Promise.all(names.map((name) => ann.ask('PATCH', path, { headers, body: { name } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
    const winner = answers.find(({ status }) => status === 200)
    expect((await ann.ask('GET', path)).body).toEqual(winner?.body)
  })

  it('lets a change or a deletion through that come at once, never both', async () => {
    const [changed, deleted] = await Promise.all([change(path, tag), remove(path, tag)])
    const first = changed.status === 200 ? [200, 412] : [404, 204]
    expect([changed.status, deleted.status]).toEqual(first)
  })
})

// Names of headers are the same in any case (RFC 9110, 5.1).
function headersNamed(problem: unknown): string[] {
  const { errors = [] } = problem as { errors?: { header?: string }[] }
  return errors.map(({ header = '' }) => header.toLowerCase())
}
