import { expect } from 'vitest'
import { construct } from './construct.ts'
import { get } from './operation.ts'

const success = `responses:
        '200': { description: The input., content: { application/json: { schema: { type: object, additionalProperties: true } } } }`
const inline = `${success.replace(/\n\s+/, ' { ')} }`
const json = { 'Content-Type': 'application/json' }

construct('the path of the first server', {
  contract: `
servers:
  - url: '{scheme}://api.example.com/{basePath}/'
    variables: { scheme: { default: https }, basePath: { default: api/v1 } }
  - url: /v2
  - url: https://{tenant}.example.com/{unknown}
paths:
  /boats:
    get:
      operationId: listBoats
      x-paging: true
      responses:
        '200': { description: Boats., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Boat' } } } } }
    post:
      operationId: createBoat
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/BoatInput' } } } }
      responses:
        '201': { description: The boat., content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } }
  /boats/{boatId}:
    parameters: [{ name: boatId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: getBoat
      responses:
        '200': { description: The boat., content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } }
    delete:
      operationId: deleteBoat
      responses: { '204': { description: Deleted. } }
  /uploads:
    servers: [{ url: https://files.example.com/files }]
    get: { operationId: listUploads, ${inline} }
    post: { operationId: addUpload, servers: [{ url: https://files.example.com }], ${inline} }
components:
  schemas:
    Boat:
      type: object
      required: [id, name]
      properties: { id: { type: string, format: uuid }, name: { type: string, minLength: 1, maxLength: 20 } }
    BoatInput:
      type: object
      required: [name]
      additionalProperties: false
      properties: { name: { type: string, minLength: 1, maxLength: 20 } }
`,
  exchanges: [
    {
      name: 'a creation, whose Location is relative to the list',
      send: { method: 'POST', path: '/api/v1/boats', headers: json, body: '{"name":"Ada"}' },
      receive: { status: 201, headers: { location: expect.stringMatching(/^boats\/[\w-]+$/) } },
    },
    {
      name: 'a second creation, below the other server',
      send: { method: 'POST', path: '/v2/boats', headers: json, body: '{"name":"Bea"}' },
      receive: { status: 201 },
    },
    get('a page, whose link is relative to it', '/api/v1/boats?limit=1', {
      status: 200,
      body: [{ name: 'Ada' }],
      headers: { link: expect.stringMatching(/^<\?limit=1&after=/) },
    }),
    get('both', '/v2/boats', { status: 200, body: [{ name: 'Ada' }, { name: 'Bea' }] }),
    get('a path with its own server', '/files/uploads', { status: 200 }),
    { name: 'an operation with its own server', send: { method: 'POST', path: '/uploads' }, receive: { status: 200 } },
  ],
  calls: [
    { call: ['listBoats', { query: { limit: 2 } }], result: { status: 200, body: [{ name: 'Ada' }, { name: 'Bea' }] } },
    { call: ['listUploads'], result: { status: 200 } },
    { call: ['addUpload'], result: { status: 200 } },
  ],
})

construct('an operation at the path of a page', {
  contract: `
paths:
  /:
    get:
      operationId: getRoot
      ${success}
`,
  exchanges: [{ name: 'the operation', send: { path: '/' }, receive: { status: 200, body: { path: {} } } }],
  calls: [{ call: ['getRoot'], result: { status: 200 } }],
})
