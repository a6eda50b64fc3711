// The lists of entity tags in conditions (RFC 9110, 13). The contract tester sends conditions of every kind.
import { expect, it } from 'vitest'
import { isNotModified, requireConditions } from '../../../core/conditions/conditions.ts'

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
