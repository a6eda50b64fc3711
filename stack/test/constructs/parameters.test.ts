import { construct } from './construct.ts'

const responses = `{ '200': { description: The input., content: { application/json: { schema: { type: object, additionalProperties: true } } } } }`

/** A GET that returns its parameters. */
function operation(id: string, ...parameters: string[]): string {
  return `{ operationId: ${id}, parameters: [${parameters.join(', ')}], responses: ${responses} }`
}

const list = '{ type: array, items: { type: integer }, maxItems: 3 }'
const texts = '{ type: array, items: { type: string } }'
const point =
  '{ type: object, properties: { x: { type: integer }, name: { type: string } }, additionalProperties: false }'

construct('scalars', {
  contract: `
paths:
  /scalars:
    get: ${operation(
      'scalars',
      '{ name: either, in: query, schema: { type: [integer, string] } }',
      '{ name: nullable, in: query, schema: { type: [integer, "null"], minimum: -5 } }',
      '{ name: any, in: query, schema: {} }',
      '{ name: listed, in: query, schema: { enum: [1, a, true] } }',
      '{ name: one, in: query, schema: { oneOf: [{ type: boolean }, { type: number, exclusiveMinimum: 0 }] } }',
      '{ name: all, in: query, schema: { allOf: [{ type: integer }, { maximum: 3 }] } }',
      '{ name: fixed, in: query, schema: { const: 7 } }',
      '{ name: "first-name", in: query, schema: { type: string } }',
      '{ name: "filter[name]", in: query, schema: { type: string } }',
      '{ name: "filter[size]", in: query, schema: { type: integer } }',
    )}
`,
  exchanges: [
    ...[
      ['either=5', { either: 5 }],
      ['either=5a', { either: '5a' }],
      ['nullable=null', { nullable: null }],
      ['nullable=-5', { nullable: -5 }],
      ['any=5', { any: '5' }],
      ['listed=1', { listed: 1 }],
      ['listed=a', { listed: 'a' }],
      ['listed=true', { listed: true }],
      ['one=true', { one: true }],
      ['one=0.5', { one: 0.5 }],
      ['all=-2', { all: -2 }],
      ['fixed=7', { fixed: 7 }],
      ['first-name=a%20b', { 'first-name': 'a b' }],
      ['filter[name]=x&filter%5Bsize%5D=2', { 'filter[name]': 'x', 'filter[size]': 2 }],
    ].map(([query, value]) => ({
      name: String(query),
      send: { path: `/scalars?${query}` },
      receive: { status: 200, body: { query: value } },
    })),
    ...[
      'nullable=a',
      'nullable=-6',
      'listed=2',
      'one=0',
      'all=4',
      'fixed=8',
      'filter[other]=1',
      'either=1&either=2',
    ].map((query) => ({ name: query, send: { path: `/scalars?${query}` }, receive: { status: 400 } })),
  ],
  calls: [
    {
      call: ['scalars', { query: { either: 'a', listed: true, 'filter[name]': 'x' } }],
      result: { status: 200, body: { query: { either: 'a', listed: true, 'filter[name]': 'x' } } },
    },
  ],
  types: `
const result = await client.scalars({ query: { either: 1, nullable: null, 'first-name': 'a', 'filter[size]': 2 } })
export const handlers: Handlers = { scalars: async ({ query }) => ({ status: 200, body: { either: query.either ?? null } }) }
void result`,
})

