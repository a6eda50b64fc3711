// Scenarios that are not possible: the mock says so when they are added, and then adds none.
import { afterAll, expect, it } from 'vitest'
import type { Scenario } from '../../../../server/core/mock/control.ts'
import { startMock } from '../../../../server/mock/start-mock.ts'

const mock = await startMock({ stateful: true })
const { control } = mock
afterAll(() => mock.close())

it.each<[string, Scenario, RegExp]>([
  [
    'operation',
    { operation: 'x' as 'getPlant', responses: [{}] },
    /^The contract has no operation x\. It has .*listPlants/,
  ],
  [
    'status',
    { operation: 'getPlant', responses: [{ status: 201 }] },
    /^getPlant has no status 201\. Use 200, .* or 503\.$/,
  ],
  [
    'status of all operations',
    { responses: [{ status: 404 }, { status: 201 }] },
    /^A scenario without an operation matches all of them: listPlants has no status 404/,
  ],
  [
    'example',
    { operation: 'getPlant', responses: [{ status: 404, example: 'x' }] },
    /has no example x\. Use noPlant\.$/,
  ],
  [
    'header',
    { operation: 'getPlant', responses: [{ status: 200, headers: { Link: 'x' } }] },
    /^getPlant with status 200 has no header Link\. Use Request-Id/,
  ],
  ['value', { operation: 'getPlant', responses: [{ status: 429, headers: { 'Retry-After': 'x' } }] }, /Retry-After is/],
  ['body', { operation: 'getPlant', responses: [{ status: 200, body: { id: 1 } }] }, /^The body is not valid: /],
  ['missing status', { responses: [{ detail: 'x' }] }, /needs a status/],
  ['count', { nth: 0, responses: [{}] }, /^nth must be/],
  ['nothing', { responses: [] }, /at least one/],
  ['unknown property', { time: 1, responses: [{}] } as Scenario, /^A scenario has no property time\. Use some of/],
  [
    'unknown property of a response',
    { responses: [{ statuss: 429 } as object] },
    /^A response has no property statuss/,
  ],
  ['list', [] as unknown as Scenario, /^A scenario must be an object/],
  ['missing list', { operation: 'getPlant' } as unknown as Scenario, /^responses must be a list\.$/],
  [
    'path',
    { operation: 'getPlant', path: '/plants', responses: [{}] },
    /^No request to getPlant has the path \/plants\. Use \/plants\/\{id\}\.$/,
  ],
  ['path of all', { path: '/nowhere', responses: [{}] }, /^No request to the API has the path \/nowhere/],
  ['errors', { responses: [{ status: 400, errors: [{ a: 1 } as never] }] }, /^The body is not valid: /],
  ['detail of a success', { operation: 'getPlant', responses: [{ status: 200, detail: 'x' }] }, /cannot have detail/],
  ['body of a problem', { operation: 'getPlant', responses: [{ status: 404, body: {} }] }, /cannot have body/],
  ['headers without a status', { responses: [{ headers: { ETag: '"x"' } }] }, /needs a status/],
  ['delay', { responses: [{ delayMs: -1 }] }, /^delayMs must be/],
  ['delay as a string', { responses: [{ delayMs: '5' as never }] }, /^delayMs must be a number from 0 to 600000\.$/],
  ['caller', { caller: '', responses: [{}] }, /^caller must be a string, and not empty\.$/],
  ['path that is not a string', { path: 5 as never, responses: [{}] }, /^path must be a string/],
  ['cut', { responses: [{ cut: 'end' as never }] }, /^cut must be before or middle\.$/],
  [
    'header that is not a string',
    { operation: 'getPlant', responses: [{ status: 429, headers: { 'Retry-After': 5 as never } }] },
    /Retry-After is not valid: 5/,
  ],
  ['undocumented status', { responses: [{ undocumented: { status: 101 } }] }, /whole number from 200 to 599\.$/],
  ['undocumented without a status', { responses: [{ undocumented: {} as never }] }, /^undocumented needs a status/],
  [
    'undocumented beside a status',
    { responses: [{ status: 503, undocumented: { status: 502 } }] },
    /cannot have status/,
  ],
  ['undocumented body', { responses: [{ undocumented: { status: 502, body: {} as never } }] }, /must be a string/],
  ['body of a 204', { responses: [{ undocumented: { status: 204, body: 'x' } }] }, /204 cannot have a body/],
  [
    'undocumented length',
    { responses: [{ undocumented: { status: 502, headers: { 'Content-Length': '9' } } }] },
    /^The mock sets the header Content-Length itself/,
  ],
  [
    'header that splits the response',
    { responses: [{ undocumented: { status: 502, headers: { A: 'b\r\nC: d' } } }] },
    /^The header A must be a string that HTTP can send/,
  ],
  [
    'name of a header',
    { responses: [{ undocumented: { status: 502, headers: { 'a b': 'c' } } }] },
    /cannot be the name/,
  ],
  ['speed', { responses: [{ bytesPerSecond: 0 }] }, /^bytesPerSecond must be/],
])('refuses one that the contract does not document: %s', async (_what, scenario, message) => {
  expect(() => control.play({ responses: [{ status: 500 }] }, scenario)).toThrow(message)
  const response = await fetch(`${mock.url}/plants`, { headers: { Authorization: 'Bearer ann' } })
  expect(response.status).toBe(200)
})
