import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../../support/raw-http.ts'
import { type Implementation, implementations } from '../../../support/service.ts'

const fern = '{"name":"Fern"}'

describe.each(implementations)('a request body sent to %s', (_face, start) => {
  let service: Implementation
  let head: string[]
  beforeAll(async () => {
    service = await start()
    const authorization = `Authorization: Bearer ${await service.token()}`
    head = ['POST /plants HTTP/1.1', 'Host: localhost', 'Connection: close', authorization]
  })
  afterAll(() => service[Symbol.asyncDispose]())

  function post(
    body: string | Buffer,
    contentType: string | undefined = 'application/json',
    length = Buffer.byteLength(body),
  ) {
    const type = contentType === undefined ? [] : [`Content-Type: ${contentType}`]
    return sendRaw(service.url, [...head, ...type, `Content-Length: ${length}`], body)
  }

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('is taken as %s', async (contentType) => {
    expect((await post(fern, contentType)).status).toBe(201)
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/json; charset=latin1',
    'application/problem+json',
    'json',
    ';',
  ])('is refused with 415 as %s', async (contentType) => {
    const { status, body } = await post(fern, contentType)
    expect(status).toBe(415)
    expect(JSON.parse(body)).toMatchObject({ type: '/problems/unsupported-media-type' })
  })

  it('is refused with 415 when it has no media type, or is compressed', async () => {
    expect((await sendRaw(service.url, [...head, `Content-Length: ${fern.length}`], fern)).status).toBe(415)
    const gzip = [...head, 'Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 3']
    expect((await sendRaw(service.url, gzip, 'abc')).status).toBe(415)
  })

  it('is asked for with 400 when there is none', async () => {
    const answers = [await sendRaw(service.url, head), await post(''), await post('', 'text/plain')]
    for (const { status, body } of answers) {
      expect(status).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ errors: [{ pointer: '' }] })
    }
  })

  it.each([
    ['is cut off', '{"name":'],
    ['is no JSON', 'name=Fern'],
    ['is JSON with a comment', `${fern} // fern`],
    ['is two values', `${fern}${fern}`],
    ['starts with a byte order mark', `\ufeff${fern}`],
    ['is white space', '  '],
  ])('that %s is refused with 400', async (_what, text) => {
    const { status, body } = await post(text)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ type: '/problems/invalid-request', errors: [{ pointer: '' }] })
  })

  it('that is no UTF-8 is refused with 400, not mended', async () => {
    expect((await post(Buffer.from('{"name":"\xff"}', 'latin1'))).status).toBe(400)
  })

  it('that names a property twice is refused with 400, and the property is named', async () => {
    const { status, body } = await post('{"name":"a","na\\u006de":"b"}')
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ errors: [{ pointer: '/name', detail: 'must not be repeated' }] })
  })

  it('whose repeated name is too long to be told whole is refused with 400 all the same', async () => {
    const name = `${'x'.repeat(498)}~`
    const { status, body } = await post(`{"${name}":1,"${name}":2}`)
    expect(status).toBe(400)
    expect(JSON.parse(body).errors[0].pointer).toBe(`/${'x'.repeat(498)}`)
  })

  it.each([
    ['nested 8,000 deep', `${'['.repeat(8000)}${']'.repeat(8000)}`],
    ['with a deep property', `{"name":${'['.repeat(8000)}${']'.repeat(8000)}}`],
    ['with __proto__', '{"name":"Fern","__proto__":{"tag":"x"}}'],
    ['with constructor', '{"name":"Fern","constructor":{}}'],
    ['with thousands of properties', `{${Array.from({ length: 1500 }, (_, index) => `"p${index}":1`).join()}}`],
  ])('%s is refused with 400', async (_what, text) => {
    expect((await post(text)).status).toBe(400)
  })

  it('of 16 KiB is read, and one byte more is refused with 413', async () => {
    const padded = (size: number) => fern + ' '.repeat(size - fern.length)
    expect((await post(padded(16384))).status).toBe(201)
    const { status, body } = await post(padded(16385))
    expect(status).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ type: '/problems/content-too-large' })
  })

  it('sent in chunks is held to the same limit', async () => {
    const chunked = [...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked']
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    expect((await sendRaw(service.url, chunked, `${chunk(fern)}0\r\n\r\n`)).status).toBe(201)
    expect((await sendRaw(service.url, chunked, `${chunk(' '.repeat(20000))}0\r\n\r\n`)).status).toBe(413)
    expect((await sendRaw(service.url, chunked, '0\r\n\r\n')).status).toBe(400)
  })

  it('is not looked at without a token', async () => {
    const anonymous = head.filter((line) => !line.startsWith('Authorization'))
    expect((await sendRaw(service.url, [...anonymous, 'Content-Length: 99999999'])).status).toBe(401)
  })

  it('is ignored where the operation takes none', async () => {
    const get = head.map((line) => line.replace('POST', 'GET'))
    expect((await sendRaw(service.url, [...get, 'Content-Type: text/plain', 'Content-Length: 3'], 'abc')).status).toBe(
      200,
    )
  })
})
