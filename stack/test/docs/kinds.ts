// A contract with every kind of parameter, body, credential and response.
import type { DraftResponse } from '../../core/pipeline/http.ts'
import type { OperationCall } from '../../core/pipeline/pipeline.ts'
import { generate, type Product, productWith } from '../support/product.ts'

const echo = `responses: { '200': { description: The request., content: { application/json: { schema: { $ref: '#/components/schemas/Echo.v1-a' } } } } }`
const numbers = '{ type: object, properties: { x: { type: integer }, y: { type: string } } }'

const operation = (id: string, rest: string) => `{ operationId: ${id}, ${rest} }`
const post = (id: string, content: string, rest = echo) =>
  `{ post: ${operation(id, `requestBody: { required: true, content: { ${content} } }, ${rest}`)} }`
const secured = (id: string, security: string) => `{ get: ${operation(id, `security: ${security}, ${echo}`)} }`

const contract = `openapi: 3.1.1
info: { title: Kinds, version: 1.0.0, description: 'A [link](#of-the-author) of the contract.' }
servers: [{ url: 'https://kinds.example/api/v1' }]
paths:
  /: { get: ${operation('read the "root"', echo)} }
  /boats/{boatId}:launch:
    post:
      operationId: launch-boat
      parameters: [{ name: boatId, in: path, required: true, schema: { type: string } }]
      ${echo}
  /styles/{list}/{matrix}/{label}:
    get:
      operationId: styles
      parameters:
        - { name: list, in: path, required: true, schema: { type: array, items: { type: string } } }
        - { name: matrix, in: path, required: true, style: matrix, explode: true, schema: { type: array, items: { type: integer } } }
        - { name: label, in: path, required: true, style: label, schema: ${numbers} }
        - { name: exploded, in: query, schema: { type: array, items: { type: string } } }
        - { name: commas, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: spaces, in: query, style: spaceDelimited, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: pipes, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: string } } }
        - { name: deep, in: query, style: deepObject, explode: true, schema: ${numbers} }
        - { name: open, in: query, schema: { type: object, properties: { p: { type: boolean } } } }
        - { name: json, in: query, content: { application/json: { schema: { type: object } } } }
        - { name: X-Numbers, in: header, schema: { type: array, items: { type: integer } } }
        - { name: X-Object, in: header, explode: true, schema: ${numbers} }
        - { name: Date, in: header, schema: { type: string } }
        - { name: biscuit, in: cookie, schema: { type: string } }
      ${echo}
  /search: { get: ${operation('search', `requestBody: { content: { application/json: {} } }, ${echo}`)} }
  /json: ${post('json', 'application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } }, text/plain: { schema: { type: string } }')}
  /form: ${post('form', `application/x-www-form-urlencoded: { schema: { type: object, properties: { page: { type: integer }, tags: { type: array, items: { type: string } }, place: ${numbers} } } }`)}
  /multipart: ${post('multipart', `multipart/form-data: { schema: { type: object, required: [photo], properties: { title: { type: string }, photo: { type: string, format: binary }, others: { type: array, items: { type: string, format: binary } }, place: ${numbers} } } }`)}
  /binary: ${post('binary', 'application/octet-stream: {}', "responses: { '200': { description: The same., content: { application/octet-stream: {} } } }")}
  /image: ${post('image', "'image/*': {}", "responses: { '200': { description: The same., content: { image/png: {} } } }")}
  /nothing: { delete: ${operation('nothing', "responses: { '204': { description: Nothing. } }")} }
  /moved: { get: ${operation('moved', "responses: { '302': { description: Elsewhere. } }")} }
  /bearer: ${secured('bearer', '[{ oauth: [boats] }]')}
  /basic: ${secured('basic', '[{ password: [] }]')}
  /header: ${secured('header', '[{ headerKey: [] }]')}
  /query: ${secured('query', '[{ queryKey: [] }]')}
  /cookie: ${secured('cookie', '[{ cookieKey: [] }]')}
  /either: ${secured('either', '[{ oauth: [], queryKey: [] }, { password: [] }, {}]')}
components:
  schemas: { Echo.v1-a: { type: object } }
  securitySchemes:
    password: { type: http, scheme: basic }
    headerKey: { type: apiKey, in: header, name: X-Key }
    queryKey: { type: apiKey, in: query, name: key }
    cookieKey: { type: apiKey, in: cookie, name: session }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { boats: Boats. } } } }
`

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** A picture of one pixel. */
export const picture = { name: 'one.png', mimeType: 'image/png', buffer: image }

const handlers: Record<string, (call: OperationCall) => Promise<DraftResponse>> = {
  async multipart({ body }) {
    const names = Object.entries(Object(body)).map(([name, value]) => [name, [value].flat().map(getName)])
    return { status: 200, body: Object.fromEntries(names) }
  },
  binary: async ({ body }) => ({ status: 200, body }),
  image: async ({ body }) => ({ status: 200, body }),
  nothing: async () => ({ status: 204 }),
  moved: async () => ({ status: 302 }),
}

function getName(value: unknown): unknown {
  return value instanceof File ? `${value.name} ${value.type} ${value.size}` : value
}

/** Other operations return their requests. */
export async function kindsProduct(): Promise<Product> {
  const product = await productWith(contract)
  await generate(product.folder, '--docs')
  const echoes = Object.keys(product.contract.operations).map((id) => {
    return [
      id,
      async ({ path, query, headers, cookies, mediaType, body }: OperationCall) => ({
        status: 200,
        body: { path, query, headers, cookies, mediaType, body },
      }),
    ]
  })
  return { ...product, handlers: { ...Object.fromEntries(echoes), ...handlers } }
}
