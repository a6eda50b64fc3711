// Collections as people write them: PUT, items with allOf, open bodies, and ids that are integers.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import {
  get,
  inPath,
  json,
  patch,
  post,
  put,
  ref,
  returns,
  returnsList,
  returnsNothing,
  send,
  takes,
} from './operation.ts'

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
