import { describe, expect, it } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRawRequest } from '../../support/raw-http.ts'
import { sharedService } from '../../support/shared-service.ts'

const desk = '{"name":"Desk"}'
const jsonType = 'Content-Type: application/json'
const invalid = 'invalid-request'

const service = await sharedService()

describe('a request', () => {
  const { send } = createCaller(service)

  it('gets a 400 with the first 500 characters of the name of an unknown parameter', async () => {
    const errors = [{ parameter: 'x'.repeat(500) }]
    await expectProblem(await send('GET', `/lamps?${'x'.repeat(600)}=1`), invalid, { errors })
  })

  it('gets the same entity tag for a list, whatever the order of its parameters', async () => {
    const getTag = async (query: string) => (await send('GET', `/lamps?${query}`)).headers.get('ETag')
    const tags = await Promise.all(['limit=20&tag=a', 'tag=a&limit=20', 'limit=20&tag=b'].map(getTag))
    expect([tags[0] === tags[1], tags[0] === tags[2]]).toEqual([true, false])
  })

  it('may have several header lines with one name, whose values form one list', async () => {
    const tag = (await send('GET', '/lamps')).headers.get('ETag')
    const headers = [`Authorization: Bearer ${await service.token()}`, 'If-None-Match: "a"', `If-None-Match: ${tag}`]
    expect((await sendRawRequest(service.url, 'GET /lamps', headers)).status).toBe(304)
  })
})

describe('a request body', () => {
  const send = async (line: string, headers: string[], body: string | Buffer = '') =>
    sendRawRequest(service.url, line, [`Authorization: Bearer ${await service.token()}`, ...headers], body)
  const post = (body: string | Buffer, ...headers: string[]) => send('POST /lamps', headers, body)

  const long = 'x'.repeat(498)
  it.each([
    ['/name', '{"name":"a","na\\u006de":"b"}'],
    ['/1/a~1b', '[{"a/b":1},{"a/b":1,"a/b":2}]'],
    [`/${long}`, `{"${long}~":1,"${long}~":2}`],
  ])('gets a 400 that names the repeated property %s', async (pointer, text) => {
    const errors = [{ pointer, detail: 'must not be repeated' }]
    await expectProblem(await post(text, jsonType), invalid, { errors })
  })

  it('with thousands of unknown properties gets 100 errors', async () => {
    const text = `{${Array.from({ length: 1500 }, (_, index) => `"p${index}":1`).join()}}`
    expect((await expectProblem(await post(text, jsonType), invalid)).errors).toHaveLength(100)
  })

  it('in chunks has the same limit of bytes, and a limit of chunks', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const chunked = (text: string) => post(`${text}0\r\n\r\n`, jsonType, 'Transfer-Encoding: chunked')
    expect((await chunked(chunk(desk))).status).toBe(201)
    await expectProblem(await chunked(chunk(' '.repeat(20000))), 'content-too-large')
    await expectProblem(await chunked(''), invalid)
    const bytes = (count: number) => [...desk.padEnd(count)].map(chunk).join('')
    expect((await chunked(bytes(1000))).status).toBe(201)
    const detail = 'The request body has more than 1000 chunks.'
    await expectProblem(await chunked(bytes(1001)), 'content-too-large', { detail })
    expect((await post(desk, jsonType)).status).toBe(201)
  })
})
