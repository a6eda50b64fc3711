// No request blocks the event loop of a warm process for 20 ms: here are the heaviest that the limits allow, and those that
// they refuse. Commits are not measured: the disk decides how long they take (docs/decisions/0008-sqlite.md).
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { afterAll, describe, expect, it } from 'vitest'
import { developmentIssuer } from '../../server/auth/development-issuer.ts'
import { limits } from '../../server/core/contract/plan.ts'
import { listen } from '../../server/http/http-server.ts'
import { StaticBody } from '../../server/http/static-body.ts'
import { cleanUp, root } from '../support/folder.ts'
import { openSocket, sendRawRequest } from '../support/raw-http.ts'
import { startProcess, usedFolder } from '../support/service-process.ts'

afterAll(cleanUp)

const maxBlockMs = 20
const settings = { OPS_PORT: '0', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'info' }

/**
 * The fastest repetition in milliseconds: nothing in it has blocked for longer. It is repeated until it is fast enough, since
 * a process first has to warm up, and other processes take time.
 */
async function fastest(measure: (repetition: number) => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let repetition = 0; repetition < 200 && least >= maxBlockMs; repetition++) {
    least = Math.min(least, await measure(repetition))
  }
  return least
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

/**
 * The longest turn of the event loop of this thread during an action, in milliseconds of CPU time: for an action that takes
 * longer, because it waits for other threads.
 */
async function longestTurn(action: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    turn = setImmediate(measure)
  }
  let turn = setImmediate(measure)
  await action()
  clearImmediate(turn)
  return longest
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
const plantPath = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

