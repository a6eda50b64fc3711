// Entity tags, and the lists of them in conditions (RFC 9110, 13). The contract tester sends conditions of every kind.
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
