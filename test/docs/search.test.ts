// Words that people search for lead to the chapter about them, with the first result.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSearch } from '../../stack/docs/search.ts'
import { root } from '../../stack/test/support/folder.ts'

const page = await readFile(join(root, 'generated/docs.html'), 'utf8')
const [, data = '{}'] = / id="docs-data">(.*?)<\/script>/.exec(page) ?? []
const search = createSearch(JSON.parse(data).entries)

/** The route of the first result, without `/section/`. */
const first = (query: string) => search(query)[0]?.entry.route.replace('/section/', '')

const words = {
  paging: ['pagination', 'paging', 'next page', 'next page link'],
  'filters-order-and-search': ['filter', 'untagged', 'search', 'newest first'],
  '/other/listplants': ['limit', 'tag', 'sort'],
  'first-steps': ['token'],
  authentication: ['401', 'expired token', 'how do I get a token', 'scopes'],
  retries: ['idempotency', 'idempot', 'retry', 'duplicates'],
  'conditional-requests': ['ETag', 'If-Match', 'conflict', '412', 'overwrite'],
  'rate-limits': ['429', 'rate limit'],
  errors: ['error format', 'problem'],
  '/other/deleteplant': ['delete'],
  'request-bodies': ['body size'],
  cors: ['CORS'],
  '/schemas#schemas/timestamp': ['time format'],
  ownership: ['owner'],
  downloads: ['npm install'],
  'other-methods-and-headers': ['HEAD', 'OPTIONS'],
  'order-of-checks': ['order of checks'],
  deprecation: ['deprecated'],
}

it.each(Object.entries(words))('the first result is %s for %j', (route, queries) => {
  expect(queries.map(first)).toEqual(queries.map(() => route))
})
