// The service reads a long value in linear time, whatever part of a request it is in, and whichever package reads it.
// test/linear-expressions.test.ts has the expressions of this project.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../product/generated/index.ts'
import { sendRawRequest } from '../../support/raw-http.ts'
import { sharedService } from '../../support/shared-service.ts'

/** Of a plain request. A linear one takes about 3 times as long. A quadratic one has 30 million steps. */
const mostTimes = 25
/** On a busy machine, one of many requests is not interrupted. */
const triesMs = 5_000

const { headBytes, targetBytes, bodyBytes } = contract.limits
/** The service must read the value, and not refuse its length. */
const refusals = [413, 414, 431]

const service = await sharedService({ settings: { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '9999999' } })
const token = await service.token()
let mostMs = Number.POSITIVE_INFINITY
beforeAll(async () => {
  for (let request = 0; request < 50; request++) {
    const start = performance.now()
    await send('GET /lamps', [])
    mostMs = Math.min(mostMs, mostTimes * (performance.now() - start))
  }
})

const send = async (line: string, headers: string[], body?: string) =>
  (await sendRawRequest(service.url, line, [`Authorization: Bearer ${token}`, ...headers], body)).status
const repeated = (character: string, bytes: number) => character.repeat((bytes - 1_500) / Buffer.byteLength(character))
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

type Send = (character: string) => Promise<number>
const inHeader =
  (name: string, before: string, method = 'GET'): Send =>
  (character) =>
    send(`${method} /lamps`, [`${name}: ${before}${repeated(character, headBytes)}x`])
const inTarget =
  (before: string): Send =>
  (character) =>
    send(`GET /lamps${before}${repeated(encodeURIComponent(character), targetBytes)}x`, [])
const inBody =
  (before: string, after: string): Send =>
  (character) =>
    send('POST /lamps', ['Content-Type: application/json'], before + repeated(character, bodyBytes) + after)
const inToken =
  (write: (run: string) => string): Send =>
  async (character) => {
    const headers = [`Authorization: Bearer ${write(repeated(character, headBytes * 0.7))}`]
    return (await sendRawRequest(service.url, 'GET /lamps', headers)).status
  }

/** A run of the same character is often in the middle of a value. */
it.each<[part: string, characters: string, send: Send]>([
  ['Accept', ' ,;"a', inHeader('Accept', 'text/html')],
  ['Accept, in a quoted parameter', ' ,\\=a', inHeader('Accept', 'text/html;a="')],
  ['Accept-Encoding', ' ,;"=', inHeader('Accept-Encoding', 'br')],
  ['If-None-Match', ' ,"W/', inHeader('If-None-Match', '"a"')],
  ['If-Modified-Since', ' ,:1a', inHeader('If-Modified-Since', 'Sat, ')],
  ['Idempotency-Key', ' "\\1a', inHeader('Idempotency-Key', '"a', 'POST')],
  ['Origin', './:-a', inHeader('Origin', 'http://')],
  ['X-Forwarded-For', ' ,:.1', inHeader('X-Forwarded-For', '1.1.1.1')],
  ['X-Forwarded-For, an IPv6 address', '[]:.1', inHeader('X-Forwarded-For', '[::')],
  ['Authorization', ' .=-a', inToken((run) => `${run}x`)],
  ['the header of a token', ' :[{a', inToken((typ) => `${encoded({ alg: 'Ed25519', typ })}.${encoded({})}.a`)],
  ['the path', ' \u0001%-a', inTarget('/')],
  ['the query', ' \u0001%éa', inTarget('?tag=')],
  ['a string of a body', ' \u0001\\éa', inBody('{"name":"', 'x"}')],
  ['a name in a body', ' \u0001\\/a', inBody('{"', 'x":1}')],
  ['a body, between its tokens', ' \n/*a', inBody('{"name":', '1}')],
  ['a body, in a string without an end', ' [{/a', inBody('{"name":"', '\\\\"}')],
  ['a body of one character', ' [{"\\', inBody('', '')],
])('a long value takes linear time: %s', async (_part, characters, sendRun) => {
  for (const character of characters) {
    let fastest = Number.POSITIVE_INFINITY
    for (const end = performance.now() + triesMs; fastest > mostMs && performance.now() < end; ) {
      const start = performance.now()
      expect(refusals, character).not.toContain(await sendRun(character))
      fastest = Math.min(fastest, performance.now() - start)
    }
    expect(fastest, character).toBeLessThanOrEqual(mostMs)
  }
})

it('each header parameter can be as long as its bound, beside a token of 2 kB', async () => {
  const { components } = JSON.parse(readFileSync('stack/test/product/generated/openapi.json', 'utf8'))
  const headers = Object.values<{ in: string; name: string; schema: { $ref?: string; maxLength?: number } }>(
    components.parameters,
  ).filter((one) => one.in === 'header')
  expect(headers.length).toBeGreaterThan(3)
  for (const { name, schema } of headers) {
    const { maxLength } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
    const sent = [`Authorization: Bearer ${'x'.repeat(2048)}`, `${name}: ${'x'.repeat(maxLength)}`]
    // Not 431: the service reads the head, and refuses the token.
    expect([name, (await sendRawRequest(service.url, 'GET /lamps', sent)).status]).toEqual([name, 401])
  }
})
