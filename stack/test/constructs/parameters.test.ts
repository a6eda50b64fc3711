import { expect } from 'vitest'
import { construct } from './construct.ts'
import { echoed, get, operation, queries } from './operation.ts'

const list = '{ type: array, items: { type: integer }, maxItems: 3 }'
const texts = '{ type: array, items: { type: string } }'

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
      'first-name=a%20b&filter%5Bsize%5D=2': { 'first-name': 'a b', 'filter[size]': 2 },
    }),
    get('each style', '/arrays/1,2/.3,4/;matrix=5;matrix=6?form=1&form=2&commas=3,4&spaces=a%20b+c&bars=a|b%7Cc', {
      status: 200,
      body: {
        path: { simple: [1, 2], label: [3, 4], matrix: [5, 6] },
        query: { form: [1, 2], commas: [3, 4], spaces: ['a', 'b', 'c'], bars: ['a', 'b', 'c'] },
      },
    }),
    ...queries('/arrays/1/.1/;matrix=1?', { 'texts=a,b%2Cc': { texts: ['a', 'b,c'] }, 'either=a': { either: 'a' } }),
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
