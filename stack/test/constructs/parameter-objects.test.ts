import { construct } from './construct.ts'
import { echoed, get, operation, queries, refusedQueries } from './operation.ts'

const point =
  '{ type: object, properties: { x: { type: integer }, name: { type: string } }, additionalProperties: false }'

construct('objects', {
  contract: `
paths:
  /objects/{simple}/{matrix}:
    get: ${operation(
      'objects',
      `{ name: simple, in: path, required: true, schema: ${point} }`,
      `{ name: matrix, in: path, required: true, style: matrix, explode: true, schema: ${point} }`,
      `{ name: form, in: query, schema: ${point} }`,
      `{ name: commas, in: query, explode: false, schema: ${point} }`,
      `{ name: deep, in: query, style: deepObject, explode: true, schema: ${point} }`,
      `{ name: json, in: query, content: { application/json: { schema: ${point} } } }`,
      `{ name: X-Point, in: header, explode: true, schema: ${point} }`,
      `{ name: X-Json, in: header, content: { application/json: { schema: { type: array, items: ${point} } } } }`,
      `{ name: cookie, in: cookie, explode: false, schema: ${point} }`,
    )}
  /open:
    get: ${operation('open', '{ name: rest, in: query, schema: { type: object, additionalProperties: { type: integer } } }', '{ name: q, in: query, schema: { type: string } }')}
  /composed:
    get: ${operation(
      'composed',
      '{ $ref: "#/components/parameters/Composed" }',
      '{ name: X-Null, in: header, schema: { type: [integer, "null"] } }',
      '{ name: list, in: query, schema: { type: array, items: { oneOf: [{ type: integer }, { const: none }] }, default: [1] } }',
    )}
components:
  parameters:
    Composed:
      name: box
      in: query
      style: deepObject
      schema:
        allOf:
          - $ref: '#/components/schemas/Size'
          - { type: object, properties: { unit: { enum: [1, m] } } }
  schemas:
    Size: { type: object, required: [width], properties: { width: { type: number, exclusiveMinimum: 0 } } }
`,
  exchanges: [
    get('each style', '/objects/x,1,name,a/;x=2;name=b?x=1&commas=x,1,name,a%2Cb&deep[x]=1&json=%7B%22x%22:1%7D', {
      status: 200,
      body: {
        path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } },
        query: { form: { x: 1 }, commas: { x: 1, name: 'a,b' }, deep: { x: 1 }, json: { x: 1 } },
      },
    }),
    get(
      'headers and a cookie',
      '/objects/x,1/;x=1',
      { status: 200, body: { headers: { 'X-Point': { x: 1 }, 'X-Json': [{ x: 2 }] }, cookies: { cookie: { x: 3 } } } },
      { 'X-Point': 'x=1, name=a', 'X-Json': '[{"x":2}]', Cookie: 'cookie=x,3' },
    ),
    get('null in a header', '/composed', { status: 200, body: { headers: { 'X-Null': null } } }, { 'X-Null': 'null' }),
    ...queries('', {
      '/open?a=1&b=-2&q=x': { rest: { a: 1, b: -2 }, q: 'x' },
      '/composed?box[width]=2&box[unit]=m&box[other]=7': { box: { width: 2, unit: 'm', other: '7' }, list: [1] },
    }),
    // Half of a surrogate pair, and a value that the schema of a part refuses.
    ...refusedQueries('', '/objects/x,1/;x=1?json=%7B%22name%22:%22%5Cud800%22%7D', '/composed?box[unit]=m'),
  ],
  calls: [
    echoed('objects', {
      path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } },
      query: { form: { x: 3 }, commas: { x: 4, name: 'a,b' }, deep: { x: 5 }, json: { x: 6 } },
      header: { 'X-Point': { x: 7 }, 'X-Json': [{ x: 8 }] },
    }),
    echoed('open', { query: { rest: { a: 1 } } }),
    echoed('composed', { query: { box: { width: 0.5, unit: 1 }, list: ['none', 2] } }),
  ],
})
