// Conditional requests (RFC 9110, 13).
import { expect, it } from 'vitest'
import { isNotModified, requireConditions } from '../../../core/conditions/conditions.ts'
import { callerOf } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { sharedService } from '../../support/shared-service.ts'

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
  const refused = 'If-None-Match matches the current ETag.'
  if (knows) expect(() => requireConditions(noneMatch, { ETag: tag })).toThrow(refused)
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
  { 'If-None-Match': tag, 'If-Match': '"b"' },
])('a false precondition fails first: %o', (headers) => {
  expect(() => isNotModified(headers, modified)).toThrow('Read again')
})

const service = await sharedService()
const ann = callerOf(service, 'ann')
const { path } = await ann.create('Desk', 'green')

it('POST evaluates its conditions for the first page of the list, before its Idempotency-Key counts', async () => {
  const tagOfList = async (query = '') => (await ann.send('GET', `/lamps${query}`)).headers.get('ETag') ?? ''
  const create = (headers: Record<string, string>) =>
    ann.send('POST', '/lamps', { headers: { ...headers, 'Idempotency-Key': 'conditional-1' }, body: { name: 'Wall' } })
  await expectProblem(await create({ 'If-Match': await tagOfList('?limit=1') }), 'precondition-failed')
  await expectProblem(await create({ 'If-None-Match': await tagOfList() }), 'precondition-failed')
  expect(await ann.lamps()).toHaveLength(1)
  expect((await create({ 'If-Match': await tagOfList() })).status).toBe(201)
})

it('PATCH with If-Match returns 412 even for a body that changes nothing', async () => {
  const response = await ann.send('PATCH', path, { headers: { 'If-Match': '"b"' }, body: {} })
  await expectProblem(response, 'precondition-failed')
  expect(response.headers.get('ETag')).toBeNull()
})
