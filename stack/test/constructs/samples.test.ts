// Mocks without state return an example of each response, and generate a valid one if the contract has none.
import { expect, it } from 'vitest'
import { startHandlers } from '../rooms/implementations.ts'
import { productWith } from '../support/product.ts'
import { startMock } from '../support/service.ts'

/** Contents of responses, with the media type and the body that a mock returns, by path. */
const bodies: Record<string, [content: string, mediaType: string, text: string]> = {
  html: ['text/html: {}', 'text/html', 'text'],
  xml: ['application/xml: { schema: { type: object }, example: <a/> }', 'application/xml', '<a/>'],
  pdf: ['application/pdf: { schema: { type: string, format: binary } }', 'application/pdf', 'bytes'],
  image: ["'image/*': {}", 'image/png', 'bytes'],
  range: ["'*/*': { schema: { type: boolean } }", 'application/json', 'true'],
  json: ['application/json: {}', 'application/json', '{}'],
  wrong: ['application/json: { schema: { type: integer, minimum: 3 }, example: a }', 'application/json', '3'],
}

/** JSON schemas that are difficult to sample, with the expected sample, by path. */
const schemas: Record<string, [schema: string, sample: unknown]> = {
  reply: ["{ $ref: '#/components/schemas/Comment' }", { id: 'text', parent: null }],
  'null-first': [
    "{ type: object, required: [a], properties: { a: { oneOf: [{ type: 'null' }, { type: object }] } } }",
    { a: null },
  ],
  'array-first': ['{ oneOf: [{ type: array, items: { type: string } }, { type: string }] }', ['text']],
  overlap: [
    "{ allOf: [{ properties: { kind: { enum: [DOC] } } }, { $ref: '#/components/schemas/Layer' }] }",
    { kind: 'DOC' },
  ],
  bounds: ['{ maximum: 4, allOf: [{ type: number, minimum: 2 }, { type: integer, minimum: 3 }] }', 3],
  contains: ['{ type: array, items: { type: integer, minimum: 0, maximum: 9 }, contains: { const: 7 } }', [7]],
  unique: ['{ type: array, uniqueItems: true, minItems: 2, items: { enum: [a, b] } }', ['a', 'b']],
  names: [
    "{ minProperties: 1, propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: { type: boolean } }",
    { text: true },
  ],
  one: [
    '{ properties: { a: { type: boolean }, b: {} }, oneOf: [{ required: [a] }, { required: [b] }], maxProperties: 1 }',
    { a: true },
  ],
  condition: [
    '{ required: [a], properties: { a: { enum: [1] }, b: { const: 2 } }, if: { required: [a] }, then: { required: [b] } }',
    { a: 1, b: 2 },
  ],
  long: ["{ type: string, pattern: '^[a-z]+$', minLength: 9 }", 'textxxxxx'],
}
for (const [path, [schema, sample]] of Object.entries(schemas))
  bodies[path] = [`application/json: { schema: ${schema} }`, 'application/json', JSON.stringify(sample)]

/** Paths with a literal beside a parameter, and the path of a request. Prism alone would choose a different one. */
const paths = {
  '/reports/{id}.json': '/reports/7.json',
  '/reports/{id}': '/reports/7',
  '/periods/{year}-{month}': '/periods/2026-11',
}
const operationReturning = (path: string, content: string) =>
  `  '${path}': { get: { responses: { '200': { description: A body., content: { ${content} } } } } }\n`
const operations = [
  ...Object.entries(bodies).map(([name, [content]]) => operationReturning(`/${name}`, content)),
  ...Object.keys(paths).map((path) =>
    operationReturning(path, `application/json: { schema: { type: object }, example: { path: '${path}' } }`),
  ),
]

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
${operations.join('')}  /headers:
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
    Layer: { required: [kind], properties: { kind: { type: string } } }
    Comment: { required: [id, parent], properties: { id: { type: string }, parent: { anyOf: [{ $ref: '#/components/schemas/Comment' }, { type: 'null' }] } } }
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

const starts = {
  'the mock': () => startMock({}, { api: product }),
  'the handlers': () => startHandlers(product, 'example'),
}

it.each(Object.entries(starts))('%s returns valid examples', async (_, start) => {
  await using target = await start()
  const boat = await fetch(`${target.url}/boats/7`)
  const { id, sail, links, tags } = await boat.json()
  expect([boat.status, id, sail, links, tags]).toEqual([
    200,
    expect.stringMatching(/^[\da-f-]{36}$/),
    expect.stringMatching(/^[A-Z]/),
    // The first example of links and of tags is not valid.
    ['text'],
    [{ name: 'red' }],
  ])
  expect(boat.headers.get('X-Seen')).toMatch(/^\d{4}-\d\d-\d\d$/)
  for (const [path, [, mediaType, text]] of Object.entries(bodies)) {
    const response = await fetch(`${target.url}/${path}`)
    expect([path, response.status, await response.text()]).toEqual([path, 200, text])
    expect(response.headers.get('Content-Type')).toContain(mediaType)
  }
  for (const [path, sent] of Object.entries(paths))
    expect(await (await fetch(target.url + sent)).json()).toEqual({ path })
  const { headers } = await fetch(`${target.url}/headers`)
  const names = ['X-Integer', 'X-Number', 'X-List', 'X-Flag', 'X-Object', 'X-Either']
  expect(names.map((name) => headers.get(name))).toEqual(['-1', '-0.5', '1,1', 'true', 'a,1', '1'])
})
