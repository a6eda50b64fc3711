// Items whose ids are integers.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { get, inPath, json, post, put, ref, returns, returnsList, returnsNothing, send, takes } from './operation.ts'

const number = '{ type: integer, minimum: -9007199254740991, maximum: 9007199254740991 }'
const berthId = inPath('berthId', number)
const named = { location: expect.stringMatching(/^berths\/\d+$/) }
const linkAfter = (id: number) => ({ link: `<?limit=2&after=${id}>; rel="next"` })
const berth = (id: number) => ({ id, name: expect.any(String) })

construct('integer ids, which sort as numbers', {
  contract: `
paths:
  /berths:
    get: { operationId: listBerths, x-paging: true, ${returnsList('Berth')} }
    post:
      operationId: createBerth
      x-conditions: [ETag]
      x-idempotency-key: true
      ${takes(ref('NewBerth'))}
      ${returns(ref('Berth'), 201)}
  /berths/{berthId}:
    parameters: [${berthId}]
    get: { operationId: getBerth, x-conditions: [ETag], ${returns(ref('Berth'))} }
    put:
      operationId: putBerth
      x-conditions: [ETag]
      ${takes(ref('NewBerth'))}
      responses:
        '200': { description: The berth., ${json(ref('Berth'))} }
        '201': { description: A new berth., ${json(ref('Berth'))} }
    delete:
      operationId: deleteBerth
      x-conditions: [ETag]
      ${returnsNothing}
  /berths/{berthId}/visits:
    parameters: [${berthId}]
    get: { operationId: listVisits, x-paging: true, ${returnsList('Berth')} }
    post: { operationId: createVisit, ${takes(ref('NewBerth'))}, ${returns(ref('Berth'), 201)} }
  /berths/{berthId}/visits/{visitId}:
    parameters: [${berthId}, ${inPath('visitId', '{ type: integer, minimum: 1, maximum: 9007199254740991 }')}]
    get: { operationId: getVisit, ${returns(ref('Berth'))} }
    delete: { operationId: deleteVisit, ${returnsNothing} }
components:
  schemas:
    NewBerth:
      type: object
      required: [name]
      additionalProperties: false
      properties: { name: { type: string, maxLength: 20 } }
    Berth:
      type: object
      required: [id, name]
      properties: { id: ${number}, name: { type: string, maxLength: 20 } }
`,
  exchanges: [
    ...[10, 9, 100].map((id) => {
      const name = `B${id}`
      return put(`/berths/${id}`, { name }, { status: 201, body: { id, name }, headers: { location: `${id}` } })
    }),
    get('a page', '/berths?limit=2', { status: 200, body: [berth(9), berth(10)], headers: linkAfter(10) }),
    ...[-5, -40].map((id) => put(`/berths/${id}`, { name: `B${id}` }, { status: 201 })),
    get('negative numbers', '/berths?limit=2', { status: 200, body: [berth(-40), berth(-5)], headers: linkAfter(-5) }),
    get('the page after them', '/berths?limit=1&after=-5', { status: 200, body: [berth(9)] }),
    // The service names it.
    post(
      '/berths',
      { name: 'New' },
      { status: 201, body: { id: expect.any(Number) }, headers: named },
      { 'idempotency-key': 'k' },
    ),
    post('/berths/9/visits', { name: 'Ada' }, { status: 201 }),
    // Without `x-children: cascade`.
    send('DELETE', '/berths/9', undefined, { status: 409 }),
    send('DELETE', '/berths/10', undefined, { status: 204 }),
  ],
  calls: [['getBerth', { path: { berthId: 100 } }, { ok: true, body: { id: 100 } }]],
})
