// What HTTP and the gateway profile allow is accepted, and nothing more.
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

/**
 * Tests the service behind a server that changes requests and responses.
 * @param only Families, rules and sequences. @returns The failures, as they are printed.
 */
async function failuresWith(changes: Changes, only: string[], { isGateway = false, perFamily = 12 } = {}) {
  await using front = await startFront(service.url, changes)
  const target = { contract, url: front.url, tokens, mayWrite: true, isMock: false, isGateway, timeoutMs: waitMs }
  const result = await runSuite(target, { seed: 20251120, perFamily, sequences: 2, skip: [], only })
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

describe('PROFILE=gateway', () => {
  // As nginx does: it responds to some requests in its own words.
  const page = (status: number) => rawResponse(status, { 'Content-Type': 'text/html' }, '<h1>Refused</h1>')
  const request = (text: string) => {
    if (!/^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS) \/lamps/.test(text)) return page(405)
    if (text.length > 16_000) return page(413)
    return text
  }

  it.each<[what: string, only: string[], changes: Changes, message: string]>([
    [
      'refuses itself',
      ['unknown methods', 'unknown paths', 'malformed heads', 'large heads', 'oversized bodies', 'valid requests'],
      { request },
      'media type: expected application/problem+json',
    ],
    [
      'adds to Vary',
      ['valid requests', 'an item that does not exist'],
      { response: (text) => text.replace(/^Vary: .*$/im, '$&, Accept-Encoding') },
      'header vary',
    ],
  ])('accepts what a gateway %s', async (_, only, changes, message) => {
    expect(await failuresWith(changes, only, { isGateway: true })).toBe('')
    expect(await failuresWith(changes, only)).toContain(message)
  })

  it('does not accept a gateway that refuses valid requests', async () => {
    const changes: Changes = { request: (text) => (/^PATCH/.test(text) ? page(405) : text) }
    const failures = await failuresWith(changes, ['valid requests'], { isGateway: true })
    expect(failures).toContain('status: expected 200, got 405')
  })
})
