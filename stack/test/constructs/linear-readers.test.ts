// What reads a request takes linear time: each style of a parameter, each kind of form and each header.
import { afterAll, describe, it } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { productWith } from '../support/product.ts'
import { startMock, startService } from '../support/service.ts'
import { expectLinear, joined, type LinearCase, list, longLimits, withHandlers } from './linear-time.ts'
import { echo, inPath, json, ref, returns, returnsList, takes } from './operation.ts'

afterAll(cleanUp)

const integers = 'schema: { type: array, items: { type: integer }, uniqueItems: true }'
const strings = 'schema: { type: array, items: { type: string } }'
const shape = 'schema: { type: object, additionalProperties: { type: integer } }'
const anyJson = json('{ type: array, uniqueItems: true }')
const parameters = [
  'name: text, in: query, schema: { type: string, maxLength: 9 }',
  `name: array, in: query, ${integers}`,
  `name: commas, in: query, style: form, explode: false, ${strings}`,
  `name: spaces, in: query, style: spaceDelimited, explode: false, ${strings}`,
  `name: pipes, in: query, style: pipeDelimited, explode: false, ${strings}`,
  `name: deep, in: query, style: deepObject, explode: true, ${shape}`,
  `name: pairs, in: query, style: form, explode: false, ${shape}`,
  `name: json, in: query, ${anyJson}`,
  `name: X-List, in: header, ${integers}`,
  `name: X-Pairs, in: header, explode: true, ${shape}`,
  `name: X-Json, in: header, ${anyJson}`,
  `name: cookie, in: cookie, explode: false, ${integers}`,
]

const query = (name: string, status: number, text: (bytes: number) => string): LinearCase => [
  `a query with ${name}`,
  status,
  (bytes) => ({ path: `/parameters?${text(bytes)}` }),
]
const header = (name: string, status: number, text: (bytes: number) => string, of = 'many parts'): LinearCase => [
  `the header ${name} of ${of}`,
  status,
  (bytes) => ({ path: name === 'Authorization' ? '/secure' : '/parameters', headers: { [name]: text(bytes) } }),
]
const form =
  (path: string, type: string) =>
  (name: string, status: number, body: (bytes: number) => string): LinearCase => [
    name,
    status,
    (bytes) => ({ path, method: 'POST', headers: { 'Content-Type': type }, body: body(bytes) }),
  ]
const urlEncoded = form('/forms', 'application/x-www-form-urlencoded')
const multipart = form('/files', 'multipart/form-data; boundary=x')
const part = (name: string, text = '1') => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
const postNote = {
  path: '/notes',
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{"text":"a"}',
}

