// What HTTP allows is accepted, and nothing more.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { formatFailures } from '../../tester/report.ts'
import { runSuite } from '../../tester/suite.ts'
import { type Changes, rawResponse, startFront } from '../support/front.ts'
import { sharedService } from '../support/shared-service.ts'
import { lampsContract as contract, lampsTokens } from '../support/tested-contract.ts'
import { waitMs } from '../support/wait.ts'

const service = await sharedService()
const tokens = await lampsTokens(service.folder)

const knownMethod = /^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS) /

interface Run {
  perFamily?: number
  skip?: string[]
  isStrict?: boolean
}

/**
 * Tests the service behind a server that changes requests and responses.
 * @param only Families, rules and sequences. @returns The failures, as they are printed.
 */
async function failuresWith(
  changes: Changes,
  only: string[],
  { perFamily = 12, skip = [], isStrict = false }: Run = {},
) {
  await using front = await startFront(service.url, changes)
  const target = { contract, url: front.url, tokens, mayWrite: true, isMock: false, isStrict, timeoutMs: waitMs }
  const result = await runSuite(target, { seed: 20251120, perFamily, sequences: 2, skip, only })
  expect(result.cases).not.toEqual([])
  return formatFailures(result)
}

/** Adds lines to the head of responses with a status. */
const withHeaders = (lines: string, status = /\d+/): Changes => ({
  response: (text) => text.replace(new RegExp(`^HTTP/1.1 ${status.source} .*\\r\\n`), `$&${lines}`),
})
const withMediaTypeParameters = (parameters: string): Changes => ({
  response: (text) => text.replace(/^Content-Type: [^;\r]+/im, `$&${parameters}`),
})

const withAsctimeDate = (text: string) =>
  text.replace(/^(Date: \w{3}), (\d\d) (\w{3}) (\d{4}) (\S+) GMT\r$/im, '$1 $3 $2 $5 $4\r')

it.each<[what: string, only: string[], changes: Changes]>([
  [
    'headers that the contract does not name',
    ['valid requests', 'unknown', 'OPTIONS'],
    withHeaders('Server: nginx/1.26.0\r\nVia: 1.1 cache\r\nX-Powered-By: ASP.NET\r\nAlt-Svc: h3=":443"\r\n'),
  ],
  ['a charset', ['valid requests'], withMediaTypeParameters('; charset=utf-8')],
  // The service responds with 405.
  ['405 for an unknown method', ['unknown methods'], {}],
  ...[400, 501].map((status): [string, string[], Changes] => [
    `${status} for an unknown method`,
    ['unknown methods'],
    { request: (text) => (knownMethod.test(text) ? text : rawResponse(status, {})) },
  ]),
  ['a date without a zone, in any time zone', ['changes'], { response: withAsctimeDate }],
])('RFC 9110 allows %s', async (_, only, changes) => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await failuresWith(changes, only)).toBe('')
})

describe('the HTTP library of a service', () => {
  const page = (status: number) => rawResponse(status, { 'Content-Type': 'text/html' }, '<h1>Refused</h1>')

  it('gets a note where it refuses a request in its own words, and a failure with STRICT=1', async () => {
    const changes: Changes = { request: (text) => (knownMethod.test(text) ? text : page(405)) }
    const only = ['unknown methods']
    expect(await failuresWith(changes, only)).toBe('')
    expect(await failuresWith(changes, only, { isStrict: true })).toContain('header request-id is missing')
  })

  it('gets a failure where it refuses valid requests', async () => {
    const changes: Changes = { request: (text) => (/^PATCH/.test(text) ? page(405) : text) }
    expect(await failuresWith(changes, ['valid requests'])).toContain('status: expected 200, got 405')
  })
})

it('SKIP leaves out a family also in requests with two violations', async () => {
  const changes: Changes = { request: (text) => (/^\w+ \/lamps/.test(text) ? text : rawResponse(404, {})) }
  const only = ['unknown paths', 'two violations']
  expect(await failuresWith(changes, only, { perFamily: 60 })).toContain('✗ two violations')
  expect(await failuresWith(changes, only, { perFamily: 60, skip: ['unknown paths'] })).toBe('')
})
