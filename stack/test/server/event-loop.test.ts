// No request takes long, whatever part of it is long or odd. test/linear-expressions.test.ts has the expressions of this project.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { developmentIssuer } from '../../server/auth/development-issuer.ts'
import { contract } from '../product/generated/index.ts'
import { product } from '../product/generated/product.ts'
import { sendRawRequest } from '../support/raw-http.ts'
import { startMock } from '../support/service.ts'
import { startProcess, usedFolder } from '../support/service-process.ts'

const { limits } = contract

/** The limit in milliseconds, on a machine that responds to the simplest request in a millisecond. */
let maxBlockMs = 20
const settings = { OPS_PORT: '0', RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: '1', LOG_LEVEL: 'info' }

/** The fastest repetition in milliseconds. A process first has to warm up, and other processes take time. */
async function fastest(measure: (repetition: number) => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let repetition = 0; repetition < 200 && least >= maxBlockMs; repetition++)
    least = Math.min(least, await measure(repetition))
  return least
}

/** Raises the limit on a slow machine: to twenty times the simplest request. */
async function setLimit(url: string): Promise<void> {
  const times = await Array.fromAsync(Array(100), () => toTime(() => sendRawRequest(url, 'GET /', [])))
  maxBlockMs = Math.max(maxBlockMs, 20 * Math.min(...times))
}

