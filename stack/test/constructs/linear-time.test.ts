// Reading and validating a request takes linear time. With quadratic time, one client could block all others.
// stack/test/server/event-loop.test.ts tests the headers of the base spec, the path and the query.
import { describe, expect, it } from 'vitest'
import { productOf } from '../support/product.ts'
import { type Service, startMock, startService } from '../support/service.ts'

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

const emptyObjects = list(() => '{}')
const members = object((at) => `"x${at}":1`)
const underLongName = (value: (bytes: number) => string) => (bytes: number) =>
  `{"${'a'.repeat(bytes / 2)}":${value(bytes / 2)}}`

/** For each keyword, a body that is expensive to validate. */
const bodies: [name: string, status: number, path: string, body: (bytes: number) => string][] = [
  ['uniqueItems of objects', 200, '/unique', list((at) => `{"a":${at}}`)],
  ['pattern', 400, '/pattern', (n) => `{"a":"${'a'.repeat(n)}b"}`],
  ['additionalProperties that is false', 400, '/closed', members],
  ['errors below a long name', 400, '/points', underLongName(emptyObjects)],
  ['unevaluatedProperties', 400, '/unevaluated', members],
  ['arrays in arrays', 400, '/array', (n) => '['.repeat(n / 2) + ']'.repeat(n / 2)],
  ['repeated names', 400, '/object', (n) => `{${'"a":1,'.repeat(n / 6)}"a":1}`],
  ['a number of many digits', 400, '/array', (n) => `[${'9'.repeat(n)}]`],
  ['malformed strings', 400, '/object', object((at) => `"x${at}":"\\u0000"`)],
  ['malformed strings below a long name', 400, '/object', underLongName(list(() => '"\\u0000"'))],
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
  [
    'a Content-Type of many parameters',
    415,
    (n) => ({ path: '/forms', method: 'POST', headers: { 'Content-Type': `a/b;${'c=d;'.repeat(n / 4)}` }, body: 'a' }),
  ],
]

const mockCases: LinearCase[] = [
  header('Prefer', 400, (n) => joinParts(n, ',', (at) => `a${at}="b`)),
  header('Prefer', 400, (n) => `code=${'"'.repeat(n)}`, 'quotes'),
]

describe('four times the length takes at most eight times the CPU', async () => {
  const product = await productOf('stack/test/constructs/linear-time.yaml')
  const handlers = Object.keys(product.contract.operations).map((id) => [id, async () => ({ status: 200, body: {} })])
  const api = { ...product, handlers: Object.fromEntries(handlers) }
  const service = await startService({ api })
  it.each(cases)('for %s', (_, status, request) => expectLinear(service.request, status, request))

  const headers = { 'Content-Type': 'application/json' }
  it.each(bodies)('for a body with %s', (_, status, path, body) =>
    expectLinear(service.request, status, (bytes) => ({ path, method: 'POST', headers, body: body(bytes) })),
  )

  const mock = await startMock({}, { api })
  it.each(mockCases)('for %s of a request to the mock', (_, status, request) =>
    expectLinear(mock.request, status, request),
  )
})
