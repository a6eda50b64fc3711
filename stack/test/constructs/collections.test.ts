// Collections as people write them: PUT, items with allOf, and open bodies.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { get, inPath, json, patch, post, put, ref, returns, returnsList, takes } from './operation.ts'

const id = '00000000-0000-4000-8000-000000000000'
const uuid = '{ type: string, format: uuid, minLength: 36, maxLength: 36 }'
const createdOrReplaced = (name: string) => `responses:
        '200': { description: Replaced., ${json(ref(name))} }
        '201': { description: Created., ${json(ref(name))} }`

const name = '{ type: string, maxLength: 20 }'
const claim = `{ type: object, required: [name], properties: { name: ${name} } }`

const tagged = { etag: expect.any(String) }
const boat = `/boats/${id}`
const white = (name: string) => ({ id, name, colour: 'white', madeAt: expect.any(String) })
const open = (name: string) => ({ name, state: 'open' })

construct('collections', {
  contract: `
paths:
  # Items and fields with allOf, a time in a part of it, and PUT that creates or replaces.
  /boats:
    get: { operationId: listBoats, x-paging: true, ${returnsList('Boat')} }
    post: { operationId: createBoat, ${takes(ref('NewBoat'))}, ${returns(ref('Boat'), 201)} }
  /boats/{boatId}:
    parameters: [${inPath('boatId', uuid)}]
    get: { operationId: getBoat, x-conditions: [ETag], ${returns(ref('Boat'))} }
    put:
      operationId: putBoat
      x-conditions: [ETag]
      ${takes(ref('NewBoat'))}
      ${createdOrReplaced('Boat')}
    patch:
      operationId: updateBoat
      x-conditions: [ETag]
      requestBody: { required: true, content: { application/merge-patch+json: { schema: ${ref('BoatPatch')} } } }
      ${returns(ref('Boat'))}
  # Open bodies, whose other properties are not stored.
  /claims:
    post: { operationId: createClaim, ${takes(claim)}, ${returns(ref('Claim'), 201)} }
  /claims/{claimId}:
    parameters: [${inPath('claimId', '{ type: string, format: uuid }')}]
    get: { operationId: getClaim, ${returns(ref('Claim'))} }
    put:
      operationId: putClaim
      ${takes(claim)}
      ${createdOrReplaced('Claim')}
    patch:
      operationId: updateClaim
      ${takes(`{ type: object, properties: { name: ${name} } }`)}
      ${returns(ref('Claim'))}
components:
  schemas:
    NewBoat:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 40 }
        colour: { type: string, maxLength: 20, default: white }
    BoatPatch: { type: object, properties: { berth: { type: integer, minimum: 1, maximum: 99 } } }
    Boat:
      description: A boat with what the service adds.
      allOf:
        - ${ref('NewBoat')}
        - type: object
          required: [id, madeAt]
          properties:
            id: { allOf: [${uuid}], description: The number of a boat. }
            berth: { type: integer, minimum: 1, maximum: 99 }
            madeAt: { type: string, format: date-time, x-role: created }
    Claim:
      type: object
      required: [id, name, state]
      properties:
        id: { type: string, format: uuid }
        name: ${name}
        state: { type: string, enum: [open, paid], default: open }
`,
  exchanges: [
    put(
      boat,
      { name: 'Ada', wheels: 4 },
      { status: 201, body: white('Ada'), headers: tagged },
      { 'if-none-match': '*' },
    ),
    // PUT does not have the field.
    patch(boat, { berth: 7 }, { status: 200, body: { berth: 7 } }, { 'content-type': 'application/merge-patch+json' }),
    put(boat, { name: 'Bea', colour: 'red' }, { status: 200, body: { id, name: 'Bea', colour: 'red', berth: 7 } }),
    put(boat, { name: 'Bea' }, { status: 200, body: { ...white('Bea'), berth: 7 } }),
    post('/boats', { name: 'Cleo' }, { status: 201, body: { name: 'Cleo', colour: 'white' } }),
    get('the boats', '/boats', { status: 200, body: [{ name: 'Bea' }, { name: 'Cleo' }] }),
    ...['paid', 5].map((state) => post('/claims', { name: 'A', state }, { status: 201, body: open('A') })),
    put(`/claims/${id}`, { name: 'B', state: 'paid' }, { status: 201, body: open('B') }),
    put(`/claims/${id}`, { name: 'C', state: 5 }, { status: 200, body: open('C') }),
    patch(`/claims/${id}`, { name: 'D', state: 'paid' }, { status: 200, body: open('D') }),
  ],
  calls: [
    ['putBoat', { path: { boatId: id }, body: { name: 'Dora' } }, { status: 200, body: { name: 'Dora', berth: 7 } }],
  ],
  types: `
export const none: Handlers = {}
export const use = () => client.putBoat({ path: { boatId: '${id}' }, body: { name: 'Ada' } })`,
})
