// Scenarios that are not possible: the mock says so when they are added, and then adds none.
import { expect, it } from 'vitest'
import type { LampScenario as Scenario } from '../../support/lamp-msw.ts'
import { startLampMock } from '../../support/service.ts'
import { shared } from '../../support/shared-service.ts'

const { control, url } = shared(await startLampMock({ stateful: true }))

const ofAll = (response: object, more: object = {}): Scenario => ({ ...more, responses: [response] })
const ofGet = (response: object, more: object = {}) => ofAll(response, { operation: 'getLamp', ...more })
const undocumented = (response: object) => ofAll({ undocumented: response })

it.each<[string, Scenario, RegExp]>([
  ['operation', ofAll({}, { operation: 'x' }), /^The contract has no operation x\. It has .*listLamps/],
  ['status', ofGet({ status: 201 }), /^getLamp has no status 201\. Use 200, .* or 503\.$/],
  [
    'status of all',
    { responses: [{ status: 404 }, { status: 201 }] },
    /matches all of them: listLamps has no status 404/,
  ],
  ['example', ofGet({ status: 404, example: 'x' }), /has no example x\. Use noLamp\.$/],
  ['header', ofGet({ status: 200, headers: { Link: 'x' } }), /^getLamp with status 200 has no header Link\. Use Req/],
  ['value', ofGet({ status: 429, headers: { 'Retry-After': 'x' } }), /Retry-After is/],
  ['body', ofGet({ status: 200, body: { id: 1 } }), /^The body is not valid: /],
  ['missing status', ofAll({ detail: 'x' }), /needs a status/],
  ['unknown property', ofAll({ statuss: 429 }), /^scenarios\/1\/responses\/0\/statuss is not a documented property\.$/],
  ['path', ofGet({}, { path: '/lamps' }), /^No request to getLamp has the path \/lamps\. Use \/lamps\/\{id\}\.$/],
  ['errors', ofAll({ status: 400, errors: [{ a: 1 }] }), /^The body is not valid: /],
  ['detail of a success', ofGet({ status: 200, detail: 'x' }), /cannot have detail/],
  ['body of a problem', ofGet({ status: 404, body: {} }), /cannot have body/],
  ['headers without a status', ofAll({ headers: { ETag: '"x"' } }), /needs a status/],
  ['delay', ofAll({ delayMs: -1 }), /delayMs must be at least 0\.$/],
  ['undocumented beside a status', ofAll({ status: 503, undocumented: { status: 502 } }), /cannot have status/],
  ['body of a 204', undocumented({ status: 204, body: 'x' }), /204 cannot have a body/],
  ['length', undocumented({ status: 502, headers: { 'Content-Length': '9' } }), /the header Content-Length itself/],
  ['split', undocumented({ status: 502, headers: { A: 'b\r\nC: d' } }), /^The header A has a character that HTTP/],
  ['name of a header', undocumented({ status: 502, headers: { 'a b': 'c' } }), /cannot be the name/],
])('refuses one that the contract does not document: %s', async (_what, scenario, message) => {
  expect(() => control.play({ responses: [{ status: 500 }] }, scenario)).toThrow(message)
  const response = await fetch(`${url}/lamps`, { headers: { Authorization: 'Bearer ann' } })
  expect(response.status).toBe(200)
})
