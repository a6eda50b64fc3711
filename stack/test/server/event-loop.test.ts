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
const settings = { OPS_PORT: '0', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'info' }

/** The fastest repetition in milliseconds. A process first has to warm up, and other processes take time. */
async function fastest(measure: (repetition: number) => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let repetition = 0; repetition < 200 && least >= maxBlockMs; repetition++) {
    least = Math.min(least, await measure(repetition))
  }
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

describe('a request does not block', async () => {
  const folder = await usedFolder()
  const service = await startProcess({ ...settings, DATA: folder })
  await setLimit(service.url)
  const { sign } = await developmentIssuer(product, folder)
  const tokenFor = (subject: string, scope = 'rooms:read rooms:write') => sign({ subject, scope })
  const token = await tokenFor('gardener')
  const authorization = `Authorization: Bearer ${token}`
  const json = [authorization, 'Content-Type: application/json']

  async function expectNoBlock(status: number, send: (repetition: number) => ReturnType<typeof sendRawRequest>) {
    const least = await fastest((repetition) =>
      toTime(async () => expect((await send(repetition)).status).toBe(status)),
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
