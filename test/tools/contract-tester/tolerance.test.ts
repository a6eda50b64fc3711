// What HTTP and the gateway profile allow is accepted, and nothing more.
import { afterAll, describe, expect, it } from 'vitest'
import { formatFailures } from '../../../tools/contract-tester/report.ts'
import { runSuite } from '../../../tools/contract-tester/suite.ts'
import type { TargetOptions } from '../../../tools/contract-tester/target.ts'
import { callersOf } from '../../proof/implementations.ts'
import { cleanUp } from '../../support/folder.ts'
import { rawResponse, startFront } from '../../support/front.ts'
import { type Service, type ServiceOptions, startService } from '../../support/service.ts'

afterAll(cleanUp)

const knownMethod = /^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS) /

/** @param only Families, rules and sequences. @returns The failures, as they are printed. */
async function failuresOf(
  service: Service,
  only: string[],
  options: Partial<TargetOptions> = {},
  perFamily = 12,
): Promise<string> {
  const tokens = await (await callersOf(service.folder))()
  const target = { url: service.url, tokens, mayWrite: true, isMock: false, timeoutMs: 5_000, ...options }
  const suite = { seed: 20251120, perFamily, sequences: 2, skip: [], only }
  const result = await runSuite(target, suite)
  expect(result.cases).not.toEqual([])
  return formatFailures(result)
}

describe('RFC 9110', () => {
  it('allows headers that the contract does not name', { timeout: 60_000 }, async () => {
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      const added = { Server: 'nginx/1.26.0', Via: '1.1 cache', 'X-Powered-By': 'ASP.NET', 'Alt-Svc': 'h3=":443"' }
      for (const [name, value] of Object.entries(added)) res.setHeader(name, value)
      app(req, res)
    }
    await using service = await startService({ wrap })
    expect(await failuresOf(service, ['valid requests', 'unknown', 'OPTIONS', 'tag filter'])).toBe('')
  })

  it('allows parameters of a media type, but no other charset', { timeout: 60_000 }, async () => {
    await using service = await startService()
    const failuresWith = async (parameters: string) => {
      const response = (text: string) => text.replace(/^Content-Type: [^;\r]+/im, `$&${parameters}`)
      await using front = await startFront(service.url, { response })
      return await failuresOf(service, ['listPlants'], { url: front.url })
    }
    for (const parameters of ['; charset=utf-8', ';Charset="UTF-8"', '; charset=utf-8; version=1'])
      expect(await failuresWith(parameters)).toBe('')
    for (const parameters of ['; charset=iso-8859-1', '; charset=utf-8; charset=utf-16', '; charset'])
      expect(await failuresWith(parameters)).toContain('media type: expected application/json, got application/json;')
  })

  it('gives some headers a meaning, so they must be documented', async () => {
    const wrap: ServiceOptions['wrap'] = (app) => (req, res) => {
      res.setHeader('Sunset', 'Sat, 31 Dec 2033 23:59:59 GMT')
      app(req, res)
    }
    await using service = await startService({ wrap })
    expect(await failuresOf(service, ['valid requests'])).toContain('header sunset is not documented for this response')
  })

  it.each([400, 405, 501])('allows %i for an unknown method', async (status) => {
    await using service = await startService()
    await using front = await startFront(service.url, {
      // The service responds with 405.
      request: (text) => (status === 405 || knownMethod.test(text) ? text : rawResponse(status, {})),
    })
    expect(await failuresOf(service, ['unknown methods'], { url: front.url })).toBe('')
  })

  it('does not allow 200 for an unknown method', async () => {
    await using service = await startService()
    await using front = await startFront(service.url, {
      request: (text) => text.replace(/^(?!POST|PATCH|DELETE)\S+/, 'GET'),
    })
    expect(await failuresOf(service, ['unknown methods'], { url: front.url })).toContain('status: expected 405')
  })

  it('allows a control byte in a header without a meaning', async () => {
    await using service = await startService()
    await using front = await startFront(service.url, {
      request: (text) => text.replace(/X-Control: .*\r\n/, ''),
    })
    // Without a front, the service refuses it.
    for (const { url } of [service, front]) {
      expect(await failuresOf(service, ['malformed heads'], { url })).toBe('')
    }
  })

  it('allows CORS headers on 417', async () => {
    await using service = await startService()
    const cors = 'Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: ETag, Request-Id\r\n'
    const response = (text: string) => text.replace(/^HTTP\/1.1 417 .*\r\n/, `$&${cors}`)
    await using front = await startFront(service.url, { response })
    expect(await failuresOf(service, ['unsupported expectations'], { url: front.url })).toBe('')
  })
})

describe('PROFILE=gateway', () => {
  // As nginx does: it responds to some requests in its own words.
  const page = (status: number) => rawResponse(status, { 'Content-Type': 'text/html' }, '<h1>Refused</h1>')
  const only = [
    'unknown methods',
    'unknown paths',
    'malformed heads',
    'large heads',
    'oversized bodies',
    'valid requests',
  ]
  const request = (text: string) => {
    if (!/^(?:GET|HEAD|POST|PATCH|DELETE|OPTIONS) \/plants/.test(text)) return page(405)
    if (text.length > 16_000) return page(413)
    return text
  }

  it('accepts what a gateway refuses itself', { timeout: 60_000 }, async () => {
    await using service = await startService()
    await using front = await startFront(service.url, { request })
    expect(await failuresOf(service, only, { url: front.url, isGateway: true })).toBe('')
    expect(await failuresOf(service, only, { url: front.url })).toContain(
      'media type: expected application/problem+json',
    )
  })

  it('does not accept a gateway that refuses valid requests', async () => {
    await using service = await startService()
    await using front = await startFront(service.url, { request: (text) => (/^PATCH/.test(text) ? page(405) : text) })
    const failures = await failuresOf(service, ['valid requests'], { url: front.url, isGateway: true })
    expect(failures).toContain('status: expected 200, got 405')
  })

  it('accepts what a gateway adds to Vary', async () => {
    await using service = await startService()
    const response = (text: string) => text.replace(/^Vary: .*$/im, '$&, Accept-Encoding')
    await using front = await startFront(service.url, { response })
    const ofReads = ['valid requests', 'a plant that does not exist']
    expect(await failuresOf(service, ofReads, { url: front.url, isGateway: true })).toBe('')
    expect(await failuresOf(service, ofReads, { url: front.url })).toContain('header vary')
  })
})

describe('bytes that are not valid UTF-8', () => {
  it('in a response are shown as \\xNN', async () => {
    await using service = await startService()
    const response = (text: string) => text.replace('"title":"N', '"title":"\xff')
    await using front = await startFront(service.url, { response })
    const failures = await failuresOf(service, ['a plant that does not exist'], { url: front.url })
    expect(failures).toMatch(/the body is not valid UTF-8: .*"title":"\\xffot found"/)
    expect(failures).not.toContain('\ufffd')
  })

  it('in a request are shown as \\xNN', async () => {
    await using service = await startService()
    const request = (text: string) => (/^Authorization: Bearer \xe9/m.test(text) ? rawResponse(204, {}) : text)
    await using front = await startFront(service.url, { request })
    const failures = await failuresOf(service, ['missing or malformed tokens'], { url: front.url }, 40)
    expect(failures).toContain('| Authorization: Bearer \\xe9\n')
    expect(failures).not.toContain('\ufffd')
  })
})
