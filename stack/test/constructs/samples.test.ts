// Mocks without state return an example of each response. Where the contract documents none, they return a valid one.
import { setupServer } from 'msw/node'
import { expect, it } from 'vitest'
import { mockHandlers } from '../../mock/msw/index.ts'
import { type Product, productWith } from '../support/product.ts'
import { startMock } from '../support/service.ts'

/** Bodies without a valid example, by their path. */
const bodies: Record<string, { content: string; mediaType: string; text: string }> = {
  html: { content: 'text/html: {}', mediaType: 'text/html', text: 'text' },
  xml: {
    content: 'application/xml: { schema: { type: object }, example: <a/> }',
    mediaType: 'application/xml',
    text: '<a/>',
  },
  number: { content: 'text/plain: { schema: { type: integer } }', mediaType: 'text/plain', text: 'text' },
  pdf: {
    content: 'application/pdf: { schema: { type: string, format: binary } }',
    mediaType: 'application/pdf',
    text: 'bytes',
  },
  image: { content: "'image/*': {}", mediaType: 'image/png', text: 'bytes' },
  file: {
    content: "'*/*': { schema: { type: string, format: binary } }",
    mediaType: 'application/octet-stream',
    text: 'bytes',
  },
  range: { content: "'*/*': { schema: { type: boolean } }", mediaType: 'application/json', text: 'true' },
  json: { content: 'application/json: {}', mediaType: 'application/json', text: '{}' },
  anything: { content: 'application/json: { schema: {} }', mediaType: 'application/json', text: '{}' },
  nothing: { content: "application/json: { schema: { type: 'null' } }", mediaType: 'application/json', text: 'null' },
  wrong: {
    content: 'application/json: { schema: { type: integer, minimum: 3 }, example: a }',
    mediaType: 'application/json',
    text: '3',
  },
}

/** Paths with a text beside a parameter: Prism itself would choose another one. Each with the path of a request. */
const paths = {
  '/reports/{id}.json': '/reports/7.json',
  '/reports/{id}': '/reports/7',
  '/reports/{id}:print': '/reports/7:print',
  '/periods/{year}-{month}': '/periods/2026-11',
}
const examples = Object.keys(paths).map((path) => {
  const content = `{ application/json: { schema: { type: object }, example: { path: '${path}' } } }`
  return `  '${path}': { get: { responses: { '200': { description: Its path., content: ${content} } } } }\n`
})

const contract = `openapi: 3.1.1
info: { title: Samples, version: 1.0.0 }
paths:
  /boats/{boatId}:
    get:
      operationId: readBoat
      parameters: [{ name: boatId, in: path, required: true, schema: { type: integer } }]
      responses:
        '200':
          description: The boat.
          headers: { X-Seen: { required: true, schema: { type: string, format: date } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } }
  /harbour:
    get:
      operationId: readHarbour
      responses:
        '200': { description: The harbour., content: { application/json: { schema: { type: object }, example: { name: Hafen } } } }
${Object.entries(bodies)
  .map(
    ([name, { content }]) =>
      `  /${name}: { get: { responses: { '200': { description: A body., content: { ${content} } } } } }\n`,
  )
  .join('')}${examples.join('')}  /headers:
    get:
      operationId: readHeaders
      responses:
        '200':
          description: Headers.
          headers:
            X-Integer: { required: true, schema: { type: integer, maximum: -1 } }
            X-Number: { required: true, schema: { type: number, maximum: -0.5 } }
            X-List: { required: true, schema: { type: array, items: { type: integer }, minItems: 2 } }
            X-Flag: { required: true, schema: { type: boolean } }
            X-Object: { required: true, schema: { type: object, required: [a], properties: { a: { type: integer } } } }
            X-Either: { required: true, schema: { oneOf: [{ type: integer }, { const: none }] } }
components:
  schemas:
    Boat:
      type: object
      required: [id, sail, mail, flag]
      properties:
        id: { type: string, format: uuid }
        sail: { type: string, pattern: '^[A-Z]{3}-[0-9]{2}$' }
        mail: { type: string, format: email }
        length: { type: number, minimum: 3, multipleOf: 0.5 }
        tender: { $ref: '#/components/schemas/Boat' }
        links: { type: array, items: { type: string }, example: https://www.example/ }
        tags: { type: array, items: { type: object }, examples: [[null], [{ name: red }]] }
`
const product = await productWith(contract)

it.each(Object.entries({ 'the mock': mock, 'the handlers': handlers }))('%s', async (_, start) => {
  await using target = await start(product)
  const boat = await fetch(`${target.url}/boats/7`)
  const { id, sail, links, tags } = await boat.json()
  expect([boat.status, id, sail, links, tags]).toEqual([
    200,
    expect.stringMatching(/^[\da-f-]{36}$/),
    expect.stringMatching(/^[A-Z]/),
    // Their first examples are not valid.
    ['text'],
    [{ name: 'red' }],
  ])
  expect(boat.headers.get('X-Seen')).toMatch(/^\d{4}-\d\d-\d\d$/)
  const harbour = await fetch(`${target.url}/harbour`)
  expect([harbour.status, await harbour.json()]).toEqual([200, { name: 'Hafen' }])
  for (const [path, { mediaType, text }] of Object.entries(bodies)) {
    const response = await fetch(`${target.url}/${path}`)
    expect([path, response.status, await response.text()]).toEqual([path, 200, text])
    expect(response.headers.get('Content-Type')).toContain(mediaType)
  }
  for (const [path, sent] of Object.entries(paths)) {
    expect(await (await fetch(target.url + sent)).json()).toEqual({ path })
  }
  const { headers } = await fetch(`${target.url}/headers`)
  const names = ['X-Integer', 'X-Number', 'X-List', 'X-Flag', 'X-Object', 'X-Either']
  expect(names.map((name) => headers.get(name))).toEqual(['-1', '-0.5', '1,1', 'true', 'a,1', '1'])
})

function mock(api: Product) {
  return startMock({}, { api })
}

async function handlers(api: Product) {
  const url = 'http://samples.test'
  const mocked = { ...api, validators: api.server.validators }
  const server = setupServer(...mockHandlers(mocked, { baseUrl: url }).handlers)
  server.listen({ onUnhandledFrame: 'bypass' })
  return { url, [Symbol.asyncDispose]: async () => server.close() }
}
