// Merge keys and aliases of YAML, names in mappings, odd names of operations, path items by reference.
// Operations that the pipeline responds to itself, and requests that the service sends, need no handler.
import { construct } from './construct.ts'
import { echo, get, post, send } from './operation.ts'

construct('notations', {
  contract: `
x-shared:
  boat: &boat { type: object, required: [kind], properties: { kind: { type: string, maxLength: 9 }, flag: { type: string, format: byte } } }
  operation: &operation { ${echo} }
paths:
  /boats:
    get: { <<: *operation, operationId: 'boats#list/all' }
    head: { operationId: headBoats, responses: { '200': { description: The head. } } }
    options: { operationId: boatOptions, responses: { '204': { description: The methods. } } }
    post:
      <<: *operation
      operationId: addBoat
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } }
      callbacks: { sunk: { 'https://boats.example/{$request.query.a}': { $ref: '#/components/pathItems/Sunk' } } }
    delete: { <<: *operation }
    trace: { operationId: traceBoats, responses: { '200': { description: The request. } } }
  /locked:
    get: { <<: *operation, operationId: readLocked, security: [{ session: [] }] }
webhooks: { moved: { $ref: '#/components/pathItems/Sunk' } }
components:
  securitySchemes: { session: { $ref: '#/components/securitySchemes/bearer' }, bearer: { type: http, scheme: bearer } }
  pathItems: { Sunk: { post: { responses: { '204': { description: Read. } } } } }
  schemas:
    Boat:
      <<: *boat
      discriminator: { propertyName: kind, mapping: { sail: Sail, motor: '#/components/schemas/Motor' } }
    Sail: { allOf: [{ $ref: '#/components/schemas/Boat' }, { type: object, properties: { masts: { type: integer } } }] }
    Motor: { allOf: [{ $ref: '#/components/schemas/Boat' }] }
`,
  exchanges: [
    get('a merged operation', '/boats', { status: 200 }),
    get('no token', '/locked', { status: 401 }),
    get('a token', '/locked', { status: 200 }, { Authorization: 'Bearer {token}' }),
    post('/boats', { kind: 'sail', flag: 'YQ==' }, { status: 200 }),
    post('/boats', { flag: 'YQ==' }, { status: 400 }),
    post('/boats', { kind: 'sail', flag: 'a' }, { status: 400 }),
    send('OPTIONS', '/boats', undefined, { status: 204, headers: { allow: 'DELETE, GET, HEAD, OPTIONS, POST' } }),
  ],
  calls: ['boats#list/all', 'deleteBoats'].map((id) => [id, undefined, { ok: true }]),
  types: `
void client['boats#list/all'](), void client.deleteBoats()
type Needed = 'boats#list/all' | 'addBoat' | 'deleteBoats' | 'readLocked'
export const isAll: [keyof Handlers] extends [Needed] ? true : false = true`,
})
