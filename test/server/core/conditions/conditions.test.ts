// Conditional requests (RFC 9110, 13).
import { beforeEach, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../generated/api.d.ts'
import { isNotModified, requireConditions } from '../../../../server/core/conditions/conditions.ts'
import { callerOf, stableParts } from '../../../support/caller.ts'
import { expectProblem } from '../../../support/problem.ts'
import { sharedService } from '../../../support/shared-service.ts'

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
  const failed = expect.objectContaining({ kind: 'precondition-failed' })
  const noneMatch = { 'If-None-Match': list }
  expect(isNotModified(noneMatch, { ETag: tag })).toBe(knows)
  if (knows) expect(() => requireConditions(noneMatch, { ETag: tag })).toThrow(failed)
  else expect(() => requireConditions(noneMatch, { ETag: tag })).not.toThrow()
  for (const evaluate of [isNotModified, requireConditions]) {
    if (matches) expect(() => evaluate({ 'If-Match': list }, { ETag: tag })).not.toThrow()
    else expect(() => evaluate({ 'If-Match': list }, { ETag: tag })).toThrow(failed)
  }
})

it.each(['*', tag, 'W/"undefined"'])('the list %s names nothing where GET returns nothing', (list) => {
  expect(() => requireConditions({ 'If-Match': list }, { ETag: undefined })).toThrow('If-Match does not match')
  expect(() => requireConditions({ 'If-None-Match': list }, { ETag: undefined })).not.toThrow()
})

const modified = { ETag: tag, 'Last-Modified': 'Sun, 06 Nov 1994 08:49:37 GMT' }

// RFC 9110, 13.2.2: tags take the place of dates.
it.each([
  [{ 'If-None-Match': '"b"', 'If-Modified-Since': modified['Last-Modified'] }, false],
  [{ 'If-None-Match': tag, 'If-Modified-Since': 'Sun, 06 Nov 1994 08:49:36 GMT' }, true],
  [{ 'If-Match': tag, 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:36 GMT' }, false],
  [{ 'If-Match': tag, 'If-Modified-Since': modified['Last-Modified'] }, true],
  [{ 'If-Unmodified-Since': modified['Last-Modified'], 'If-Modified-Since': modified['Last-Modified'] }, true],
])('of the conditions %o, the tags count', (headers, knows) => {
  expect(isNotModified(headers, modified)).toBe(knows)
})

it.each([
  { 'If-Match': '"b"', 'If-Unmodified-Since': modified['Last-Modified'] },
  { 'If-None-Match': tag, 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:36 GMT' },
])('a false precondition fails first: %o', (headers) => {
  expect(() => isNotModified(headers, modified)).toThrow('Read again')
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
})

describe('If-None-Match of a write', () => {
  const writes: [string, (value: string) => ReturnType<typeof ann.send>, number][] = [
    ['PATCH', (value) => ann.send('PATCH', path, { headers: { 'If-None-Match': value }, body: { name: 'Moss' } }), 200],
    ['DELETE', (value) => ann.send('DELETE', path, { headers: { 'If-None-Match': value } }), 204],
  ]
  it.each(writes)('refuses a %s that names the current tag, and allows others', async (_method, write, success) => {
    for (const current of ['*', etag, `W/${etag}`, `"b", ${etag}`]) {
      await expectProblem(await write(current), 'precondition-failed', {
        detail: 'If-None-Match matches the current ETag.',
      })
      expect(await stored()).toEqual(plant)
    }
    expect((await write('"b"')).status).toBe(success)
  })
})

describe('GET with If-Match', () => {
  it.each([
    ['a plant', () => path],
    ['a list', () => '/plants?limit=3'],
  ])('returns %s only if the tag is current', async (_what, target) => {
    const current = (await ann.send('GET', target())).headers.get('ETag') ?? ''
    const get = (headers: Record<string, string>, method = 'GET') => ann.send(method, target(), { headers })
    for (const value of ['*', current, `"b", ${current}`]) expect((await get({ 'If-Match': value })).status).toBe(200)
    for (const value of ['"b"', `W/${current}`]) {
      await expectProblem(await get({ 'If-Match': value }), 'precondition-failed')
      expect((await get({ 'If-Match': value }, 'HEAD')).status).toBe(412)
    }
    // If-Match comes first (RFC 9110, 13.2.2).
    await expectProblem(await get({ 'If-Match': '"b"', 'If-None-Match': '*' }), 'precondition-failed')
    expect((await get({ 'If-Match': '*', 'If-None-Match': current })).status).toBe(304)
  })
})

describe('a conditional POST', () => {
  const create = (headers: Record<string, string>) => ann.send('POST', '/plants', { headers, body: { name: 'Moss' } })
  const tagOfList = async (query = '') => (await ann.send('GET', `/plants${query}`)).headers.get('ETag') ?? ''

  it('is refused if the list is not as If-Match says, and adds nothing', async () => {
    const before = await tagOfList()
    const count = (await ann.plants()).length
    for (const other of ['"b"', etag, `W/${before}`, await tagOfList('?limit=1')]) {
      await expectProblem(await create({ 'If-Match': other }), 'precondition-failed')
    }
    for (const current of ['*', before, `W/${before}`]) {
      await expectProblem(await create({ 'If-None-Match': current }), 'precondition-failed')
    }
    expect(await ann.plants()).toHaveLength(count)
    expect((await create({ 'If-Match': await tagOfList() })).status).toBe(201)
    expect((await create({ 'If-Match': '*' })).status).toBe(201)
    expect((await create({ 'If-None-Match': '"b"' })).status).toBe(201)
    expect(await ann.plants()).toHaveLength(count + 3)
  })

  it('is refused before its Idempotency-Key counts', async () => {
    const key = { 'Idempotency-Key': 'conditional-1' }
    await expectProblem(await create({ ...key, 'If-None-Match': '*' }), 'precondition-failed')
    expect((await create(key)).status).toBe(201)
  })
})

describe('PATCH with If-Match', () => {
  it('returns 412 even for a body that changes nothing', async () => {
    await expectProblem(await change('"b"', {}), 'precondition-failed')
  })

  it('and DELETE with If-Match do not both succeed at the same time', async () => {
    const [changed, deleted] = await Promise.all([change(etag), remove(etag)])
    expect([changed.status, deleted.status]).toEqual(changed.status === 200 ? [200, 412] : [404, 204])
  })
})
