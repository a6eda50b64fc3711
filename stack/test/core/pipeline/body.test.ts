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

  const long = 'x'.repeat(498)
  it.each([
    ['/name', '{"name":"a","na\\u006de":"b"}'],
    ['/1/a~1b', '[{"a/b":1},{"a/b":1,"a/b":2}]'],
    [`/${long}`, `{"${long}~":1,"${long}~":2}`],
  ])('returns 400 and names the repeated property %s', async (pointer, text) => {
    const errors = [{ pointer, detail: 'must not be repeated' }]
    await expectProblem(await post(text, json), invalid, { errors })
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

  it('is ignored if the operation takes no body', async () => {
    expect((await send('GET /lamps', ['Content-Type: text/plain'], 'abc')).status).toBe(200)
  })
})