construct('arrays', {
  contract: `
paths:
  /arrays/{simple}/{label}/{matrix}:
    parameters:
      - { name: simple, in: path, required: true, schema: ${list} }
      - { name: label, in: path, required: true, style: label, schema: ${list} }
      - { name: matrix, in: path, required: true, style: matrix, explode: true, schema: ${list} }
    get: ${operation(
      'arrays',
      `{ name: form, in: query, schema: ${list} }`,
      `{ name: commas, in: query, explode: false, schema: ${list} }`,
      `{ name: texts, in: query, explode: false, schema: ${texts} }`,
      `{ name: spaces, in: query, style: spaceDelimited, explode: false, schema: ${texts} }`,
      `{ name: bars, in: query, style: pipeDelimited, explode: false, schema: ${texts} }`,
      `{ name: either, in: query, schema: { oneOf: [{ type: string }, ${texts}] } }`,
      `{ name: X-List, in: header, schema: ${list} }`,
      `{ name: cookies, in: cookie, explode: false, schema: ${list} }`,
    )}
`,
  exchanges: [
    {
      name: 'a path',
      send: { path: '/arrays/1,2/.3,4/;matrix=5;matrix=6' },
      receive: { status: 200, body: { path: { simple: [1, 2], label: [3, 4], matrix: [5, 6] } } },
    },
    ...[
      ['form=1', { form: [1] }],
      ['form=1&form=2', { form: [1, 2] }],
      ['commas=1,2', { commas: [1, 2] }],
      ['commas=1%2C2', { commas: [1, 2] }],
      ['texts=a,b%2Cc', { texts: ['a', 'b,c'] }],
      ['texts=', { texts: [''] }],
      ['spaces=a%20b+c', { spaces: ['a', 'b', 'c'] }],
      ['bars=a|b%7Cc', { bars: ['a', 'b', 'c'] }],
      ['either=a', { either: 'a' }],
      ['either=a&either=b', { either: ['a', 'b'] }],
    ].map(([query, value]) => ({
      name: String(query),
      send: { path: `/arrays/1/.1/;matrix=1?${query}` },
      receive: { status: 200, body: { query: value } },
    })),
    ...['form=a', 'form=1&form=2&form=3&form=4', 'commas=1,a', 'commas=1&commas=2'].map((query) => ({
      name: query,
      send: { path: `/arrays/1/.1/;matrix=1?${query}` },
      receive: { status: 400 },
    })),
    {
      name: 'a header and a cookie',
      send: { path: '/arrays/1/.1/;matrix=1', headers: { 'X-List': '1, 2', Cookie: 'a=b; cookies=3,4' } },
      receive: { status: 200, body: { headers: { 'X-List': [1, 2] }, cookies: { cookies: [3, 4] } } },
    },
    {
      name: 'a path without its style',
      send: { path: '/arrays/1/1/;matrix=1' },
      receive: { status: 400, body: { errors: [{ parameter: 'label', detail: 'must begin with .' }] } },
    },
  ],
  calls: [
    {
      call: [
        'arrays',
        {
          path: { simple: [1, 2], label: [3], matrix: [4, 5] },
          query: { form: [1, 2], commas: [3, 4], texts: ['a,b', 'c'], spaces: ['d', 'e'], bars: ['f', 'g'] },
          header: { 'X-List': [6, 7] },
        },
      ],
      result: {
        status: 200,
        body: {
          path: { simple: [1, 2], label: [3], matrix: [4, 5] },
          query: { form: [1, 2], commas: [3, 4], texts: ['a,b', 'c'], spaces: ['d', 'e'], bars: ['f', 'g'] },
          headers: { 'X-List': [6, 7] },
        },
      },
    },
  ],
})

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
`,
  exchanges: [
    {
      name: 'a path',
      send: { path: '/objects/x,1,name,a/;x=2;name=b' },
      receive: { status: 200, body: { path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } } } },
    },
    ...[
      ['x=1&name=a', { form: { x: 1, name: 'a' } }],
      ['commas=x,1,name,a%2Cb', { commas: { x: 1, name: 'a,b' } }],
      ['deep[x]=1&deep%5Bname%5D=', { deep: { x: 1, name: '' } }],
      ['json=%7B%22x%22:1%7D', { json: { x: 1 } }],
    ].map(([query, value]) => ({
      name: String(query),
      send: { path: `/objects/x,1/;x=1?${query}` },
      receive: { status: 200, body: { query: value } },
    })),
    ...[
      'y=1',
      'x=a',
      'commas=x',
      'deep[y]=1',
      'deep=1',
      'deep[x]=1&deep[x]=2',
      'json=%7B',
      'json=%7B%22x%22:%22%22%7D',
    ].map((query) => ({ name: query, send: { path: `/objects/x,1/;x=1?${query}` }, receive: { status: 400 } })),
    {
      name: 'headers and a cookie',
      send: {
        path: '/objects/x,1/;x=1',
        headers: { 'X-Point': 'x=1, name=a', 'X-Json': '[{"x":2}]', Cookie: 'cookie=x,3' },
      },
      receive: {
        status: 200,
        body: { headers: { 'X-Point': { x: 1 }, 'X-Json': [{ x: 2 }] }, cookies: { cookie: { x: 3 } } },
      },
    },
  ],
  calls: [
    {
      call: [
        'objects',
        {
          path: { simple: { x: 1 }, matrix: { x: 2, name: 'b' } },
          query: { form: { x: 3 }, commas: { x: 4, name: 'a,b' }, deep: { x: 5 }, json: { x: 6 } },
          header: { 'X-Point': { x: 7 }, 'X-Json': [{ x: 8 }] },
        },
      ],
      result: {
        status: 200,
        body: {
          path: { simple: { x: 1 }, matrix: { x: 2, name: 'b' } },
          query: { form: { x: 3 }, commas: { x: 4, name: 'a,b' }, deep: { x: 5 }, json: { x: 6 } },
          headers: { 'X-Point': { x: 7 }, 'X-Json': [{ x: 8 }] },
        },
      },
    },
  ],
})

construct('overridden parameters and defaults', {
  contract: `
