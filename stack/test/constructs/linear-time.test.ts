// Reading and validating a request takes linear time. With quadratic time, one client could block all others.
// stack/test/server/event-loop.test.ts tests the headers of the base spec, the path and the query.
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { productWith } from '../support/product.ts'
import { type Service, startMock, startService } from '../support/service.ts'
import { json, pathParameter, ref, returnsInput, takes } from './operation.ts'

afterAll(cleanUp)

interface SentRequest {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** `request` returns a request of about this many bytes. */
type LinearCase = [name: string, status: number, request: (bytes: number) => SentRequest]

const shortBytes = 65_536
const factor = 4
/** Linear time takes `factor` times as long, and quadratic time its square. */
const maxRatio = 8
const maxRepetitions = 12

/** Expects that four times the length takes at most eight times the CPU time, in this process. */
async function expectLinear(send: Service['request'], status: number, request: LinearCase[2]): Promise<void> {
  const measure = async (bytes: number) => {
    const { path, ...init } = request(bytes)
    const start = process.cpuUsage()
    const response = await send(path, init)
    const text = await response.text()
    const { user, system } = process.cpuUsage(start)
    expect(response.status, text.slice(0, 500)).toBe(status)
    return user + system
  }
  // The minimum counts: the process warms up first, and other work also takes CPU time.
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let repetition = 0; repetition < maxRepetitions && !(repetition > 2 && long <= maxRatio * short); repetition++) {
    short = Math.min(short, await measure(shortBytes))
    long = Math.min(long, await measure(factor * shortBytes))
  }
  expect(long, `${shortBytes} bytes take ${short} µs`).toBeLessThanOrEqual(maxRatio * short)
}

/** Joins parts until they have this length. */
function joinParts(bytes: number, separator: string, part: (index: number) => string): string {
  const parts: string[] = []
  for (let length = 0; length < bytes; length += separator.length + (parts.at(-1)?.length ?? 0))
    parts.push(part(parts.length))
  return parts.join(separator)
}

const list = (item: (index: number) => string) => (bytes: number) => `[${joinParts(bytes, ',', item)}]`
const object = (member: (index: number) => string) => (bytes: number) => `{${joinParts(bytes, ',', member)}}`

const point = ref('Point')
const arrayOf = (items: string) => `{ type: array, items: ${items} }`
const emptyObjects = list(() => '{}')
const members = object((at) => `"x${at}":1`)
/** Schema of an object with a string. */
const objectWith = (keyword: string) => `{ type: object, properties: { a: { type: string, ${keyword} } } }`
const objectOf = (value: (bytes: number) => string) => (bytes: number) => `{"a":"${value(bytes)}"}`
const underLongName = (value: (bytes: number) => string) => (bytes: number) =>
  `{"${'a'.repeat(bytes / 2)}":${value(bytes / 2)}}`
const uniqueArray = '{ type: array, uniqueItems: true }'

type LinearBody = [name: string, status: number, schema: string, body: (bytes: number) => string]

/** For each keyword, a body that is expensive to validate. */
const bodies: LinearBody[] = [
  ['uniqueItems of objects', 200, uniqueArray, list((at) => `{"a":${at}}`)],
  ['pattern', 400, objectWith("pattern: '^a+$'"), objectOf((n) => `${'a'.repeat(n)}b`)],
  ['additionalProperties that is false', 400, '{ type: object, additionalProperties: false }', members],
  [
    'additionalProperties of a long name',
    400,
    `{ type: object, additionalProperties: ${arrayOf(point)} }`,
    underLongName(emptyObjects),
  ],
  ['unevaluatedProperties', 400, '{ type: object, allOf: [{ type: object }], unevaluatedProperties: false }', members],
  ['arrays in arrays', 400, '{ type: array }', (n) => '['.repeat(n / 2) + ']'.repeat(n / 2)],
  ['repeated names', 400, '{ type: object }', (n) => `{${'"a":1,'.repeat(n / 6)}"a":1}`],
  ['a number of many digits', 400, '{ type: array }', (n) => `[${'9'.repeat(n)}]`],
  ['malformed strings', 400, '{ type: object }', object((at) => `"x${at}":"\\u0000"`)],
  ['malformed strings below a long name', 400, '{ type: object }', underLongName(list(() => '"\\u0000"'))],
]

const integers = 'schema: { type: array, items: { type: integer }, uniqueItems: true }'
const words = 'schema: { type: array, items: { type: string } }'
const shape = 'schema: { type: object, additionalProperties: { type: integer } }'
const anyJson = json('{ type: array, uniqueItems: true }')
const parameters = [
  `name: array, in: query, ${integers}`,
  `name: commas, in: query, style: form, explode: false, ${words}`,
  `name: pipes, in: query, style: pipeDelimited, explode: false, ${words}`,
  `name: deep, in: query, style: deepObject, explode: true, ${shape}`,
  `name: json, in: query, ${anyJson}`,
  `name: X-List, in: header, ${integers}`,
  `name: cookie, in: cookie, explode: false, ${integers}`,
]

