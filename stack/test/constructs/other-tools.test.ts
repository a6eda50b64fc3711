// Contracts as frameworks write them: FastAPI ends paths with a slash, ASP.NET takes `application/*+json`, Spring has ProblemDetail.
import { Problem } from '../../core/problem.ts'
import { construct } from './construct.ts'
import { responses } from './operation.ts'

const boat = "schema: { $ref: '#/components/schemas/Boat' }"
const json = { 'Content-Type': 'application/json' }

construct('what frameworks write', {
  contract: `
tags: [{ name: Unused }]
paths:
  /boats/:
    get: { operationId: boats, responses: ${responses} }
    post:
      operationId: addBoat
      requestBody:
        required: true
        content: { application/json: { ${boat} }, text/json: { ${boat} }, 'application/*+json': { ${boat} } }
      responses: ${responses}
    put:
      operationId: putBoats
      requestBody: { required: true, content: { 'application/*+json': { ${boat} } } }
      responses: ${responses}
  /boats/{boatId}/:
    get: { operationId: boat, responses: ${responses} }
    delete:
      operationId: deleteBoat
      responses:
        '204': { description: It is deleted., headers: { request-id: { schema: { type: string } } }, content: { '*/*': { schema: { type: object } } } }
        default: { description: An error., content: { application/json: { schema: { $ref: '#/components/schemas/ProblemDetail' } } } }
components:
  schemas:
    Boat: { type: object, required: [name], properties: { name: { type: string, nullable: true }, properties: { type: object, additionalProperties: true, description: Any. }, description: { type: string, maxLength: 2147483647 } } }
    ProblemDetail: { type: object, properties: { title: { type: string } } }
    FieldError: { type: object, properties: { field: { type: string } } }
    NotFoundProblem: { type: object }
`,
  handlers: { deleteBoat: async () => ({ status: 204 }) },
  exchanges: [
    { name: 'a slash at the end', send: { path: '/boats/' }, receive: { status: 200 } },
    { name: 'no slash', send: { path: '/boats' }, receive: { status: 404 } },
    { name: 'a parameter', send: { path: '/boats/7/' }, receive: { status: 200, body: { path: { boatId: '7' } } } },
    ...['application/vnd.boat+json', 'text/json', 'application/problem+json'].map((type) => ({
      name: type,
      send: { method: 'POST', path: '/boats/', headers: { 'Content-Type': type }, body: '{"name":null}' },
      receive: { status: 200, body: { body: { name: null } } },
    })),
    {
      name: 'invalid',
      send: {
        method: 'POST',
        path: '/boats/',
        headers: { 'Content-Type': 'application/vnd.boat+json' },
        body: '{"name":1}',
      },
      receive: { status: 400, body: { errors: [{ pointer: '/name' }] } },
    },
    ...['application/xml', 'application/+json'].map((type) => ({
      name: type,
      send: { method: 'POST', path: '/boats/', headers: { 'Content-Type': type }, body: '{"name":null}' },
      receive: { status: 415 },
    })),
    {
      name: 'only the range',
      send: { method: 'PUT', path: '/boats/', headers: json, body: '{"name":null}' },
      receive: { status: 415, headers: { accept: 'application/*+json' } },
    },
  ],
  calls: [
    {
      call: ['putBoats', { mediaType: 'application/vnd.boat+json', body: { name: 'Ada' } }],
      result: { status: 200, body: { body: { name: 'Ada' } } },
    },
    { call: ['addBoat', { body: { name: 'Ada' } }], result: { status: 200 } },
    { call: ['boat', { path: { boatId: 'a/b' } }], result: { status: 200, body: { path: { boatId: 'a/b' } } } },
  ],
  types: `
void client.putBoats({ mediaType: 'application/vnd.boat+json', body: { name: null } })
// @ts-expect-error: XML is not in the range.
void client.putBoats({ mediaType: 'application/xml', body: { name: null } })
void client.addBoat({ body: { name: null, properties: { any: 1 } } })
void client.boat({ path: { boatId: 'a' } })
export const handlers: Pick<Handlers, 'putBoats' | 'deleteBoat'> = {
  putBoats: async ({ body, mediaType }) => ({ status: 200, body: { name: body.name, isJson: mediaType.endsWith('+json') } }),
  deleteBoat: async () => ({ status: 204 }),
}`,
})

const ship = "content: { application/json: { schema: { $ref: '#/components/schemas/Ship' } } }"

construct('items with an integer as their id', {
  contract: `
paths:
  /ships:
    post: { operationId: addShip, requestBody: { required: true, content: { application/json: { schema: { type: object } } } }, responses: { '201': { description: The ship., ${ship} } } }
  /ships/{id}:
    get:
      operationId: getShip
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int32 } }]
      responses: { '200': { description: The ship., ${ship} } }
components:
  schemas:
    Ship: { type: object, properties: { id: { type: integer } } }
`,
  handlers: {
    addShip: async () => ({ status: 201, headers: { Location: 'ships/7' }, body: { id: 7 } }),
    async getShip({ path }) {
      if (path.id !== 7) throw new Problem('not-found', 'There is no such ship.')
      return { status: 200, body: { id: 7 } }
    },
  },
  exchanges: [{ name: 'an item', send: { path: '/ships/7' }, receive: { status: 200, body: { id: 7 } } }],
  calls: [{ call: ['getShip', { path: { id: 7 } }], result: { status: 200, body: { id: 7 } } }],
})
