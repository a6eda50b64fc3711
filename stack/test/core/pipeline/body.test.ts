import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/problem.ts'
import { sendRawRequest } from '../../support/raw-http.ts'
import { sharedService } from '../../support/shared-service.ts'

const stairs = '{"name":"Desk"}'
const json = 'Content-Type: application/json'
const invalid = 'invalid-request'

const { url, token } = await sharedService()

describe('a request body', () => {
  const send = async (line: string, headers: string[], body: string | Buffer = '') =>
    sendRawRequest(url, line, [`Authorization: Bearer ${await token()}`, ...headers], body)
  const post = (body: string | Buffer, ...headers: string[]) => send('POST /lamps', headers, body)

  it('may have one name in several objects', async () => {
    const errors = [{ pointer: '/tag' }]
    await expectProblem(await post('{"tag":{"name":1},"name":"Desk"}', json), invalid, { errors })
  })

  const long = 'x'.repeat(498)
  it.each([
    ['/name', '{"name":"a","na\\u006de":"b"}'],
    ['/1/a~1b', '[{"a/b":1},{"a/b":1,"a/b":2}]'],
    [`/${long}`, `{"${long}~":1,"${long}~":2}`],
  ])('returns 400 and names the repeated property %s', async (pointer, text) => {
    const errors = [{ pointer, detail: 'must not be repeated' }]
    await expectProblem(await post(text, json), invalid, { errors })
  })

  const [safe, finite] = ['an integer that changes to 9007199254740992', 'a number beyond ±1.7976931348623157e+308']
  it.each([
    ['/tag', '{"name":"Desk","tag":9007199254740993}', safe],
    ['', '9007199254740993.0', safe],
    ['/name/0/a~1b/1', '{"name":[{"a/b":[0,-1e400]}]}', finite],
  ])('returns 400 and names the number that JSON.parse would change: %s', async (pointer, text, detail) => {
    const errors = [{ pointer, detail: expect.stringContaining(detail) }]
    await expectProblem(await post(text, json), invalid, { errors })
  })

  it.each([
    ['', '[{"a":1},{"a":1}]'],
    ['/__proto__', '{"name":"Desk","__proto__":{"tag":"x"}}'],
    ['/constructor', '{"name":"Desk","constructor":{}}'],
  ])('is refused by its schema at %j: %s', async (pointer, text) => {
    const { errors } = await expectProblem(await post(text, json), invalid)
    expect(errors).toEqual([{ pointer, detail: expect.not.stringContaining('repeated') }])
  })

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ])('may have 100 levels of %s, and gets 400 for another one', async (open, close) => {
    const nested = (levels: number) => {
      const count = levels / (open.length > 5 ? 2 : 1)
      return `${open.repeat(count)}1${close.repeat(count)}`
    }
    const { errors } = await expectProblem(await post(nested(100), json), invalid)
    expect(errors?.[0]?.detail).not.toMatch('levels')
    const detail = 'must not have more than 100 levels'
    for (const text of [nested(102), nested(1_000), `{"name":${nested(100)}}`]) {
      await expectProblem(await post(text, json), invalid, { errors: [{ pointer: '', detail }] })
    }
  })

  it('with thousands of unknown properties gets 100 errors', async () => {
    const text = `{${Array.from({ length: 1500 }, (_, index) => `"p${index}":1`).join()}}`
    expect((await expectProblem(await post(text, json), invalid)).errors).toHaveLength(100)
  })

  it('in chunks has the same limit', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const chunked = (text: string) => post(`${text}0\r\n\r\n`, json, 'Transfer-Encoding: chunked')
    expect((await chunked(chunk(stairs))).status).toBe(201)
    await expectProblem(await chunked(chunk(' '.repeat(20000))), 'content-too-large')
    await expectProblem(await chunked(''), invalid)
    const bytes = (count: number) => [...stairs.padEnd(count)].map(chunk).join('')
    expect((await chunked(bytes(1000))).status).toBe(201)
    const detail = 'The request body has more than 1000 chunks.'
    await expectProblem(await chunked(bytes(1001)), 'content-too-large', { detail })
    expect((await post(stairs, json)).status).toBe(201)
  })

  it('is not read without a token', async () => {
    const response = await sendRawRequest(url, 'POST /lamps', ['Content-Length: 99999999'])
    await expectProblem(response, 'unauthorized')
  })

  it('is ignored if the operation takes no body', async () => {
    expect((await send('GET /lamps', ['Content-Type: text/plain'], 'abc')).status).toBe(200)
  })
})
