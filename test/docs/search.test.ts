// Words that people search for lead to the chapter about them, with the first result.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { searchIn } from '../../stack/test/support/docs-search.ts'
import { root } from '../../stack/test/support/folder.ts'

const first = await searchIn(join(root, 'generated/docs.html'))

it.each([
  ['pagination', 'paging'],
  ['paging', 'paging'],
  ['next page', 'paging'],
  ['limit', '/other/listplants'],
  ['filter', 'paging'],
  ['tag', '/other/listplants'],
  ['401', 'authentication'],
  ['token', 'first-steps'],
  ['idempotency', 'retries'],
  ['retry', 'retries'],
  ['ETag', 'conditional-requests'],
  ['If-Match', 'conditional-requests'],
  ['conflict', 'conditional-requests'],
  ['412', 'conditional-requests'],
  ['429', 'rate-limits'],
  ['rate limit', 'rate-limits'],
  ['error format', 'errors'],
  ['problem', 'errors'],
  ['delete', '/other/deleteplant'],
  ['next page link', 'paging'],
  ['body size', 'request-bodies'],
  ['CORS', 'cors'],
  ['untagged', 'paging'],
  ['time format', '/schemas#schemas/timestamp'],
  ['expired token', 'authentication'],
  ['how do I get a token', 'authentication'],
  ['scopes', 'authentication'],
  ['overwrite', 'conditional-requests'],
  ['duplicates', 'retries'],
  ['owner', 'ownership'],
  ['npm install', 'downloads'],
  ['HEAD', 'other-methods-and-headers'],
  ['idempot', 'retries'],
  ['deprecated', 'deprecation'],
])('the first result for %s is %s', (query, route) => {
  expect(first(query)).toBe(route)
})

it('nothing is found for nonsense', () => {
  expect(first('qqq')).toBeUndefined()
})
