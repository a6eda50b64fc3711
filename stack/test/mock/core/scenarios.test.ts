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
  ['count', ofAll({}, { nth: 0 }), /^scenarios\/1\/nth must be at least 1\.$/],
  ['nothing', { responses: [] }, /^scenarios\/1\/responses must have at least 1 item\.$/],
  ['unknown property', ofAll({}, { time: 1 }), /^scenarios\/1\/time is not a documented property\.$/],
  [
    'unknown property of a response',
    ofAll({ statuss: 429 }),
    /^scenarios\/1\/responses\/0\/statuss is not a documented property\.$/,
  ],
  ['list', [] as unknown as Scenario, /^scenarios\/1 must be an object\.$/],
  ['missing list', { operation: 'getLamp' } as unknown as Scenario, /^scenarios\/1\/responses is required\.$/],
  ['path', ofGet({}, { path: '/lamps' }), /^No request to getLamp has the path \/lamps\. Use \/lamps\/\{id\}\.$/],
  ['path of all', ofAll({}, { path: '/nowhere' }), /^No request to the API has the path \/nowhere/],
  ['errors', ofAll({ status: 400, errors: [{ a: 1 }] }), /^The body is not valid: /],
  ['detail of a success', ofGet({ status: 200, detail: 'x' }), /cannot have detail/],
  ['body of a problem', ofGet({ status: 404, body: {} }), /cannot have body/],
  ['headers without a status', ofAll({ headers: { ETag: '"x"' } }), /needs a status/],
  ['delay', ofAll({ delayMs: -1 }), /delayMs must be at least 0\.$/],
  ['delay as a string', ofAll({ delayMs: '5' }), /delayMs must be a number\.$/],
  ['caller', ofAll({}, { caller: '' }), /caller must not be empty\.$/],
  ['path that is not a string', ofAll({}, { path: 5 }), /path must be a string\.$/],
  ['cut', ofAll({ cut: 'end' }), /cut must be equal to one of the allowed values: before, middle\.$/],
  [
    'header that is not a string',
    ofGet({ status: 429, headers: { 'Retry-After': 5 } }),
    /headers\/Retry-After must be a string\.$/,
  ],
  ['undocumented status', undocumented({ status: 101 }), /undocumented\/status must be at least 200\.$/],
  ['undocumented without a status', undocumented({}), /undocumented\/status is required\.$/],
  ['undocumented beside a status', ofAll({ status: 503, undocumented: { status: 502 } }), /cannot have status/],
  ['undocumented body', undocumented({ status: 502, body: {} }), /undocumented\/body must be a string\.$/],
  ['body of a 204', undocumented({ status: 204, body: 'x' }), /204 cannot have a body/],
  [
    'undocumented length',
    undocumented({ status: 502, headers: { 'Content-Length': '9' } }),
    /^The mock sets the header Content-Length itself/,
  ],
  [
    'header that splits the response',
    undocumented({ status: 502, headers: { A: 'b\r\nC: d' } }),
    /^The header A has a character that HTTP cannot send/,
  ],
  ['name of a header', undocumented({ status: 502, headers: { 'a b': 'c' } }), /cannot be the name/],
  ['speed', ofAll({ bytesPerSecond: 0 }), /bytesPerSecond must be at least 1\.$/],
])('refuses one that the contract does not document: %s', async (_what, scenario, message) => {
  expect(() => control.play({ responses: [{ status: 500 }] }, scenario)).toThrow(message)
  const response = await fetch(`${mock.url}/lamps`, { headers: { Authorization: 'Bearer ann' } })
  expect(response.status).toBe(200)
})
