// The first search result for a question is the section or the operation with the answer.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PageData } from '../../stack/docs/main.ts'
import { createSearch } from '../../stack/docs/search.ts'
import { root } from '../../stack/test/support/folder.ts'

const page = await readFile(join(root, 'generated/docs.html'), 'utf8')
const [, embedded = ''] = / id="docs-data">(.*?)<\/script>/.exec(page) ?? []
const { entries }: PageData = JSON.parse(embedded)
const search = createSearch(entries)

const answers = {
  'First steps': ['getting started', 'base url', 'where do I start', 'how do I get a token'],
  Authentication: ['401', 'expired token', 'scopes', 'login', 'forbidden', 'token expiry', 'access denied'],
  Downloads: ['npm install', 'swagger', 'where is the spec'],
  Ownership: ['owner', 'private plants', 'plants of other users'],
  Paging: ['pagination', 'next page', 'infinite scroll', 'paginaton'],
  'Filters, order and search': ['filter', 'untagged', 'full text search'],
  'Conditional requests': [
    'ETag',
    'conflict',
    '412',
    'overwrite',
    'concurrency',
    'optimistic locking',
    'lost update',
    'caching',
    'stale data',
  ],
  Retries: ['idempotency', 'idempot', 'duplicates', 'same post twice', 'timeout', 'connection lost'],
  'Client and SDKs': ['curl example', 'postman', 'sdk', 'typescript client', 'react hooks', 'golang'],
  'Limits, and what there is not': [
    'webhooks',
    'gzip',
    'sandbox',
    'bulk delete',
    'upload photo',
    'undo',
    'test environment',
    'polling',
    'graphql',
    'delete many',
    'duplicate names',
    'realtime updates',
    'sign up',
    'health check',
  ],
  'Rate limits': ['429', 'throttling', 'too many requests', 'backoff'],
  'Request bodies': ['body size', 'payload too large', 'content type'],
  Errors: ['error format', 'error codes', 'validation errors', 'service down'],
  'Errors any request can get': ['bad request', 'trailing slash'],
  'Response headers': ['request id', 'correlation id'],
  'Common responses': ['405', '406'],
  Deprecation: ['deprecated', 'api versioning', 'breaking changes'],
  'Order of checks': ['order of checks'],
  'Other methods and headers': ['HEAD', 'security headers'],
  CORS: ['cross origin', 'browser', 'preflight'],
  'List plants': ['limit', 'sort by name', 'total count', 'created after', 'newest first', 'alphabetical'],
  'Create a plant': ['add a plant', 'new plant'],
  'Read a plant': ['get one plant'],
  'Change a plant': ['partial update', 'rename', 'edit', 'remove tag', 'clear a field'],
  'Delete a plant': ['delete', 'remove a plant'],
  PlantName: ['max name length', 'name too long', 'emoji in name'],
  UriTooLongProblem: ['url too long'],
  Timestamp: ['date format', 'timezone'],
}
const questions = Object.entries(answers).flatMap(([title, all]) => all.map((question) => [question, title]))

it.each(questions)('finds the answer to "%s" first: %s', (question, title) => {
  expect(search(question)[0]?.entry.title).toBe(title)
})
