// Items whose ids are integers.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { json, ref, send } from './operation.ts'

const berth = (id: number) => ({ id, name: expect.any(String) })

construct('integer ids, which sort as numbers', {
  contract: `
paths:
  /berths:
    get:
      operationId: listBerths
      x-paging: true
      responses: { '200': { description: Berths., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Berth' } } } } } }
    post:
      operationId: createBerth
      x-conditions: [ETag]
      x-idempotency-key: true
      requestBody: { required: true, ${json(ref('NewBerth'))} }
      responses: { '201': { description: A berth., ${json(ref('Berth'))} } }
  /berths/{berthId}:
    parameters: [{ $ref: '#/components/parameters/BerthId' }]
    get:
      operationId: getBerth
      x-conditions: [ETag]
      responses: { '200': { description: A berth., ${json(ref('Berth'))} } }
    put:
      operationId: putBerth
      x-conditions: [ETag]
      requestBody: { required: true, ${json(ref('NewBerth'))} }
      responses:
        '200': { description: The berth., ${json(ref('Berth'))} }
        '201': { description: A new berth., ${json(ref('Berth'))} }
    delete:
      operationId: deleteBerth
      x-conditions: [ETag]
      x-children: cascade
      responses: { '204': { description: It is deleted. } }
  /berths/{berthId}/visits:
    parameters: [{ $ref: '#/components/parameters/BerthId' }]
    get:
      operationId: listVisits
      x-paging: true
      responses: { '200': { description: Visits., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Berth' } } } } } }
    post:
      operationId: createVisit
      requestBody: { required: true, ${json(ref('NewBerth'))} }
      responses: { '201': { description: A visit., ${json(ref('Berth'))} } }
  /berths/{berthId}/visits/{visitId}:
    parameters:
      - { $ref: '#/components/parameters/BerthId' }
      - { name: visitId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9007199254740991 } }
    get:
      operationId: getVisit
      responses: { '200': { description: A visit., ${json(ref('Berth'))} } }
components:
  parameters:
    BerthId: { name: berthId, in: path, required: true, schema: { type: integer, minimum: -9007199254740991, maximum: 9007199254740991 } }
  schemas:
    NewBerth: { type: object, required: [name], additionalProperties: false, properties: { name: { type: string, maxLength: 20 } } }
    Berth:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, minimum: -9007199254740991, maximum: 9007199254740991 }
        name: { type: string, maxLength: 20 }
`,
  exchanges: [
    ...[10, 9, 100].map((number) => ({
      name: `berth ${number}`,
      send: send('PUT', `/berths/${number}`, { name: `B${number}` }),
      receive: { status: 201, body: { id: number, name: `B${number}` }, headers: { location: String(number) } },
    })),
    {
      name: 'a page',
      send: send('GET', '/berths?limit=2'),
      receive: { status: 200, body: [berth(9), berth(10)], headers: { link: '<?limit=2&after=10>; rel="next"' } },
    },
    { name: 'a negative number', send: send('PUT', '/berths/-5', { name: 'B-5' }), receive: { status: 201 } },
    { name: 'a smaller one', send: send('PUT', '/berths/-40', { name: 'B-40' }), receive: { status: 201 } },
    {
      name: 'a page of them',
      send: send('GET', '/berths?limit=2'),
      receive: { status: 200, body: [berth(-40), berth(-5)], headers: { link: '<?limit=2&after=-5>; rel="next"' } },
    },
    {
      name: 'the page after them',
      send: send('GET', '/berths?limit=1&after=-5'),
      receive: { status: 200, body: [berth(9)] },
    },
    {
      name: 'a berth that the service names',
      send: send('POST', '/berths', { name: 'New' }, { 'idempotency-key': 'k' }),
      receive: {
        status: 201,
        body: { id: expect.any(Number), name: 'New' },
        headers: { location: expect.stringMatching(/^berths\/\d+$/) },
      },
    },
    { name: 'a visit', send: send('POST', '/berths/9/visits', { name: 'Ada' }), receive: { status: 201 } },
    { name: 'a deletion', send: send('DELETE', '/berths/9'), receive: { status: 204 } },
  ],
  calls: [{ call: ['getBerth', { path: { berthId: 100 } }], result: { ok: true, body: { id: 100 } } }],
  types: `
export const none: Handlers = {}
export const use = async () => {
  const result = await client.getBerth({ path: { berthId: 1 } })
  return result.ok ? result.body.id + 1 : 0
}`,
})