paths:
  /overridden:
    parameters:
      - { name: size, in: query, required: true, schema: { type: string, pattern: '^a+$' } }
      - { name: X-Size, in: header, schema: { type: string } }
    get: ${operation(
      'overridden',
      '{ name: size, in: query, schema: { type: integer, default: 4 } }',
      '{ name: X-Default, in: header, schema: { type: integer, default: 5 } }',
      '{ name: theme, in: cookie, schema: { type: string, default: dark } }',
    )}
    put: { operationId: inherited, responses: ${responses} }
`,
  exchanges: [
    {
      name: 'the parameter of the operation',
      send: { path: '/overridden?size=3', headers: { 'X-Size': 'a' } },
      receive: { status: 200, body: { query: { size: 3 }, headers: { 'X-Size': 'a' } } },
    },
    {
      name: 'the defaults',
      send: { path: '/overridden' },
      receive: { status: 200, body: { query: { size: 4 }, headers: { 'X-Default': 5 }, cookies: { theme: 'dark' } } },
    },
    {
      name: 'the parameter of the path',
      send: { method: 'PUT', path: '/overridden?size=3' },
      receive: { status: 400 },
    },
  ],
  types: `
const result = await client.overridden({ query: { size: 3 } })
export const handlers: Pick<Handlers, 'overridden'> = {
  overridden: async ({ headers, cookies }) => ({ status: 200, body: { size: headers['X-Default'] + 1, theme: cookies.theme.length } }),
}
void result`,
})

construct('texts beside parameters', {
  contract: `
paths:
  /reports/latest.json: { get: ${operation('latest')} }
  /reports/{report-id}.json: { get: ${operation('json', '{ name: report-id, in: path, required: true, schema: { type: integer } }')} }
  /reports/{report-id}: { get: ${operation('report', '{ name: report-id, in: path, required: true, schema: { type: string } }')} }
  /reports/{report-id}:print: { put: ${operation('print', '{ name: report-id, in: path, required: true, schema: { type: string } }')} }
  /periods/{year}-{month}: { get: ${operation('month', '{ name: year, in: path, required: true, schema: { type: integer } }', '{ name: month, in: path, required: true, schema: { type: integer } }')} }
`,
  exchanges: [
    ...[
      ['/reports/latest.json', {}],
      ['/reports/7.json', { 'report-id': 7 }],
      ['/reports/7', { 'report-id': '7' }],
      ['/periods/2026-11', { year: 2026, month: 11 }],
    ].map(([path, value]) => ({
      name: String(path),
      send: { path: String(path) },
      receive: { status: 200, body: { path: value } },
    })),
    {
      name: 'an action',
      send: { method: 'PUT', path: '/reports/a:print' },
      receive: { status: 200, body: { path: { 'report-id': 'a' } } },
    },
    { name: 'another method of an action', send: { path: '/reports/a:print' }, receive: { status: 405 } },
    { name: 'an empty value', send: { path: '/periods/-11' }, receive: { status: 404 } },
  ],
  calls: [
    {
      call: ['print', { path: { 'report-id': 'a/b' } }],
      result: { status: 200, body: { path: { 'report-id': 'a/b' } } },
    },
    {
      call: ['month', { path: { year: 2026, month: 1 } }],
      result: { status: 200, body: { path: { year: 2026, month: 1 } } },
    },
  ],
})
