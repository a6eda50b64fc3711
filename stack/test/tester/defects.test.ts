// The contract tester finds small, typical defects that a proxy adds to the requests and responses of the real service. It
// accepts what HTTP allows, and nothing more.
import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { catalogue } from '../../tester/catalogue.ts'
import type { Check } from '../../tester/checks.ts'
import { checkResponse } from '../../tester/contract/oracle.ts'
import type { TestedContract } from '../../tester/contract/tested-contract.ts'
import { failedCases, formatFailures } from '../../tester/report.ts'
import { runSuite, type SuiteOptions } from '../../tester/suite.ts'
import type { SystemOptions } from '../../tester/system-under-test.ts'
import { type Changes, rawResponse, startProxy } from '../support/front.ts'
import { startMock } from '../support/service.ts'
import { sharedService } from '../support/shared-service.ts'
import { lampsContract as contract, lampsTokens, contract as rooms } from '../support/tested-contract.ts'
import { waitMs } from '../support/wait.ts'

const inRequest = (from: string | RegExp, to: string): Changes => ({ request: (text) => text.replace(from, to) })
const inResponse = (from: string | RegExp, to: string): Changes => ({ response: (text) => text.replace(from, to) })
/** Responds to matching requests instead of the service. */
const respond = (status: number, to: RegExp): Changes => ({
  request: (text) => (to.test(text) ? rawResponse(status, {}) : text),
})
const removeHeader = (name: string) => (text: string) => text.replace(new RegExp(`^${name}: .*\r\n`, 'im'), '')
/** Changes only the responses with this status. */
const inStatus = (status: number, change: (text: string) => string): Changes => ({
  response: (text) => (text.startsWith(`HTTP/1.1 ${status} `) ? change(text) : text),
})
/** Changes only the requests that match. */
const inMatching = (pattern: RegExp, change: (text: string) => string): Changes => ({
  request: (text) => (pattern.test(text) ? change(text) : text),
})
const toLower = (pattern: RegExp) => (text: string) => text.replace(pattern, (match) => match.toLowerCase())

const encodedLowerCase = (text: string) => encodeURIComponent(decodeURIComponent(text).toLowerCase())

const otherForms = 'valid requests in other forms'
const anyLamp = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

interface DefectOptions {
  /** The check that must find the defect. Default: any check of the category. */
  check?: Check
  timeoutMs?: number
  /** Compares the service with the mock. */
  isCompared?: boolean
  /** Default: the contract of lamps. */
  contract?: TestedContract
}

const inRooms = { contract: rooms }