const query = (name: string, status: number, value: (bytes: number) => string): LinearCase => [
  `a query with ${name}`,
  status,
  (bytes) => ({ path: `/parameters?${value(bytes)}` }),
]
const header = (name: string, status: number, value: (bytes: number) => string, of = 'many parts'): LinearCase => [
  `the header ${name} of ${of}`,
  status,
  (bytes) => ({ path: name === 'Authorization' ? '/secure' : '/parameters', headers: { [name]: value(bytes) } }),
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
const cases: LinearCase[] = [
  urlEncoded('a form with a repeated field', 200, (n) => joinParts(n, '&', () => 'list=1')),
  urlEncoded('a form with JSON', 200, (n) => `json=${encodeURIComponent(list((at) => `{"a":${at}}`)(n / 2))}`),
  multipart('parts with a repeated field', 200, (n) => `${joinParts(n, '', () => part('list'))}--x--\r\n`),
  multipart('parts without an end', 400, (n) => joinParts(n, '', () => part('list'))),
  multipart('parts with halves of boundaries', 200, (n) => `${part('other', '\r\n--'.repeat(n / 4))}--x--\r\n`),
  query('a repeated parameter', 200, (n) => joinParts(n, '&', (at) => `array=${at}`)),
  query('undeclared parameters', 400, (n) => joinParts(n, '&', (at) => `x${at}=1`)),
  query('pipes', 200, (n) => `pipes=${'a%7C'.repeat(n / 4)}`),
  query('a deep object', 200, (n) => joinParts(n, '&', (at) => `deep[x${at}]=1`)),
  query('JSON', 200, (n) => `json=${encodeURIComponent(list((at) => `{"a":${at}}`)(n / 2))}`),
  ['a path with many segments', 404, (n) => ({ path: '/a'.repeat(n / 2) })],
  ['a path with a long parameter', 400, (n) => ({ path: `/items/${'%41'.repeat(n / 3)}` })],
  ['a path with parameters in one segment', 400, (n) => ({ path: `/mixed/${'-'.repeat(n)}` })],
  header('X-List', 200, (n) => joinParts(n, ' , ', String)),
  header('Cookie', 200, (n) => `a=${'"'.repeat(n)}`, 'quotes'),
  header('Authorization', 401, (n) => `Basic ${'YTo6'.repeat(n / 4)}`, 'Basic'),
  form('/forms', `a/b;${'c=d;'.repeat(10)}`)('a Content-Type', 415, (n) => 'a'.repeat(n)),
]

const mockCases: LinearCase[] = [
  header('Prefer', 400, (n) => joinParts(n, ',', (at) => `a${at}="b`)),
  header('Prefer', 400, (n) => `code=${'"'.repeat(n)}`, 'quotes'),
]

const operations = bodies.map(
  ([, , schema], index) =>
    `  /body${index}: { post: { operationId: body${index}, ${takes(schema)}, ${returnsInput} } }`,
)
const short = '{ type: string, maxLength: 9 }'
const contract = `openapi: 3.1.1
info: { title: Linear, version: 1.0.0 }
x-limits: { bodyBytes: 400000, headBytes: 400000, targetBytes: 400000, bodyChunks: 9000 }
paths:
  /parameters: { get: { operationId: parameters, parameters: [${parameters.map((parameter) => `{ ${parameter} }`).join(', ')}], ${returnsInput} } }
  /items/{id}: { get: { operationId: item, parameters: [${pathParameter('id', short)}], ${returnsInput} } }
  /mixed/{x}-{y}:
    get: { operationId: mixed, parameters: [${pathParameter('x', short)}, ${pathParameter('y', short)}], ${returnsInput} }
  /secure: { get: { operationId: secure, security: [{ token: [] }], ${returnsInput} } }
  /forms:
    post:
      operationId: forms
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: ${ref('Form')}
            encoding: { json: { contentType: application/json } }
      ${returnsInput}
${operations.join('\n')}
  /files:
    post:
      operationId: files
      requestBody: { required: true, content: { multipart/form-data: { schema: ${ref('Form')} } } }
      ${returnsInput}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Point: { type: object, required: [x], properties: { x: { type: number } } }
    Form:
      type: object
      properties:
        list: { type: array, items: { type: integer } }
        json: { type: array, uniqueItems: true, items: { type: object } }
`

describe('four times the length takes at most eight times the CPU', async () => {
  const product = await productWith(contract)
  const handlers = Object.keys(product.contract.operations).map((id) => [id, async () => ({ status: 200, body: {} })])
  const api = { ...product, handlers: Object.fromEntries(handlers) }
  const service = await startService({ api })
  it.each(cases)('for %s', (_, status, request) => expectLinear(service.request, status, request))

  const headers = { 'Content-Type': 'application/json' }
  it.each(bodies.map((body, index) => [...body, index] as const))('for a body with %s', async (...parts) => {
    const [, status, , body, index] = parts
    const request = (bytes: number) => ({ path: `/body${index}`, method: 'POST', headers, body: body(bytes) })
    await expectLinear(service.request, status, request)
  })

  const mock = await startMock({}, { api })
  it.each(mockCases)('for %s', (_, status, request) => expectLinear(mock.request, status, request))
})