describe('a request does not block', async () => {
  const folder = await usedFolder()
  const service = await startProcess({ ...settings, DATA: folder })
  const { sign } = await developmentIssuer(folder)
  const tokenFor = (subject: string, scope = 'plants:read plants:write') => sign({ subject, scope })
  const token = await tokenFor('gardener')
  const authorization = `Authorization: Bearer ${token}`
  const json = [authorization, 'Content-Type: application/json']

  async function expectNoBlock(status: number, send: (repetition: number) => ReturnType<typeof sendRawRequest>) {
    const least = await fastest((repetition) =>
      timeOf(async () => expect((await send(repetition)).status).toBe(status)),
    )
    expect(least).toBeLessThan(maxBlockMs)
  }

  const body = limits.bodyBytes - 100
  const head = limits.headBytes - 800
  it.each<[name: string, status: number, body: string | Buffer]>([
    ['unknown properties', 400, `{${list(body, ',', (index) => `"${index}":1`)}}`],
    ['unknown properties that a pointer escapes', 400, `{${list(body, ',', (index) => `"${index}~/~/":1`)}}`],
    ['unknown properties without a valid value', 400, `{${list(body, ',', (index) => `"${index}":"\\ud83c"`)}}`],
    ['one unknown property', 400, `{"${upTo(body, '~/')}":1}`],
    ['repeated names', 400, `{${upTo(body, '"tag":"",')}"tag":""}`],
    ['the last name repeated', 400, `{${list(body, ',', (index) => `"${index}":1`)},"0":1}`],
    ['arrays in arrays', 400, upTo(body / 2, '[') + upTo(body / 2, ']')],
    ['arrays in arrays without their ends', 400, upTo(body, '[')],
    ['objects in objects', 400, `${'{"a":'.repeat(2_700)}0${'}'.repeat(2_700)}`],
    ['a name repeated in objects in objects', 400, `${'{"a":'.repeat(2_700)}{"a":0,"a":0}${'}'.repeat(2_700)}`],
    ['many objects', 400, `[${upTo(body, '{},')}{}]`],
    ['a long number', 400, upTo(body, '1')],
    ['a name of 4,000 characters of four bytes', 400, `{"name":"${upTo(body, wide)}"}`],
    ['a name of spaces', 400, `{"name":"${upTo(body, ' ')}"}`],
    ['a name of escapes', 400, `{"name":"${upTo(body, '\\ud83c\\udf3f')}"}`],
    [
      'a name of 200 characters of four bytes, and a tag that is too long',
      400,
      JSON.stringify({ name: wide.repeat(200), tag: wide.repeat(3_800) }),
    ],
    ['bytes that are not UTF-8', 400, Buffer.concat([Buffer.from(`{"name":"${upTo(body, wide)}`), Buffer.of(255)])],
    ['a megabyte', 413, upTo(1_000_000, 'a')],
  ])('with a body of %s', async (_, status, text) => {
    await expectNoBlock(status, () => sendRawRequest(service.url, 'POST /plants', json, text))
    await expectNoBlock(status, () => sendRawRequest(service.url, `PATCH ${plantPath}`, json, text))
  })

  it.each([
    ['Content-Type', `Content-Type: application/json${upTo(head, ';a=b')}`],
    ['quoted parameter of Content-Type', `Content-Type: application/json;a="${upTo(head, '\\"')}"`],
    ['Idempotency-Key', `Content-Type: application/json\r\nIdempotency-Key: "${upTo(head, '\\\\')}"`],
  ])('with a body with a long %s', async (_, header) => {
    await expectNoBlock(400, () => sendRawRequest(service.url, 'POST /plants', [authorization, header], '{"name":1}'))
  })

  it('with the longest valid plant and key', async () => {
    const text = JSON.stringify({ name: wide.repeat(200), tag: wide.repeat(64) })
    const headers = [...json, `Idempotency-Key: "${'\\"'.repeat(255)}"`]
    // The first one adds the plant; the others find it.
    const padded = text.padEnd(limits.bodyBytes - (Buffer.byteLength(text) - text.length))
    await expectNoBlock(201, () => sendRawRequest(service.url, 'POST /plants', headers, padded))
  })

  const target = limits.targetBytes - 20
  it.each([
    ['thousands of unknown parameters', 400, `/plants?${list(target, '&', (index) => index)}`],
    ['thousands of empty parameters', 200, `/plants?${upTo(target, '&')}`],
    ['repeated parameters', 400, `/plants?${upTo(target, 'tag=a&')}`],
    ['a long encoded value', 400, `/plants?tag=${upTo(target, '%F0%9F%8C%BF')}`],
    ['a long value that is not UTF-8', 400, `/plants?tag=${upTo(target, '%F0')}`],
    ['a long value of plus signs', 400, `/plants?tag=${upTo(target, '+')}`],
    ['a long number', 400, `/plants?limit=${upTo(target, '9')}`],
    ['a long cursor', 400, `/plants?cursor=${upTo(target, '9')}`],
    ['a long id', 400, `/plants/${upTo(target, '%F0%9F%8C%BF')}`],
    ['a path of encoded letters', 404, `/${upTo(target, '%70')}`],
    ['a path of slashes', 404, `${upTo(target, '/')}`],
    ['a path that is too long', 414, `/${upTo(limits.targetBytes, 'a')}`],
    ['a page of the docs with a long query', 200, `/problems?${upTo(target, 'a=%70&')}`],
  ])('with a target of %s', async (_, status, path) => {
    await expectNoBlock(status, () => sendRawRequest(service.url, `GET ${path}`, json.slice(0, 1)))
  })

  const tags = 4_096
  it.each([
    ['If-Match', 412, list(tags, ',', (index) => `"${index}"`)],
    ['If-Match', 412, upTo(tags, '"",')],
    ['If-Match', 400, list(head, ',', (index) => `"${index}"`)],
    ['If-Match', 400, `${upTo(head, ' ')},`],
    ['If-None-Match', 200, list(tags, ',', (index) => `W/"${index}"`)],
    ['If-None-Match', 200, `""${upTo(tags - 2, ',')}`],
    ['If-None-Match', 400, upTo(head, ' ,')],
    ['If-Modified-Since', 200, upTo(tags, 'Sun, 06 Nov 1994')],
    ['If-Unmodified-Since', 200, upTo(head, '1')],
    ['Accept', 406, list(head, ',', (index) => `text/${index};q=0.5`)],
    ['Accept', 406, upTo(head, 'a/b,')],
    ['Accept', 406, `text/html${upTo(head, ';a="b"')}`],
    ['Accept', 406, upTo(head, ';charset=')],
    ['Accept', 406, `"${upTo(head, '\\"')}`],
    ['Host', 400, upTo(head, '%41')],
    ['Origin', 200, `http://${upTo(head, 'a.')}`],
    ['Cookie', 200, upTo(head, 'a=b;')],
    ['Connection', 200, upTo(head, 'close,')],
    ['Authorization', 401, `Bearer ${upTo(head, 'a')}`],
    ['Authorization', 401, `Bearer ${upTo(head, '.')}`],
    ['Authorization', 401, upTo(head, 'Bearer ')],
    ['Range', 200, `bytes=${upTo(head, '0-1,')}`],
    ['X-Forwarded-For', 200, upTo(head, '1.1.1.1,')],
  ])('with a long %s: %i', async (name, status, value) => {
    const headers = [...(name === 'Authorization' ? [] : [authorization]), `${name}: ${value}`]
    await expectNoBlock(status, () => sendRawRequest(service.url, 'GET /plants', headers))
  })

  it.each([
    ['GET /problems', 200, `If-None-Match: ${list(head, ',', (index) => `"${index}"`)}`],
    ['GET /problems', 200, `If-None-Match: ${upTo(head, ', ')}`],
    ['GET /problems', 200, `Accept-Encoding: ${list(head, ',', (index) => `${index};q=0.5`)}`],
    ['GET /openapi.json', 200, 'Accept-Encoding: identity'],
    ['OPTIONS /plants', 204, `Access-Control-Request-Headers: ${list(head, ',', (index) => index)}`],
    ['OPTIONS *', 204, `Access-Control-Request-Method: ${upTo(head, 'A')}`],
    ['GET /plants', 431, `A: ${upTo(limits.headBytes, 'a')}`],
    ['GET /plants', 200, Array.from({ length: 900 }, (_, index) => `a${index}: ${index}`).join('\r\n')],
  ])('%s: %i', async (line, status, header) => {
    await expectNoBlock(status, () => sendRawRequest(service.url, line, [authorization, header]))
  })

  const longHeader = Buffer.from(JSON.stringify({ alg: 'Ed25519', typ: 'at+jwt', a: wide.repeat(2_500) })).toString(
    'base64url',
  )
  it.each([
    ['a long claim', 200, (valid: string) => valid],
    ['a long claim and a wrong signature', 401, (valid: string) => `${valid.slice(0, -20)}${'A'.repeat(20)}`],
    ['a long header', 401, () => `${longHeader}.e30.AAAA`],
  ])('with a token with %s', async (_, status, change) => {
    // Each token is another one, since the service remembers valid tokens.
    await expectNoBlock(status, async () => {
      const valid = await tokenFor('gardener', `plants:read ${wide.repeat(2_500)}`)
      return sendRawRequest(service.url, 'GET /plants', [`Authorization: Bearer ${change(valid)}`])
    })
  })

  it('for 100 of the longest plants', async () => {
    const text = JSON.stringify({ name: wide.repeat(200), tag: wide.repeat(64) })
    const add = () =>
      sendRawRequest(service.url, 'POST /plants', [`Authorization: Bearer ${reader}`, json[1] ?? ''], text)
    const reader = await tokenFor('reader')
    const added = await Promise.all(Array.from({ length: 150 }, add))
    const ids: string[] = added.map(({ body }) => JSON.parse(body).id).sort()
    // Each page is another one, since the service remembers valid pages.
    for (const filter of ['', `&tag=${encodeURIComponent(wide.repeat(64))}`]) {
      await expectNoBlock(200, (repetition) =>
        sendRawRequest(service.url, `GET /plants?limit=100&after=${ids[repetition]}${filter}`, [
          `Authorization: Bearer ${reader}`,
        ]),
      )
    }
  })

  it('for the first request for the compressed docs', async () => {
    const text = readFileSync(join(root, 'generated/docs.html'), 'utf8')
    for (const coding of ['br', 'gzip']) {
      const least = await fastest(async () => {
        const page = new StaticBody(text)
        const app = express().get('/', (req, res) => page.send(req, res))
        const server = createServer(app)
        const socket = await openSocket(await listen(server, '127.0.0.1', 0))
        const request = ['GET / HTTP/1.1', 'Host: a', 'Connection: close', `Accept-Encoding: ${coding}`]
        const longest = await longestTurn(async () => {
          socket.resume().write(`${request.join('\r\n')}\r\n\r\n`)
          await once(socket, 'close')
        })
        expect(socket.bytesRead).toBeGreaterThan(100_000)
        server.close()
        return longest
      })
      expect(least).toBeLessThan(maxBlockMs)
    }
  })

  it('for the metrics', async () => {
    const least = await fastest(() => timeOf(async () => (await fetch(`${service.opsUrl}/metrics`)).text()))
    expect(least).toBeLessThan(maxBlockMs)
  })
})
