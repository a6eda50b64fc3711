// The words of readers for what the docs call otherwise, such as "throttling" for a chapter about rate limits.

import type { Schema } from '../../contract/model/openapi.ts'
import { toTerms, wordsIn } from '../../docs/search-terms.ts'

/** Words of readers for subjects of any API. A title or a parameter with a word of a subject has the subject. */
const subjects = new Map([
  [
    'authentication authorization security',
    'login sign bearer JWT OAuth credentials API key lifetime expiry role 401 403 unauthorized forbidden',
  ],
  [
    'conditional precondition etag concurrency',
    'concurrency concurrent optimistic lock race lost simultaneous caching 304 409 412',
  ],
  ['retry idempotency', 'same request post twice double again resend replay network failure timeout'],
  ['rate throttling', 'throttle quota too many requests per second slow backoff 429'],
  ['page paging pagination', 'paginate cursor offset next previous all iterate infinite scroll'],
  ['filter', 'where narrow only'],
  ['search q query', 'find full text keyword lookup'],
  ['sort', 'ascending descending newest oldest latest alphabetical'],
  ['error problem', 'code status message failure exception validation 400 404 500 503'],
  ['body payload', 'size max large big content type encoding charset 413 415'],
  ['cors', 'cross origin browser preflight JavaScript frontend'],
  ['deprecation version', 'versioning breaking change compatibility removal changelog upgrade'],
  ['download', 'OpenAPI Swagger specification definition file'],
  ['owner ownership tenant', 'permission user private account isolation share'],
  ['first start quickstart', 'getting started quickstart begin tutorial base URL'],
  ['client sdk library', 'package language example'],
  ['limit', 'max page size'],
  ['count total', 'total how many number'],
  ['since from min', 'after later newer start'],
  ['until to max', 'before earlier older end'],
  ['tag label category', 'category group'],
])

const methods: Record<string, string> = {
  get: 'fetch show view detail one single',
  post: 'add new insert make save',
  put: 'replace overwrite upsert full update',
  patch: 'partial update edit modify rename set',
  delete: 'remove erase destroy drop',
}

/** @param texts Titles and names of parameters. @param method In lower case. Default: none. */
export function synonyms(texts: string[], method = ''): string {
  const terms = new Set(texts.flatMap((text) => wordsIn(text).flatMap(toTerms)))
  const found = [...subjects].filter(([subject]) =>
    wordsIn(subject)
      .flatMap(toTerms)
      .some((term) => terms.has(term)),
  )
  return [...found.map(([, text]) => text), methods[method] ?? ''].join(' ').trim()
}

/** Words of readers for a schema. */
export function schemaSynonyms({ maxLength, format = '', enum: values }: Schema): string {
  const length = maxLength === undefined ? '' : 'max maximum length allowed characters'
  return [length, values ? 'allowed values options' : '', formats[format] ?? ''].join(' ').trim()
}

const formats: Record<string, string> = {
  'date-time': 'date time format timezone zone UTC',
  date: 'date format',
  uuid: 'UUID GUID id format',
}
