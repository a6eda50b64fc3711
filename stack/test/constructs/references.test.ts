// References to every place, and spellings: merge keys and aliases of YAML, names in mappings, odd names of operations.
import { construct } from './construct.ts'
import { echo, get, json, post, put, ref, returns, send, takes } from './operation.ts'

const itself = "{ $ref: '#/paths/~1boats~1%7Bboat-id%7D/get/responses/200/content/application~1json/schema' }"
const named = `{ type: object, properties: { name: { type: string, maxLength: 3 }, responses: { type: array, items: ${itself} } }, additionalProperties: true }`

const withDefault = { body: { default: 'a' } }

construct('references', {
  contract: `
paths:
  /boats/{boat-id}:
    parameters: [{ $ref: '#/components/parameters/BoatId' }]
    get:
      operationId: readBoat
      parameters: [{ name: deep, in: query, schema: { type: boolean } }]
      ${returns(named)}
  /ships/{boat-id}:
    post:
      operationId: addShip
      parameters: [{ $ref: '#/paths/~1boats~1%7Bboat-id%7D/parameters/0' }, { $ref: '#/paths/~1boats~1%7Bboat-id%7D/get/parameters/0' }]
      requestBody: { $ref: '#/components/requestBodies/Ship' }
      ${echo}
  /fleets:
    post:
      operationId: addFleet
      requestBody: { $ref: '#/paths/~1ships~1{boat-id}/post/requestBody' }
      responses: { '200': { $ref: '#/paths/~1ships~1%7Bboat-id%7D/post/responses/200' } }
  # Properties with the names of keywords.
  /words: { post: { operationId: addWord, ${takes(ref('Word'))}, ${echo} } }
  # Keywords beside a reference, which express-openapi-validator 5.6 ignores.
  /beside:
    put:
      operationId: beside
      parameters:
        - { name: kind, in: query, schema: { $ref: '#/components/schemas/Kind', const: sail } }
        - { name: other, in: query, schema: { $ref: '#/components/schemas/Kind', default: motor } }
        - { name: X-Kind, in: header, schema: { $ref: '#/components/schemas/Kind', maxLength: 4 } }
      requestBody: { ${json("{ $ref: '#/components/schemas/Fleet', minProperties: 1 }")} }
      ${echo}
components:
  parameters: { BoatId: { name: boat-id, in: path, required: true, schema: { $ref: '#/components/schemas/Fleet/properties/size' } } }
  requestBodies:
    Ship: { $ref: '#/components/requestBodies/OtherShip' }
    OtherShip: { required: true, ${json(ref('Fleet'))} }
  schemas:
    Kind: { type: string, enum: [sail, motor] }
    Fleet:
      type: object
      properties:
        size: { type: integer, minimum: 1, maximum: 9 }
        'a/b': { type: object, properties: { next: { $ref: '#/components/schemas/Fleet/properties/a~1b' }, size: { $ref: '#/components/schemas/Fleet/properties/size' } } }
        boat: ${itself}
        sail: { type: string, maxLength: 3 }
        sails: { type: array, items: { $ref: '#/components/schemas/Fleet/properties/sail' } }
    Word:
      type: object
      required: [type, required]
      properties:
        type: { type: string, maxLength: 9 }
        required: { type: boolean }
        properties: { type: object, properties: { items: { type: integer } } }
        items: { type: array, items: { type: string, maxLength: 9 } }
        enum: { enum: [1] }
        default: { type: string, default: a, maxLength: 9 }
        format: { type: string, format: date }
        example: ${ref('Example')}
        sails: { $ref: '#/components/schemas/Fleet/properties/sails' }
        mast: { $ref: '#/x-definitions/Mast' }
    Example: { type: string, description: An example., example: a, maxLength: 9 }
x-definitions: { Mast: { type: object, properties: { height: { $ref: '#/components/schemas/Fleet/properties/size' } } } }
`,
  exchanges: [
    get('a path', '/boats/9?deep=true', { status: 200, body: { path: { 'boat-id': 9 } } }),
    get('a value that it refuses', '/boats/10', { status: 400 }),
    post('/ships/1?deep=false', { boat: { name: 'Ada' } }, { status: 200, body: { query: { deep: false } } }),
    post('/ships/1?deep=x', {}, { status: 400 }),
    post('/fleets', { 'a/b': { next: { next: { size: 9 } } } }, { status: 200 }),
    post('/fleets', { 'a/b': { next: { next: { size: 0 } } } }, { status: 400 }),
    post('/fleets', { boat: { name: 'Longer' } }, { status: 400 }),
    post('/fleets', { boat: { responses: [{ name: 'Ada' }] } }, { status: 200 }),
    post('/fleets', { boat: { responses: [{ name: 'Longer' }] } }, { status: 400 }),
    post('/words', { type: 'a', required: true, properties: { items: 1 } }, { status: 200, body: withDefault }),
    post('/words', { type: 'a', required: true, properties: { items: 'a' } }, { status: 400 }),
    post('/words', { type: 'a', required: true, format: 'a' }, { status: 400 }),
    post('/words', { type: 'a', required: true, sails: ['jib'], mast: { height: 9 } }, { status: 200 }),
    post('/words', { type: 'a', required: true, sails: ['longer'] }, { status: 400 }),
    post('/words', { type: 'a', required: true, mast: { height: 10 } }, { status: 400 }),
    put('/beside?kind=sail', undefined, { status: 200, body: { query: { other: 'motor' } } }, { 'X-Kind': 'sail' }),
    put('/beside?kind=motor', undefined, { status: 400 }),
    put('/beside', undefined, { status: 400 }, { 'X-Kind': 'motor' }),
    put('/beside', {}, { status: 400 }),
    put('/beside', { size: 1 }, { status: 200 }),
  ],
  types: `
void client.addFleet({ body: { 'a/b': { next: { size: 1 } }, boat: { name: 'Ada' } } })
void client.addWord({ body: { type: 'a', required: true, properties: { items: 1 } } })`,
})

// Operations that the pipeline responds to itself, and requests that the service sends, need no handler.
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