const cases: LinearCase[] = [
  urlEncoded('a form with a repeated field', 200, (n) => joined(n, '&', () => 'list=1')),
  urlEncoded('a form with a repeated field that is not declared', 200, (n) => joined(n, '&', () => 'other=')),
  urlEncoded('a form with many fields', 200, (n) => joined(n, '&', (at) => `x${at}=1`)),
  urlEncoded('a form with separators', 200, (n) => `words=${'a%20'.repeat(n / 4)}`),
  urlEncoded('a form with JSON', 200, (n) => `json=${encodeURIComponent(list((at) => `{"a":${at}}`)(n / 2))}`),
  multipart('parts with a repeated field', 200, (n) => `${joined(n, '', () => part('list'))}--x--\r\n`),
  multipart('parts with many fields', 200, (n) => `${joined(n, '', (at) => part(`x${at}`))}--x--\r\n`),
  multipart('parts without an end', 400, (n) => joined(n, '', () => part('list'))),
  multipart('parts with halves of boundaries', 200, (n) => `${part('other', '\r\n--'.repeat(n / 4))}--x--\r\n`),
  query('a repeated parameter', 200, (n) => joined(n, '&', (at) => `array=${at}`)),
  query('undeclared parameters', 400, (n) => joined(n, '&', (at) => `x${at}=1`)),
  query('commas', 200, (n) => `commas=${'a,'.repeat(n / 2)}`),
  query('spaces', 200, (n) => `spaces=${'a%20'.repeat(n / 4)}`),
  query('pipes', 200, (n) => `pipes=${'a%7C'.repeat(n / 4)}`),
  query('a deep object', 200, (n) => joined(n, '&', (at) => `deep[x${at}]=1`)),
  query('pairs', 200, (n) => `pairs=${joined(n, ',', (at) => `x${at},1`)}`),
  query('JSON', 200, (n) => `json=${encodeURIComponent(list((at) => `{"a":${at}}`)(n / 2))}`),
  query('equals signs', 400, (n) => `text=${'='.repeat(n)}`),
  ['a path with many segments', 404, (n) => ({ path: '/a'.repeat(n / 2) })],
  ['a path with a long parameter', 400, (n) => ({ path: `/items/${'%41'.repeat(n / 3)}` })],
  ['a path with parameters in one segment', 400, (n) => ({ path: `/mixed/${'-'.repeat(n)}` })],
  header('X-List', 200, (n) => joined(n, ' , ', String)),
  header('X-Pairs', 200, (n) => joined(n, ',', (at) => `x${at}=1`)),
  header(
    'X-Json',
    200,
    list((at) => `{"a":${at}}`),
  ),
  header('Cookie', 200, (n) => joined(n, '; ', (at) => `x${at}=1`)),
  header('Cookie', 200, (n) => `cookie=${joined(n, ',', String)}`, 'an array'),
  header('Cookie', 200, (n) => `a=${'"'.repeat(n)}`, 'quotes'),
  header('Accept', 406, (n) => joined(n, ',', (at) => `a/b${at}`)),
  header('Accept', 406, (n) => `a/b;c="${','.repeat(n)}`, 'an open quote'),
  header('Accept', 406, (n) => `a/b;${'q=1;'.repeat(n / 4)}`, 'parameters'),
  header('Accept', 406, (n) => `a/b${' '.repeat(n)};c`, 'spaces'),
  header('Accept', 406, (n) => `a/b${';charset='.repeat(n / 9)}`, 'charsets'),
  header('Authorization', 401, (n) => `Bearer ${'a.'.repeat(n / 2)}`, 'a token'),
  header('Authorization', 401, (n) => `Basic ${'YTo6'.repeat(n / 4)}`, 'Basic'),
  header('Authorization', 401, (n) => `Bearer${' '.repeat(n)}a`, 'spaces'),
  header('If-Modified-Since', 200, (n) => 'Mon, '.repeat(n / 5), 'a date'),
  form('/forms', `a/b;${'c=d;'.repeat(10)}`)('a Content-Type', 415, (n) => 'a'.repeat(n)),
  ['If-Match', 400, (n) => ({ path: '/notes', headers: { 'If-Match': joined(n, ', ', (at) => `"${at}"`) } })],
  ['If-None-Match', 400, (n) => ({ path: '/notes', headers: { 'If-None-Match': 'W/"'.repeat(n / 3) } })],
  [
    'Idempotency-Key',
    400,
    (n) => ({ ...postNote, headers: { ...postNote.headers, 'Idempotency-Key': `"${'\\\\'.repeat(n / 2)}"` } }),
  ],
]

const ofMock: LinearCase[] = [
  header('Prefer', 400, (n) => joined(n, ',', (at) => `a${at}="b`)),
  header('Prefer', 400, (n) => `code=${'"'.repeat(n)}`, 'quotes'),
]

const needed = '[{ token: [notes] }]'
const short = '{ type: string, maxLength: 9 }'
const note = `{ id: { type: string, format: uuid, minLength: 36, maxLength: 36 }, text: ${short} }`
const contract = `openapi: 3.1.1
info: { title: Readers, version: 1.0.0 }
${longLimits}
paths:
  /parameters: { get: { operationId: parameters, parameters: [${parameters.map((one) => `{ ${one} }`).join(', ')}], ${echo} } }
  /items/{id}: { get: { operationId: item, parameters: [${inPath('id', short)}], ${echo} } }
  /mixed/{x}-{y}:
    get: { operationId: mixed, parameters: [${inPath('x', short)}, ${inPath('y', short)}], ${echo} }
  /secure: { get: { operationId: secure, security: [{ token: [] }], ${echo} } }
  /notes:
    get: { operationId: listNotes, x-paging: true, x-conditions: [ETag], security: ${needed}, ${returnsList('Note')} }
    post:
      operationId: createNote
      x-conditions: [ETag]
      x-idempotency-key: true
      security: ${needed}
      ${takes(ref('Draft'))}
      ${returns(ref('Note'), 201)}
  /forms:
    post:
      operationId: forms
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: ${ref('Form')}
            encoding: { words: { style: spaceDelimited, explode: false }, json: { contentType: application/json } }
      ${echo}
  /files:
    post:
      operationId: files
      requestBody: { required: true, content: { multipart/form-data: { schema: ${ref('Form')} } } }
      ${echo}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Note: { type: object, required: [id, text], properties: ${note} }
    Draft: { type: object, required: [text], additionalProperties: false, properties: { text: ${short} } }
    Form:
      type: object
      properties:
        list: { type: array, items: { type: integer } }
        words: { type: array, items: { type: string } }
        json: { type: array, uniqueItems: true, items: { type: object } }
`

describe('four times the length takes at most eight times the CPU', async () => {
  const product = withHandlers(await productWith(contract))
  const service = await startService({ api: product })
  it.each(cases)('for %s', (_, status, request) => expectLinear(service.request, status, request))

  const mock = await startMock({}, { api: product })
  it.each(ofMock)('for %s', (_, status, request) => expectLinear(mock.request, status, request))
})
