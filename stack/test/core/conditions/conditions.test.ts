// Entity tags, lists of them, and the order of conditions (RFC 9110, 13). The contract tester sends conditions of every kind.
import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isNotModified, itemTag, listTag, requireConditions } from '../../../core/conditions/conditions.ts'

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

const digest = (text: string) => hash('sha256', text, 'base64url')

it('an entity tag depends on the caller and the body, or on the list, the schema, the revision and the query', () => {
  const lamps = { owner: 'ann', collection: '/lamps' }
  const tags = () => [
    itemTag(digest, 'ann', '{}'),
    itemTag(digest, 'bob', '{}'),
    itemTag(digest, 'ann', '[]'),
    listTag(digest, lamps, 'v1', 'r', { limit: 20 }),
    listTag(digest, { ...lamps, owner: 'bob' }, 'v1', 'r', { limit: 20 }),
    listTag(digest, { ...lamps, collection: '/rooms' }, 'v1', 'r', { limit: 20 }),
    listTag(digest, lamps, 'v2', 'r', { limit: 20 }),
    listTag(digest, lamps, 'v1', 's', { limit: 20 }),
    listTag(digest, lamps, 'v1', 'r', { limit: 21 }),
    listTag(digest, lamps, 'v1', 'r', { limit: 20, tag: '' }),
  ]
  expect(new Set([...tags(), ...tags()]).size).toBe(10)
  const [one, other] = [
    { limit: 20, tag: 'x', after: undefined },
    { tag: 'x', limit: 20 },
  ]
  expect(listTag(digest, lamps, 'v1', 'r', one)).toBe(listTag(digest, lamps, 'v1', 'r', other))
  for (const tag of tags()) expect(tag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
})
