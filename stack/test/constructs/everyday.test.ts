// Contracts as FastAPI (a slash at the end), ASP.NET (`application/*+json`) and Spring (ProblemDetail) write them, and that
// of docs/handlers.md.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../support/folder.ts'
import { construct } from './construct.ts'
import { echo, get, post } from './operation.ts'

const boat = "schema: { $ref: '#/components/schemas/Boat' }"

construct('what frameworks write', {
  contract: `
tags: [{ name: Unused }]
paths:
  # The path of a page.
  /: { get: { operationId: getRoot, ${echo} } }
  /boats/:
    get:
      operationId: boats
      parameters: [{ name: Accept, in: header, required: true, schema: { type: string, enum: [text/plain] } }]
      ${echo}
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
  # Needless escapes, which the flag u refuses.
  /tags/{tag}:
    get:
      operationId: tag
      parameters: [{ name: tag, in: path, required: true, schema: { type: string, pattern: '^[a-z\\-\\:]+\\-$' } }]
      ${echo}
components:
  schemas:
    Boat: { type: object, required: [name], properties: { name: { type: string, nullable: true }, properties: { type: object, additionalProperties: true, description: Any. }, description: { type: string, maxLength: 2147483647 } } }
    ProblemDetail: { type: object, properties: { title: { type: string } } }
    FieldError: { type: object, properties: { field: { type: string } } }
    NotFoundProblem: { type: object }
`,
  handlers: { deleteBoat: async () => ({ status: 204 }) },
  exchanges: [
    get('the operation at the path of a page', '/', { status: 200, body: { path: {} } }),
    get('a slash at the end', '/boats/', { status: 200 }),
    get('needless escapes', '/tags/a-:-', { status: 200, body: { path: { tag: 'a-:-' } } }),
    get('no escaped character', '/tags/a-:', { status: 400 }),
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
    ['getRoot', undefined, { status: 200 }],
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

const page = await readFile(join(root, 'docs/handlers.md'), 'utf8')
const [, contract = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? []
const [, documented = ''] = /^```ts\n(import .*?)^```$/ms.exec(page) ?? []
// A product of the tests has its handlers beside its contract.
const source = documented.replace("'../generated/", "'./generated/")

const report = (body: object) => get('a report', '/report', { status: 200, body })

construct('an action and a report', {
  contract,
  source,
  exchanges: [
    report({ rooms: 0, open: 0, bookings: 0 }),
    ...['Lab', 'Hall'].map((name) => post('/rooms', { name }, { status: 201 })),
    ...['2026-01-01', '2026-01-02'].map((day) => post('/rooms/{id}/bookings', { day }, { status: 201 })),
    report({ rooms: 2, open: 2, bookings: 2 }),
    post('/rooms/{id}:close', undefined, { status: 200, body: { name: 'Lab', isOpen: false } }),
    report({ rooms: 2, open: 1, bookings: 0 }),
    post('/rooms/{id}:close', undefined, { status: 409, body: { title: 'The room is closed' } }),
    post('/rooms/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41:close', undefined, { status: 404 }),
  ],
})
