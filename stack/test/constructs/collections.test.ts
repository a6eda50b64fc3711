// Collections as people write them: PUT, items with allOf, and open bodies.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { json, ref, send } from './operation.ts'

const id = '00000000-0000-4000-8000-000000000000'

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
      requestBody: { required: true, ${json(ref('NewBoat'))} }
      responses: { '201': { description: A boat., ${json(ref('Boat'))} } }
  /boats/{boatId}:
    parameters: [{ name: boatId, in: path, required: true, schema: { type: string, format: uuid, minLength: 36, maxLength: 36 } }]
    get:
      operationId: getBoat
      x-conditions: [ETag]
      responses: { '200': { description: A boat., ${json(ref('Boat'))} } }
    put:
      operationId: putBoat
      x-conditions: [ETag]
      requestBody: { required: true, ${json(ref('NewBoat'))} }
      responses:
        '200': { description: The boat., ${json(ref('Boat'))} }
        '201': { description: A new boat., ${json(ref('Boat'))} }
    patch:
      operationId: updateBoat
      x-conditions: [ETag]
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object, properties: { berth: { type: integer, minimum: 1, maximum: 99 } } } } } }
      responses: { '200': { description: The boat., ${json(ref('Boat'))} } }
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
    {
      name: 'a new boat',
      send: send('PUT', `/boats/${id}`, { name: 'Ada', wheels: 4 }, { 'if-none-match': '*' }),
      receive: { status: 201, body: { id, name: 'Ada', colour: 'white' }, headers: { etag: expect.any(String) } },
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

construct('items with times in a part of allOf, and fields with allOf', {
  contract: `
paths:
  /tickets:
    get:
      operationId: listTickets
      x-paging: true
      parameters:
        - { name: states, in: query, x-filter: state, schema: { type: array, maxItems: 2, items: { $ref: '#/components/schemas/State' } } }
        - { name: sort, in: query, x-sort: true, schema: { type: string, enum: [createdAt, -createdAt] } }
      responses: { '200': { description: Tickets., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } } } } } }
    post:
      operationId: createTicket
      requestBody: { required: true, ${json(ref('NewTicket'))} }
      responses: { '201': { description: A ticket., ${json(ref('Ticket'))} } }
  /tickets/{ticketId}:
    parameters: [{ name: ticketId, in: path, required: true, schema: { $ref: '#/components/schemas/Key' } }]
    get:
      operationId: getTicket
      responses: { '200': { description: A ticket., ${json(ref('Ticket'))} } }
    delete:
      operationId: deleteTicket
      responses: { '204': { description: It is gone. } }
components:
  schemas:
    Entity:
      type: object
      required: [id, createdAt]
      properties:
        id: { allOf: [{ $ref: '#/components/schemas/Key' }], description: The number of a ticket. }
        createdAt: { type: string, format: date-time, x-role: created }
    Key: { type: integer, minimum: 1, maximum: 9007199254740991 }
    NewTicket:
      type: object
      additionalProperties: false
      required: [title]
      properties:
        title: { type: string, minLength: 1, maxLength: 40 }
        state: { $ref: '#/components/schemas/State' }
    State: { type: string, enum: [open, closed] }
    Ticket:
      allOf:
        - $ref: '#/components/schemas/Entity'
        - type: object
          required: [title, state]
          properties:
            title: { type: string, minLength: 1, maxLength: 40 }
            state: { allOf: [{ $ref: '#/components/schemas/State' }], default: open }
`,
  exchanges: [
    {
      name: 'a ticket',
      send: send('POST', '/tickets', { title: 'A' }),
      receive: { status: 201, body: { id: expect.any(Number), state: 'open', createdAt: expect.any(String) } },
    },
    {
      name: 'a closed ticket',
      send: send('POST', '/tickets', { title: 'B', state: 'closed' }),
      receive: { status: 201, body: { title: 'B', state: 'closed' } },
    },
    {
      name: 'the closed tickets',
      send: send('GET', '/tickets?states=closed'),
      receive: { status: 200, body: [{ title: 'B' }] },
    },
    {
      name: 'the newest first',
      send: send('GET', '/tickets?sort=-createdAt'),
      receive: { status: 200, body: [{ title: 'B' }, { title: 'A' }] },
    },
  ],
})

construct('open bodies, whose other properties are not stored', {
  contract: `
paths:
  /claims:
    post:
      operationId: createClaim
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 20 } } } } } }
      responses: { '201': { description: A claim., ${json(ref('Claim'))} } }
  /claims/{claimId}:
    parameters: [{ name: claimId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: getClaim
      responses: { '200': { description: A claim., ${json(ref('Claim'))} } }
    put:
      operationId: putClaim
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, maxLength: 20 } } } } } }
      responses: { '200': { description: A claim., ${json(ref('Claim'))} }, '201': { description: A claim., ${json(ref('Claim'))} } }
    patch:
      operationId: updateClaim
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string, maxLength: 20 } } } } } }
      responses: { '200': { description: A claim., ${json(ref('Claim'))} } }
components:
  schemas:
    Claim:
      type: object
      required: [id, name, state]
      properties:
        id: { type: string, format: uuid }
        name: { type: string, maxLength: 20 }
        state: { type: string, enum: [open, paid], default: open }
`,
  exchanges: [
    ...['paid', 5].map((state) => ({
      name: 'a creation',
      send: send('POST', '/claims', { name: 'A', state }),
      receive: { status: 201, body: { name: 'A', state: 'open' } },
    })),
    {
      name: 'a replacement that creates',
      send: send('PUT', `/claims/${id}`, { name: 'B', state: 'paid' }),
      receive: { status: 201, body: { name: 'B', state: 'open' } },
    },
    {
      name: 'a replacement',
      send: send('PUT', `/claims/${id}`, { name: 'C', state: 5 }),
      receive: { status: 200, body: { name: 'C', state: 'open' } },
    },
    {
      name: 'a change',
      send: send('PATCH', `/claims/${id}`, { name: 'D', state: 'paid' }),
      receive: { status: 200, body: { name: 'D', state: 'open' } },
    },
  ],
})
