// Collections as people write them: PUT, items with allOf, and open bodies.
import { expect } from 'vitest'
import { construct } from './construct.ts'

const json = (schema: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`
const id = '00000000-0000-4000-8000-000000000000'
const send = (method: string, path: string, body?: object, headers = {}) => ({
  method,
  path,
  headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body: JSON.stringify(body) }),
})

construct('items with allOf, and PUT that creates or replaces', {
  contract: `
paths:
  /boats:
    get:
      operationId: listBoats
      x-paging: true
      responses: { '200': { description: Boats., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Boat' } } } } } }
    post:
      operationId: createBoat
      requestBody: { required: true, ${json('NewBoat')} }
      responses: { '201': { description: A boat., ${json('Boat')} } }
  /boats/{boatId}:
    parameters: [{ name: boatId, in: path, required: true, schema: { type: string, format: uuid, minLength: 36, maxLength: 36 } }]
    get:
      operationId: getBoat
      x-conditions: [ETag]
      responses: { '200': { description: A boat., ${json('Boat')} } }
    put:
      operationId: putBoat
      x-conditions: [ETag]
      requestBody: { required: true, ${json('NewBoat')} }
      responses:
        '200': { description: The boat., ${json('Boat')} }
        '201': { description: A new boat., ${json('Boat')} }
    patch:
      operationId: updateBoat
      x-conditions: [ETag]
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object, properties: { berth: { type: integer, minimum: 1, maximum: 99 } } } } } }
      responses: { '200': { description: The boat., ${json('Boat')} } }
components:
  schemas:
    NewBoat:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 40 }
        colour: { type: string, maxLength: 20, default: white }
    Boat:
      description: A boat with what the service adds.
      allOf:
        - $ref: '#/components/schemas/NewBoat'
        - type: object
          required: [id]
          properties:
            id: { type: string, format: uuid, minLength: 36, maxLength: 36 }
            berth: { type: integer, minimum: 1, maximum: 99 }
`,
  exchanges: [
    { name: 'no boat', send: send('GET', `/boats/${id}`), receive: { status: 404 } },
    {
      name: 'If-Match of no boat',
      send: send('PUT', `/boats/${id}`, { name: 'Ada' }, { 'if-match': '*' }),
      receive: { status: 412 },
    },
    {
      name: 'a new boat',
      send: send('PUT', `/boats/${id}`, { name: 'Ada', wheels: 4 }, { 'if-none-match': '*' }),
      receive: { status: 201, body: { id, name: 'Ada', colour: 'white' }, headers: { etag: expect.any(String) } },
    },
    {
      name: 'the boat again',
      send: send('PUT', `/boats/${id}`, { name: 'Ada' }, { 'if-none-match': '*' }),
      receive: { status: 412 },
    },
    {
      name: 'a field that PUT does not have',
      send: {
        ...send('PATCH', `/boats/${id}`, { berth: 7 }),
        headers: { 'content-type': 'application/merge-patch+json' },
      },
      receive: { status: 200, body: { berth: 7 } },
    },
    {
      name: 'a replacement',
      send: send('PUT', `/boats/${id}`, { name: 'Bea', colour: 'red' }),
      receive: { status: 200, body: { id, name: 'Bea', colour: 'red', berth: 7 } },
    },
    {
      name: 'a replacement without a field',
      send: send('PUT', `/boats/${id}`, { name: 'Bea' }),
      receive: { status: 200, body: { id, name: 'Bea', colour: 'white', berth: 7 } },
    },
    {
      name: 'a creation',
      send: send('POST', '/boats', { name: 'Cleo' }),
      receive: { status: 201, body: { name: 'Cleo', colour: 'white' } },
    },
    {
      name: 'the boats',
      send: send('GET', '/boats'),
      receive: { status: 200, body: [{ name: 'Bea' }, { name: 'Cleo' }] },
    },
  ],
  calls: [
    {
      call: ['putBoat', { path: { boatId: id }, body: { name: 'Dora' } }],
      result: { ok: true, status: 200, body: { name: 'Dora', berth: 7 } },
    },
  ],
  types: `
export const none: Handlers = {}
export const use = () => client.putBoat({ path: { boatId: '${id}' }, body: { name: 'Ada' } })`,
})
