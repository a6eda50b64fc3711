// Parameters of each type and style: scalars, arrays and objects, and those of paths.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { echo, echoed, get, inPath, operation, put, queries, refusedQueries } from './operation.ts'

const list = '{ type: array, items: { type: integer }, maxItems: 3 }'
const texts = '{ type: array, items: { type: string } }'

const whole = 'must be a whole number in plain decimal digits'
/** A refusal for one error of a parameter. */
const wrong = (parameter: string, detail: string) => ({ status: 400, body: { errors: [{ parameter, detail }] } })

construct('parameters', {
  contract: `
paths:
  /flags:
    get: ${operation(
      'flags',
      '{ name: flag, in: query, allowEmptyValue: true, schema: { type: boolean } }',
      '{ name: count, in: query, allowEmptyValue: true, schema: { type: integer, minimum: 1, maximum: 9, default: 3 } }',
      '{ name: size, in: query, allowEmptyValue: true, schema: { type: number } }',
      '{ name: rest, in: query, allowEmptyValue: true, schema: { type: [integer, "null"], minimum: 1, maximum: 9 } }',
      '{ name: word, in: query, allowEmptyValue: true, schema: { type: string } }',
      '{ name: numbers, in: query, allowEmptyValue: true, schema: { type: array, maxItems: 3, items: { type: number } } }',
      '{ name: needed, in: query, schema: { type: boolean } }',
    )}
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
    ...queries('/flags?', {
      flag: { flag: true, count: 3 },
      'flag=': { flag: true },
      'flag=false&count=': { flag: false, count: 3 },
      'size=': expect.not.objectContaining({ size: expect.anything() }),
      rest: { rest: null },
      word: { word: '' },
      numbers: expect.not.objectContaining({ numbers: expect.anything() }),
    }),
    ...queries('/scalars?', {
      'any=5&nullable=null': { any: '5', nullable: null },
      'either=05': { either: '05' },
      'either=9007199254740993': { either: '9007199254740993' },
      'first-name=a%20b&filter%5Bsize%5D=2': { 'first-name': 'a b', 'filter[size]': 2 },
    }),
    get('an empty text', '/flags?needed=', wrong('needed', 'must not be empty')),
    get('a repeated one', '/flags?needed=true&needed=true', wrong('needed', 'must not be repeated')),
    get('another boolean', '/flags?needed=TRUE', wrong('needed', 'must be true or false')),
    get('a number without digits', '/flags?size=.5', wrong('size', 'must be a number, such as 1.5')),
    get('two types', '/scalars?nullable=05', wrong('nullable', whole.replace('be', 'be null or'))),
    get('a value of no list', '/scalars?listed=x', wrong('listed', 'must be one of 1, a, true')),
    get('another constant', '/scalars?fixed=8', wrong('fixed', 'must be 7')),
    get('an item', '/arrays/1,x/.1/;matrix=1', wrong('simple', `item 2 ${whole}`)),
    get('a label', '/arrays/1/1/;matrix=1', wrong('label', 'must begin with .')),
    get('an item of several', '/arrays/1/.1/;matrix=1?form=1&form=x', wrong('form', `item 2 ${whole}`)),
    get('a list that is repeated', '/arrays/1/.1/;matrix=1?commas=1&commas=2', wrong('commas', 'must not be repeated')),
    get('an item of a cookie', '/arrays/1/.1/;matrix=1', wrong('cookies', `item 2 ${whole}`), {
      Cookie: 'cookies=1,x',
    }),
    get('each style', '/arrays/1,2/.3,4/;matrix=5;matrix=6?form=1&form=2&commas=3,4&spaces=a%20b+c&bars=a|b%7Cc', {
      status: 200,
      body: {
        path: { simple: [1, 2], label: [3, 4], matrix: [5, 6] },
        query: { form: [1, 2], commas: [3, 4], spaces: ['a', 'b', 'c'], bars: ['a', 'b', 'c'] },
      },
    }),
    ...queries('/arrays/1/.1/;matrix=1?', {
      'texts=a,b%2Cc': { texts: ['a', 'b,c'] },
      'texts=': { texts: [''] },
      'either=a': { either: 'a' },
    }),
    get(
      'a header and a cookie',
      '/arrays/1/.1/;matrix=1',
      { status: 200, body: { headers: { 'X-List': [1, 2] }, cookies: { cookies: [3, 4] } } },
      { 'X-List': '1, 2', Cookie: 'a=b; cookies=3,4' },
    ),
  ],
  calls: [
    ['flags', { query: { flag: true } }, { status: 200, body: { query: { flag: true, count: 3 } } }],
    echoed('scalars', {
      query: { either: 5, nullable: -5, listed: 1, one: 0.5, all: -2, fixed: 7, 'filter[size]': 2 },
    }),
    echoed('scalars', { query: { either: '5a', listed: 'a', one: true, 'filter[name]': 'x' } }),
    echoed('scalars', { query: { listed: true } }),
    echoed('arrays', {
      path: { simple: [1, 2], label: [3], matrix: [4, 5] },
      query: {
        form: [1, 2],
        commas: [3, 4],
        texts: ['a,b', 'c'],
        spaces: ['d', 'e'],
        bars: ['f', 'g'],
        either: ['h', 'i'],
      },
      header: { 'X-List': [6, 7] },
    }),
  ],
  types: `
const result = await client.scalars({ query: { either: 1, nullable: null, 'first-name': 'a', 'filter[size]': 2 } })
export const handlers: Pick<Handlers, 'scalars'> = { scalars: async ({ query }) => ({ status: 200, body: { either: query.either ?? null } }) }
void result`,
})

const point =
  '{ type: object, properties: { x: { type: integer }, name: { type: string } }, additionalProperties: false }'

const origin = '/objects/x,1/;x=1'

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
    get: ${operation('open', '{ name: rest, in: query, schema: { type: object, additionalProperties: { type: [integer, "null"] } } }', '{ name: q, in: query, schema: { type: string } }')}
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
    get(
      'half of a surrogate pair',
      `${origin}?json=%22%5Cud800%22`,
      wrong('json', 'must not have U+0000 or half a character'),
    ),
    get('U+0000', `${origin}?json=%22%5Cu0000%22`, wrong('json', 'must not have U+0000 or half a character')),
    get('JSON without an end', `${origin}?json=%5B`, wrong('json', 'must be JSON')),
    get('no JSON', `${origin}?json=`, wrong('json', 'must not be empty')),
    get('a name alone', '/objects/x/;x=1', wrong('simple', 'must be names and values, such as a,1')),
    get('an assigned name alone', '/objects/x,1/;x', wrong('matrix', 'must be names and values, such as a=1')),
    get('a property twice', '/objects/x,1,x,2/;x=1', wrong('simple', 'must not have a property twice')),
    get('a property', '/objects/x,a/;x=1', wrong('simple', `property x ${whole}`)),
    get('a property of several', `${origin}?deep[x]=a`, wrong('deep', `property x ${whole}`)),
    get('another property', `${origin}?y=1`, wrong('y', 'is not a parameter of this operation')),
    get('one pair twice', `${origin}?x=1&x=2`, wrong('x', 'must not be repeated')),
    // The schema of a part refuses the value.
    ...refusedQueries('', '/composed?box[unit]=m'),
  ],
  calls: [
    echoed('objects', {
      path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } },
      query: { form: { x: 3 }, commas: { x: 4, name: 'a,b' }, deep: { x: 5 }, json: { x: 6 } },
      header: { 'X-Point': { x: 7 }, 'X-Json': [{ x: 8 }] },
    }),
    echoed('open', { query: { rest: { a: 1, b: null } } }),
    echoed('composed', { query: { box: { width: 0.5, unit: 1 }, list: ['none', 2] } }),
  ],
})

const text = (name: string) => inPath(name, '{ type: string }')
const integer = (name: string) => inPath(name, '{ type: integer }')

construct('parameters in paths, and overridden ones', {
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
    put: { operationId: inherited, ${echo} }
  /reports/latest.json: { get: ${operation('latest')} }
  /reports/{report-id}.json: { get: ${operation('json', integer('report-id'))} }
  /reports/{report-id}: { get: ${operation('report', text('report-id'))} }
  /reports/{report-id}:print: { put: ${operation('print', text('report-id'))} }
  /{folder}/export: { get: ${operation('export', text('folder'))} }
  /periods/{year}-{month}: { get: ${operation('month', integer('year'), integer('month'))} }
  /ships/{id}: { get: ${operation('ship', integer('id'))}, patch: ${operation('changed', integer('id'))} }
  /ships/{shipId}: { put: ${operation('replaced', integer('shipId'))} }
  /ships/{number}/logs: { get: ${operation('logs', integer('number'))} }
`,
  exchanges: [
    get(
      'the parameter of the operation',
      '/overridden?size=3',
      { status: 200, body: { query: { size: 3 }, headers: { 'X-Size': 'a' }, cookies: { theme: 'red=1' } } },
      { 'X-Size': 'a', Cookie: 'themes; theme="red=1"; theme=blue' },
    ),
    get('the defaults', '/overridden', {
      status: 200,
      body: { query: { size: 4 }, headers: { 'X-Default': 5 }, cookies: { theme: 'dark' } },
    }),
    ...Object.entries({
      '/reports/latest.json': {},
      '/reports/7.json': { 'report-id': 7 },
      '/reports/7': { 'report-id': '7' },
      '/reports/export': { 'report-id': 'export' },
      '/other/export': { folder: 'other' },
      '/periods/2026-11': { year: 2026, month: 11 },
    }).map(([path, value]) => get(path, path, { status: 200, body: { path: value } })),
    put('/reports/a:print', undefined, { status: 200, body: { path: { 'report-id': 'a' } } }),
    get('an empty value', '/periods/-11', { status: 404 }),
    get('two signs', '/periods/2026-1-1', wrong('month', whole)),
    get('a zero before a number', '/ships/05', wrong('id', whole)),
    get(
      'a large number',
      '/ships/9007199254740993',
      wrong('id', expect.stringContaining('to 9007199254740992 as a double')),
    ),
    get('GET', '/ships/7', { status: 200, body: { path: { id: 7 } } }),
    put('/ships/7', undefined, { status: 200, body: { path: { shipId: 7 } } }),
    get('below', '/ships/7/logs', { status: 200, body: { path: { number: 7 } } }),
  ],
  calls: [
    echoed('print', { path: { 'report-id': 'a/b' } }),
    echoed('month', { path: { year: 2026, month: 1 } }),
    echoed('replaced', { path: { shipId: 7 } }),
  ],
  types: `
const result = await client.overridden({ query: { size: 3 } })
export const handlers: Pick<Handlers, 'overridden'> = {
  overridden: async ({ headers, cookies }) => ({ status: 200, body: { size: headers['X-Default'] + 1, theme: cookies.theme.length } }),
}
void result
void client.ship({ path: { id: 1 } }), void client.logs({ path: { number: 1 } })`,
})
