// Scenarios that are not possible: the mock says so when they are added, and then adds none.

import { afterAll, expect, it } from 'vitest'
import { startLampMock } from '../../support/lamp-mock.ts'
import type { LampScenario as Scenario } from '../../support/lamp-msw.ts'

const mock = await startLampMock({ stateful: true })
const { control } = mock
afterAll(() => mock.close())

const ofAll = (response: object, more: object = {}): Scenario => ({ ...more, responses: [response] })
const ofGet = (response: object, more: object = {}) => ofAll(response, { operation: 'getLamp', ...more })
const undocumented = (response: object) => ofAll({ undocumented: response })

it.each<[string, Scenario, RegExp]>([
  ['operation', ofAll({}, { operation: 'x' }), /^The contract has no operation x\. It has .*listLamps/],
  ['status', ofGet({ status: 201 }), /^getLamp has no status 201\. Use 200, .* or 503\.$/],
  [
    'status of all operations',
    { responses: [{ status: 404 }, { status: 201 }] },
    /^A scenario without an operation matches all of them: listLamps has no status 404/,
  ],
  ['example', ofGet({ status: 404, example: 'x' }), /has no example x\. Use noLamp\.$/],
  [
    'header',
    ofGet({ status: 200, headers: { Link: 'x' } }),
    /^getLamp with status 200 has no header Link\. Use Request-Id/,
  ],
  ['value', ofGet({ status: 429, headers: { 'Retry-After': 'x' } }), /Retry-After is/],
  ['body', ofGet({ status: 200, body: { id: 1 } }), /^The body is not valid: /],
  ['missing status', ofAll({ detail: 'x' }), /needs a status/],
  ['count', ofAll({}, { nth: 0 }), /^nth must be/],
  ['nothing', { responses: [] }, /at least one/],
  ['unknown property', ofAll({}, { time: 1 }), /^A scenario has no property time\. Use some of/],
  ['unknown property of a response', ofAll({ statuss: 429 }), /^A response has no property statuss/],
  ['list', [] as unknown as Scenario, /^A scenario must be an object/],
  ['missing list', { operation: 'getLamp' } as unknown as Scenario, /^responses must be a list\.$/],
  ['path', ofGet({}, { path: '/lamps' }), /^No request to getLamp has the path \/lamps\. Use \/lamps\/\{id\}\.$/],
  ['path of all', ofAll({}, { path: '/nowhere' }), /^No request to the API has the path \/nowhere/],
  ['errors', ofAll({ status: 400, errors: [{ a: 1 }] }), /^The body is not valid: /],
  ['detail of a success', ofGet({ status: 200, detail: 'x' }), /cannot have detail/],
  ['body of a problem', ofGet({ status: 404, body: {} }), /cannot have body/],
  ['headers without a status', ofAll({ headers: { ETag: '"x"' } }), /needs a status/],
  ['delay', ofAll({ delayMs: -1 }), /^delayMs must be/],
  ['delay as a string', ofAll({ delayMs: '5' }), /^delayMs must be a number from 0 to 600000\.$/],
  ['caller', ofAll({}, { caller: '' }), /^caller must be a string, and not empty\.$/],
  ['path that is not a string', ofAll({}, { path: 5 }), /^path must be a string/],
  ['cut', ofAll({ cut: 'end' }), /^cut must be before or middle\.$/],
  ['header that is not a string', ofGet({ status: 429, headers: { 'Retry-After': 5 } }), /Retry-After is not valid: 5/],
  ['undocumented status', undocumented({ status: 101 }), /whole number from 200 to 599\.$/],
  ['undocumented without a status', undocumented({}), /^undocumented needs a status/],
  ['undocumented beside a status', ofAll({ status: 503, undocumented: { status: 502 } }), /cannot have status/],
  ['undocumented body', undocumented({ status: 502, body: {} }), /must be a string/],
  ['body of a 204', undocumented({ status: 204, body: 'x' }), /204 cannot have a body/],
  [
    'undocumented length',
    undocumented({ status: 502, headers: { 'Content-Length': '9' } }),
    /^The mock sets the header Content-Length itself/,
  ],
  [
    'header that splits the response',
    undocumented({ status: 502, headers: { A: 'b\r\nC: d' } }),
    /^The header A must be a string that HTTP can send/,
  ],
  ['name of a header', undocumented({ status: 502, headers: { 'a b': 'c' } }), /cannot be the name/],
  ['speed', ofAll({ bytesPerSecond: 0 }), /^bytesPerSecond must be/],
])('refuses one that the contract does not document: %s', async (_what, scenario, message) => {
  expect(() => control.play({ responses: [{ status: 500 }] }, scenario)).toThrow(message)
  const response = await fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer ann' } })
  expect(response.status).toBe(200)
})
