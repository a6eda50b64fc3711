// Synonyms for terms of the docs that readers may search for, such as "throttling" for a chapter about rate limits.

import { STATUS_CODES } from 'node:http'
import type { Schema } from '../../contract/model/openapi.ts'
import { toTerms, wordsIn } from '../../docs/search-terms.ts'

/**
 * Synonyms for subjects of any API. A title or a parameter with a word before the colon gets all words of that line. A
 * status code gets its reason phrase, too.
 */
const subjects = `
authentication authorization security: log-in sign bearer JWT OAuth credentials API key session expiry access denied missing 401 403
conditional precondition etag concurrency: optimistic lock race lost caching stale outdated bandwidth simultaneous traffic 304 409 412
retry idempotency: same request post twice double again safe resend replay network connection lost failure timeout 422
rate throttling: throttle quota too many requests per second hour slow backoff wait blocked 429
page paging pagination: paginate cursor offset next previous all iterate infinite scroll load more
filter: where narrow
search q query: find full text keyword lookup contains
sort: ascending descending newest oldest latest alphabetical
error problem: code message reason failure exception validation invalid wrong down outage bug 400 404 500 503
body payload: size max large big content type encoding charset 413 415
cors: cross origin browser fetch preflight JavaScript frontend
deprecation version: versioning breaking change compatibility removal end life migration changelog upgrade
download: OpenAPI Swagger specification definition schema file
owner ownership tenant: permission user private account isolation visible share
first start quickstart: getting started begin tutorial hello world base URL
client sdk library: package install language example golang dotnet node kotlin swift rust
limit: max page size per
count total: how many number
since from min: after later newer start
until to max: before earlier older end
tag label category: group`

const methods: Record<string, string> = {
  get: 'fetch show view detail one single',
  post: 'add new insert make save',
  put: 'replace overwrite upsert full update',
  patch: 'partial update edit modify rename set unset clear null',
  delete: 'remove erase destroy drop',
}

/** @param texts Titles and names of parameters. @param method HTTP method in lower case. Default: none. */
export function synonyms(texts: string[], method = ''): string {
  const terms = new Set(texts.flatMap((text) => wordsIn(text).flatMap(toTerms)))
  const found = subjects.split('\n').filter((line) => {
    const [subject = ''] = line.split(':')
    return wordsIn(subject).some((word) => toTerms(word).some((term) => terms.has(term)))
  })
  return [...found.map(withReasons), methods[method] ?? ''].join(' ').trim()
}

function withReasons(text: string): string {
  return text.replace(/\b\d{3}\b/g, (status) => `${status} ${STATUS_CODES[status]}`)
}

/** Returns synonyms for a schema. */
export function schemaSynonyms({ maxLength, format = '', enum: values }: Schema): string {
  const length = maxLength === undefined ? '' : 'max maximum length long allowed special characters emoji unicode'
  return [length, values ? 'allowed values options' : '', formats[format] ?? ''].join(' ').trim()
}

const formats: Record<string, string> = {
  'date-time': 'date time format timezone zone UTC',
  date: 'date format',
  uuid: 'UUID GUID id format',
}
