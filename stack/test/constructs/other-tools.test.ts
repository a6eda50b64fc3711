// Contracts as FastAPI (a slash at the end), ASP.NET (`application/*+json`) and Spring (ProblemDetail) write them.
import { construct } from './construct.ts'
import { echo, get, post } from './operation.ts'

const boat = "schema: { $ref: '#/components/schemas/Boat' }"

construct('what frameworks write', {
  contract: `
tags: [{ name: Unused }]
paths:
  /boats/:
    get: { operationId: boats, ${echo} }
    post:
      operationId: addBoat
      requestBody:
        required: true
        content: { application/json: { ${boat} }, text/json: { ${boat} }, 'application/*+json': { ${boat} } }
      ${echo}
    put:
      operationId: putBoats
      requestBody: { required: true, content: { 'application/*+json': { ${boat} } } }
      ${echo}
  /boats/{boatId}/:
    get: { operationId: boat, ${echo} }
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
    get('a slash at the end', '/boats/', { status: 200 }),
    get('no slash', '/boats', { status: 404 }),
    get('a parameter', '/boats/7/', { status: 200, body: { path: { boatId: '7' } } }),
    ...['application/vnd.boat+json', 'text/json', 'application/problem+json'].map((type) =>
      post('/boats/', { name: null }, { status: 200, body: { body: { name: null } } }, { 'content-type': type }),
    ),
    ...['application/xml', 'application/+json'].map((type) =>
      post('/boats/', { name: null }, { status: 415 }, { 'content-type': type }),
    ),
  ],
  calls: [
    [
      'putBoats',
      { mediaType: 'application/vnd.boat+json', body: { name: 'Ada' } },
      { body: { body: { name: 'Ada' } } },
    ],
    ['addBoat', { body: { name: 'Ada' } }, { status: 200 }],
    ['boat', { path: { boatId: 'a/b' } }, { status: 200, body: { path: { boatId: 'a/b' } } }],
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
