// Headers whose names the service knows, in a contract without the fields that give them a meaning: a handler reads them.
import { construct } from './construct.ts'
import { get, responses } from './operation.ts'

const error = `{ description: The fields are wrong., content: { application/json: { schema: { type: object } } } }`

construct('headers with the names of common ones', {
  contract: `
paths:
  /boats:
    post:
      operationId: createBoat
      parameters:
        - { name: idempotency-key, in: header, schema: { type: string, format: uuid } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        '200': { description: The boat., content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } }
        '422': ${error}
  /boats/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBoat
      parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
      responses:
        '200':
          description: The boat.
          headers: { ETag: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } }
    put:
      operationId: replaceBoat
      parameters:
        - { name: If-Match, in: header, required: true, schema: { type: integer } }
        - { $ref: '#/components/parameters/IdempotencyKey' }
      responses: ${responses}
components:
  parameters:
    IdempotencyKey: { name: Idempotency-Key, in: header, schema: { type: string } }
    Limit: { name: per_page, in: query, schema: { type: integer } }
  schemas:
    Boat: { type: object, properties: { id: { type: string }, key: { type: string } } }
`,
  handlers: {
    createBoat: async ({ headers }) => ({ status: 200, body: { id: '7', key: headers['idempotency-key'] } }),
    getBoat: async ({ headers }) => ({ status: 200, body: { id: String(headers['If-None-Match']) } }),
  },
  exchanges: [
    {
      name: 'a key in lower case',
      send: {
        method: 'POST',
        path: '/boats',
        headers: { 'Idempotency-Key': '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41' },
      },
      receive: { status: 200, body: { key: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41' } },
    },
    get('no condition', '/boats/7', { status: 200, body: { id: '*' } }, { 'If-None-Match': '*' }),
    {
      name: 'a version',
      send: { method: 'PUT', path: '/boats/7', headers: { 'If-Match': '3', 'Idempotency-Key': 'a' } },
      receive: { status: 200, body: { headers: { 'If-Match': 3, 'Idempotency-Key': 'a' } } },
    },
  ],
  calls: [
    {
      call: ['replaceBoat', { path: { id: '7' }, header: { 'If-Match': 3 } }],
      result: { status: 200, body: { headers: { 'If-Match': 3 } } },
    },
  ],
  types: `void client.replaceBoat({ path: { id: '7' }, header: { 'If-Match': 3 } })`,
})