const defects: [defect: string, foundBy: string, changes: Changes, more?: DefectOptions][] = [
  [
    'the tag filter ignores case',
    'histories with each value',
    { request: (text) => text.replace(/(?<=tag=)[^& ]*/, encodedLowerCase) },
  ],
  ['the tag filter removes spaces', 'histories with each value', inRequest(/(?<=tag=\S*)%20/g, '')],
  ['the default limit is 10', 'histories with many items', inRequest(/^(GET \/lamps)(?= )/, '$1?limit=10')],
  ['limit=101 is accepted', 'invalid parameter values', inRequest('limit=101', 'limit=100')],
  ['Link is missing', 'histories with many items', { response: removeHeader('Link') }],
  ['after accepts an upper-case UUID', 'invalid parameter values', { request: toLower(/(?<=after=)[0-9A-F-]{36}/) }],
  ['a repeated parameter is accepted', 'repeated parameters', inRequest(/&limit=[^& ]*(?=.*HTTP)/, '')],
  ['limit=1e1 is accepted', 'number notations', inRequest('limit=1e1', 'limit=10')],
  ['an unknown parameter is ignored', 'unknown parameters', inRequest(/[?&][^&= ]+=1(?= HTTP)/, '')],
  // Idempotency keys
  ['keys are case-insensitive', 'random histories', { request: toLower(/(?<=^Idempotency-Key: ).*/m) }],
  ['keys are truncated to 64 characters', 'random histories', inRequest(/^(Idempotency-Key: .{64}).*(?=\r)/m, '$1')],
  ['creations with a key ignore tags', 'random histories', inMatching(/^Idempotency-Key/m, removeHeader('If-.*Match'))],
  // Conditions
  ['If-Match uses weak comparison', 'an entity tag that is not current', inRequest('If-Match: W/', 'If-Match: ')],
  ['If-None-Match is ignored', 'an entity tag that is current', { request: removeHeader('If-None-Match') }],
  [
    'If-Unmodified-Since is evaluated in place of If-Match',
    'random histories',
    inMatching(/^If-Unmodified/m, removeHeader('If-Match')),
  ],
  ['a long If-Unmodified-Since is refused', 'valid requests', respond(400, /^If-Unmodified-Since: x{4097}/m)],
  ['If-Match that is not a list is ignored', 'invalid header parameters', { request: removeHeader('If-Match') }],
  // Paths and methods
  ['a trailing slash is accepted', 'unknown paths', inRequest(/^(\S+ \/lamps)\//, '$1')],
  ['405 lists no methods', 'unsupported methods', inStatus(405, removeHeader('Allow'))],
  ['405 lists all methods', 'unsupported methods', inResponse(/^(Allow: ).*(?=\r)/im, '$1GET, POST, PATCH, DELETE')],
  ['an id is case-insensitive', 'malformed identifiers', { request: toLower(/(?<=^\S+ \/lamps\/)[\dA-F-]{36}/) }],
  // Lamps and bodies
  ['a byte order mark is ignored', 'malformed JSON', inRequest('\xef\xbb\xbf', '   ')],
  ['Content-Encoding is ignored', 'unsupported content codings', { request: removeHeader('Content-Encoding') }],
  ['PATCH ignores null', 'random histories', inRequest('{"tag":null}', '{          }')],
  ['names are stored in lower case', 'histories with each value', { request: toLower(/"name":".*?"/) }],
  ['nested arrays get 500', 'bodies that are not objects', respond(500, /\[{2000}/)],
  // Heads that every HTTP library must refuse, and bodies
  ['a second Host is ignored', 'malformed heads', inRequest(/^(Host: .*\r\n)Host: .*\r\n/m, '$1')],
  ['a length that is not a number gets 500', 'malformed heads', respond(500, /Content-Length: x/)],
  ['a body of the maximum size is refused', 'bodies of the maximum size', respond(413, /^Content-Length: 16384\r/m)],
  ['a large body gets 400', 'oversized bodies', respond(400, /^Content-Length: (?:1[7-9]|[2-4]\d)\d{3}\r/m)],
  ['an empty body gets 415', 'missing bodies', respond(415, /^Content-Length: 0\r/m)],
  ['no Content-Type gets 415 before no body', 'missing bodies', respond(415, /^P\w+ (?![\s\S]*Content-Type)/)],
  ['the first of two duplicate names wins', 'duplicate names', inRequest(',"name":"b"}', '}'.padEnd(12))],
  ['property names are case-insensitive', 'unknown properties', inRequest(/(?<!"name":[\s\S]*)"Name":/, '"name":')],
  ['a lamp needs no name', 'missing properties', respond(201, /^POST[\s\S]*\r\n\r\n\{(?!.*"name")/)],
  ['a name may be null', 'invalid property values', inRequest('"name":null', '"name":"ab"')],
  ['creations ignore If-None-Match', 'random histories', inMatching(/^POST/, removeHeader('If-None-Match'))],
  ['a change of the tag is lost', 'changes of different fields', inRequest('{"tag":', '{"nam":')],
  [
    'pages keep their entity tag',
    'random histories',
    {
      request: (text) => text.replace(/Match: "same.*"/, 'Match: *'),
      response: (text) => (/\n\r\n\[/.test(text) ? text.replace(/(?<=etag: ").*(?=")/i, 'same-page'.repeat(3)) : text),
    },
    { check: 'entity_tag_conformance' },
  ],
  ['keyed creations have another owner', 'random histories', inMatching(/^POST[\s\S]*^Idempotency-Key/m, replaceToken)],
  ['dates are ignored', 'a date condition that is false', { request: removeHeader('If-Unmodified-Since') }],
  // Targets and heads
  ['a long target is accepted', 'long targets', inRequest(/\?long=a+/, '')],
  ['a query may have malformed escapes', 'invalid encodings in a query', inRequest(/(?<=tag=)%(?:ZZ|FF|C0%AF)/, 'a')],
  ['an id with malformed escapes gets 404', 'invalid encodings in a path', respond(404, /^\w+ \/lamps\/\S*%/)],
  ['BREW gets 200', 'unknown methods', respond(200, /^BREW /)],
  ['a large head gets 500', 'large heads', respond(500, /^X-Large: /m)],
  ['an unknown expectation gets 500', 'unsupported expectations', respond(500, /^Expect: 200-ok/m)],
  ['a transfer coding gets 500', 'unsupported transfer codings', respond(500, /^Transfer-Encoding: gzip/m)],
  // Headers
  ['an unsupported charset is accepted', 'unsupported media types', inRequest(/; charset=(?:latin1|utf-16)/, '')],
  ['a quality value of 0 is ignored', 'unsupported Accept', inRequest('json;q=0\r', 'json\r')],
  ['Accept is evaluated for an empty response', otherForms, respond(406, /^DELETE[\s\S]*^Accept: text\/html\r/m)],
  ['the authentication scheme is case-sensitive', otherForms, respond(401, /^Authorization: (?!Bearer)/m)],
  ['a second Authorization is ignored', 'repeated Authorization', inRequest(/^(Authorization: .*\r\n)\1/im, '$1')],
  ['401 has no WWW-Authenticate', 'missing or malformed tokens', { response: removeHeader('WWW-Authenticate') }],
  ['403 has a wrong scope', 'a token that lacks a scope', inResponse(/scope="[^"]*"/, 'scope="lamps"')],
  ['HEAD has Content-Length: 0', otherForms, inResponse(/^(Content-Length): .*(?=\r[\s\S]*\r\n\r\n$)/im, '$1: 0')],
  ['Accept-Patch has only one type', 'OPTIONS', inResponse(/^(Accept-Patch: [^,\r]*),.*(?=\r)/im, '$1')],
  ['Accept has only one type', 'unsupported media types', inResponse(/^(Accept: [^,\r]*),.*(?=\r)/im, '$1')],
  ['415 has no Accept-Encoding', 'unsupported content codings', { response: removeHeader('Accept-Encoding') }],
  ['no headers are exposed', 'valid requests', { response: removeHeader('Access-Control-Expose-Headers') }],
  // Checks of several requests, or of the whole run
  [
    'a response never arrives',
    'random histories',
    inMatching(/^Idempotency-Key/m, () => ''),
    { check: 'max_response_time', timeoutMs: 2_000 },
  ],
  [
    'a body has a wrong property name',
    'random histories',
    inStatus(200, (text) => text.replace('"name"', '"nome"')),
    { check: 'response_schema_conformance' },
  ],
  [
    'a retry creates a second lamp',
    'creations with the same key at the same time',
    { request: (text) => text.replace(/^(Idempotency-Key: ).*(?=\r)/m, `$1${randomUUID()}`) },
    { check: 'idempotency_conformance' },
  ],
  ['a deleted lamp remains', 'random histories', inRequest(/^DELETE/, 'OPTIONS'), { check: 'use_after_free' }],
  [
    'a created lamp cannot be read',
    'random histories',
    inRequest(/^(GET \/lamps\/)\S+/, `$1${anyLamp}`),
    { check: 'ensure_resource_availability' },
  ],
  ['every token is accepted', 'a token that is not valid', { request: replaceToken }],
  [
    'all callers have the same lamps',
    'random histories',
    { request: (text) => removeHeader('Idempotency-Key')(replaceToken(text)) },
    { check: 'ownership' },
  ],
  ['an update is lost', 'changes with the same If-Match', inRequest(/^If-Match: .*(?=\r)/m, 'If-Match: *')],
  [
    'createdAt differs',
    'random histories',
    inStatus(200, (text) => text.replace(/"createdAt":"\d{4}/, '"createdAt":"2020')),
    { check: 'timestamps' },
  ],
  [
    'an error message differs from that of the mock',
    'an item that does not exist',
    inResponse('You have no', 'You had no '),
    { isCompared: true, check: 'same_response' },
  ],
  ['the header Deprecation is missing', 'valid requests', { response: removeHeader('Deprecation') }, inRooms],
  ['bookings outlive a room', 'deletion of the parent', inRequest(/^DELETE (?=\/rooms\/[^/]+ )/, 'OPTIONS '), inRooms],
  ['no request gets a documented response', 'coverage', {}],
]

/** Categories that do not apply to lamps, or that another test covers, by the file or name of the test. */
const untestedHere: Record<string, RegExp> = {
  'stack/test/constructs/conformance.test.ts': /requests of other sites/,
  'the test of SKIP below': /two negative cases/,
}

it('the table has a defect for each test of the catalogue', () => {
  const isFound = (name: string) => defects.some(([, foundBy]) => name.includes(foundBy))
  const isExcused = (name: string) => Object.values(untestedHere).some((pattern) => pattern.test(name))
  expect(catalogue.filter(({ name }) => !isFound(name) && !isExcused(name))).toEqual([])
})

/** Sends a valid token in place of any other. */
function replaceToken(text: string): string {
  const withoutToken = text.replace(/^Authorization: .*\r\n/gim, '')
  return withoutToken.replace('\r\n', `\r\nAuthorization: Bearer ${anyTokens.token}\r\n`)
}

const service = await sharedService()
const anyTokens = await lampsTokens(service.folder)

/** Tests the service behind a proxy that changes requests and responses. */
async function testBehind(changes: Changes, suite: Partial<SuiteOptions>, options: Partial<SystemOptions> = {}) {
  await using proxy = await startProxy(service.url, changes)
  // Tests run concurrently: each has its own lamps.
  const tokens = await lampsTokens(service.folder)
  const target = { contract, url: proxy.url, tokens, mayWrite: true, isMock: false, timeoutMs: waitMs, ...options }
  return await runSuite(target, { seed: 20251120, perCategory: 12, statefulTests: 2, skip: [], ...suite })
}

it.concurrent.each(defects)('finds a service where %s', async (_, foundBy, changes, more = {}) => {
  const { check, isCompared = false, ...options } = more
  await using mock = isCompared ? await startMock({ stateful: true }) : undefined
  const suite = { perCategory: 30, statefulTests: 10, coverage: foundBy === 'coverage', only: [foundBy] }
  const result = await testBehind(changes, suite, {
    ...options,
    ...(mock ? { compare: mock.url } : { origin: 'http://localhost:5173' }),
  })
  const failed = failedCases(result)
  expect(failed).not.toEqual([])
  if (check) expect(failed.flatMap(({ violations }) => violations).map((violation) => violation.check)).toContain(check)
  expect(failed.map(({ request }) => request).join()).not.toMatch(/eyJ[^.]*\.eyJ/)
})

const knownMethod = /^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS) /

/** @param only Test categories, invariants and stateful tests. @returns The failures, formatted. */
async function failuresWith(changes: Changes, only: string[], suite: Partial<SuiteOptions> = {}, isStrict = false) {
  const result = await testBehind(changes, { ...suite, only }, { isStrict })
  expect(result.cases).not.toEqual([])
  return formatFailures(result)
}

it.each<[what: string, only: string[], changes: Changes]>([
  [
    'undocumented headers',
    ['valid requests', 'unknown', 'OPTIONS'],
    inResponse(
      /^HTTP\/1\.1 .*\r\n/,
      '$&Server: nginx/1.26.0\r\nVia: 1.1 cache\r\nX-Powered-By: ASP.NET\r\nAlt-Svc: h3=":443"\r\n',
    ),
  ],
  ['a charset', ['valid requests'], inResponse(/^Content-Type: [^;\r]+/im, '$&; charset=utf-8')],
  // The service responds with 405.
  ['405 for an unknown method', ['unknown methods'], {}],
  ...[400, 501].map((status): [string, string[], Changes] => [
    `${status} for an unknown method`,
    ['unknown methods'],
    { request: (text) => (knownMethod.test(text) ? text : rawResponse(status, {})) },
  ]),
  [
    'an obsolete date format without a time zone, in any local time zone',
    ['random histories'],
    inResponse(/^(Date: \w{3}), (\d\d) (\w{3}) (\d{4}) (\S+) GMT\r$/im, '$1 $3 $2 $5 $4\r'),
  ],
])('accepts %s, as RFC 9110 allows', async (_, only, changes) => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await failuresWith(changes, only)).toBe('')
})

describe('the HTTP library of a service', () => {
  const page = (status: number) => rawResponse(status, { 'Content-Type': 'text/html' }, '<h1>Refused</h1>')

  it('gets a note if it refuses a request with its own response, and a failure with STRICT=1', async () => {
    const changes: Changes = { request: (text) => (knownMethod.test(text) ? text : page(405)) }
    const only = ['unknown methods']
    expect(await failuresWith(changes, only)).toBe('')
    expect(await failuresWith(changes, only, {}, true)).toContain('header request-id is missing')
  })

  it('gets a failure if it refuses valid requests', async () => {
    const changes: Changes = { request: (text) => (/^PATCH/.test(text) ? page(405) : text) }
    expect(await failuresWith(changes, ['valid requests'])).toContain('status: expected 200, got 405')
  })
})

it('accepts 404 from an operation only if the operation documents it', () => {
  const findStatus = (id: string) => {
    const operation = contract.operations.find((candidate) => candidate.id === id)
    const response = { status: 404, headers: {}, body: '' }
    return checkResponse(contract, 'GET', operation, response).filter(
      ({ check }) => check === 'status_code_conformance',
    )
  }
  expect([findStatus('listLamps').length, findStatus('getLamp').length, findStatus('none').length]).toEqual([1, 0, 0])
})

it('omits requests with two negative cases if SKIP names one of them', async () => {
  const changes: Changes = { request: (text) => (/^\w+ \/lamps/.test(text) ? text : rawResponse(404, {})) }
  const only = ['unknown paths', 'two negative cases']
  expect(await failuresWith(changes, only, { perCategory: 120 })).toContain('✗ two negative cases')
  expect(await failuresWith(changes, only, { perCategory: 120, skip: ['unknown paths'] })).toBe('')
})