async function toTime(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

/** A text as often as it fits into `limit` bytes. */
const upTo = (limit: number, text: string) => text.repeat(Math.floor(limit / Buffer.byteLength(text)))

/** A list of different items, of at most `limit` bytes in all. */
function list(limit: number, separator: string, item: (index: string) => string): string {
  const items: string[] = []
  for (let bytes = 0; ; items.push(item(items.length.toString(36)))) {
    bytes += Buffer.byteLength(item(items.length.toString(36)) + separator)
    if (bytes > limit) return items.join(separator)
  }
}

const wide = '\u{1F33F}'
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('a request does not block', async () => {
  const folder = await usedFolder()
  const service = await startProcess({ ...settings, DATA: folder })
  await setLimit(service.url)
  const { sign } = await developmentIssuer(product, folder)
  const tokenFor = (subject: string, scope = 'rooms:read rooms:write') => sign({ subject, scope })
  const token = await tokenFor('gardener')
  const authorization = `Authorization: Bearer ${token}`
  const json = [authorization, 'Content-Type: application/json']

  async function expectNoBlock(status: unknown, send: (repetition: number) => ReturnType<typeof sendRawRequest>) {
    const least = await fastest((repetition) =>
      toTime(async () => expect((await send(repetition)).status).toEqual(status)),
    )
    expect(least).toBeLessThan(maxBlockMs)
  }

  const head = limits.headBytes - 800
  const chunked = 'Transfer-Encoding: chunked'
  const fields = Array.from({ length: 900 }, (_, at) => `a${at}: ${at}`)
  it.each<[name: string, status: number, line: string, headers: string[], body?: string]>([
    ['a body in chunks of one byte', 413, 'POST /lamps', [...json, chunked], `${'1\r\na\r\n'.repeat(8_000)}0\r\n\r\n`],
    ['a body of a megabyte', 413, 'POST /lamps', json, upTo(1_000_000, 'a')],
    ['a Content-Type with spaces', 415, 'POST /lamps', [authorization, `Content-Type: a${upTo(head, ' ')}x`], '{}'],
    ['thousands of headers', 401, 'GET /lamps', Array(2_500).fill('a:')],
    ['names of headers', 204, 'OPTIONS /lamps', [`Access-Control-Request-Headers: ${list(head, ',', (at) => at)}`]],
    ['900 valid headers', 200, 'GET /lamps', [authorization, ...fields]],
  ])('with %s, which gets %i', async (_, status, line, headers, text) => {
    await expectNoBlock(status, () => sendRawRequest(service.url, line, headers, text))
  })

  const send = (headers: string[], { line = 'GET /lamps', body = '' } = {}) =>
    sendRawRequest(service.url, line, headers, body)
  const withHeader = (header: string, line?: string) =>
    send([authorization, header], line === undefined ? {} : { line })
  const withToken = (text: string) => send([`Authorization: Bearer ${text}`])
  const withTarget = (target: string) => send([authorization], { line: `GET /lamps${target}x` })
  const withBody = (body: string) => send(json, { line: 'POST /lamps', body })
  const withType = (typ: string) => withToken(`${encoded({ alg: 'Ed25519', typ })}.${encoded({})}.a`)
  const { headBytes, targetBytes, bodyBytes } = limits
  const tokenBytes = headBytes * 0.7

  // A run of one character is often in the middle of a value.
  it.each<[part: string, characters: Iterable<string>, bytes: number, send: (run: string) => ReturnType<typeof send>]>([
    ['Accept', ' ,;"a', headBytes, (run) => withHeader(`Accept: text/html${run}x`)],
    ['Accept, in a quoted parameter', ' ,\\=a', headBytes, (run) => withHeader(`Accept: text/html;a="${run}x`)],
    ['Accept-Encoding', ' ,;"=', headBytes, (run) => withHeader(`Accept-Encoding: br${run}x`)],
    ['If-None-Match', ' ,"W/', headBytes, (run) => withHeader(`If-None-Match: "a"${run}x`)],
    ['If-Modified-Since', ' ,:1a', headBytes, (run) => withHeader(`If-Modified-Since: Sat, ${run}x`)],
    ['Idempotency-Key', ' "\\1a', headBytes, (run) => withHeader(`Idempotency-Key: "a${run}x`, 'POST /lamps')],
    ['Origin', './:-a', headBytes, (run) => withHeader(`Origin: http://${run}x`)],
    ['X-Forwarded-For', ' ,:.1', headBytes, (run) => withHeader(`X-Forwarded-For: 1.1.1.1${run}x`)],
    ['X-Forwarded-For, an IPv6 address', '[]:.1', headBytes, (run) => withHeader(`X-Forwarded-For: [::${run}x`)],
    ['Authorization', ' .=-a', tokenBytes, (run) => withToken(`${run}x`)],
    ['the header of a token', ' :[{a', tokenBytes, withType],
    ['the path', ['%20', '%01', '%25', '-', 'a'], targetBytes, (run) => withTarget(`/${run}`)],
    ['the query', ['%20', '%01', '%25', '%C3%A9', 'a'], targetBytes, (run) => withTarget(`?tag=${run}`)],
    ['a string of a body', ' \u0001\\éa', bodyBytes, (run) => withBody(`{"name":"${run}x"}`)],
    ['a name in a body', ' \u0001\\/a', bodyBytes, (run) => withBody(`{"${run}x":1}`)],
    ['a body, between its tokens', ' \n/*a', bodyBytes, (run) => withBody(`{"name":${run}1}`)],
    ['a body, in a string without an end', ' [{/a', bodyBytes, (run) => withBody(`{"name":"${run}\\\\"}`)],
    ['a body of one character', ' [{"\\', bodyBytes, withBody],
  ])('with a long value in %s', async (_part, characters, bytes, sendRun) => {
    // The service must read the value, and not refuse its length.
    const isRead = expect.toSatisfy((status) => ![413, 414, 431].includes(status))
    for (const character of characters) await expectNoBlock(isRead, () => sendRun(upTo(bytes - 1_500, character)))
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

  it('with the longest valid lamp and key', async () => {
    const text = JSON.stringify({ name: wide.repeat(200), tag: wide.repeat(64) })
    const headers = [...json, `Idempotency-Key: "${'\\"'.repeat(255)}"`]
    // The first one adds the lamp; the others find it.
    const padded = text.padEnd(limits.bodyBytes - (Buffer.byteLength(text) - text.length))
    await expectNoBlock(201, () => sendRawRequest(service.url, 'POST /lamps', headers, padded))
  })

  it('for 100 of the longest lamps', async () => {
    const text = JSON.stringify({ name: wide.repeat(200), tag: wide.repeat(64) })
    const add = () =>
      sendRawRequest(service.url, 'POST /lamps', [`Authorization: Bearer ${reader}`, json[1] ?? ''], text)
    const reader = await tokenFor('reader')
    const added = await Promise.all(Array.from({ length: 150 }, add))
    const ids: string[] = added.map(({ body }) => JSON.parse(body).id).sort()
    // Each page is another one, since the service remembers valid pages.
    for (const filter of ['', `&tag=${encodeURIComponent(wide.repeat(64))}`]) {
      await expectNoBlock(200, (repetition) =>
        sendRawRequest(service.url, `GET /lamps?limit=100&after=${ids[repetition]}${filter}`, [
          `Authorization: Bearer ${reader}`,
        ]),
      )
    }
  })

  it('for the metrics', async () => {
    const least = await fastest(() => toTime(async () => (await fetch(`${service.opsUrl}/metrics`)).text()))
    expect(least).toBeLessThan(maxBlockMs)
  })
})

it('thousands of headers do not block the mock, which records them', async () => {
  await using mock = await startMock()
  const headers = Array(2_500).fill('a:')
  const least = await fastest(() =>
    toTime(async () => expect((await sendRawRequest(mock.url, 'GET /lamps', headers)).status).toBe(401)),
  )
  expect(least).toBeLessThan(maxBlockMs)
})
