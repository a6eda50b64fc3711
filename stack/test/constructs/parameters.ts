import { expect } from 'vitest'
import { badRequest, type Construct, callEcho, get, getQueries, integerDetail, put } from './exchange.ts'

/** A 400 with one error, of this parameter. */
const parameterError = (parameter: string, detail: unknown) => badRequest({ parameter, detail })
const without = (name: string) => expect.not.objectContaining({ [name]: expect.anything() })

const arraysPath = '/arrays/1/.1/;matrix=1'
const objectsPath = '/objects/x,1/;x=1'

export const parameters: Construct = {
  exchanges: [
    ...getQueries('/flags?', {
      flag: { flag: true, count: 3 },
      'flag=': { flag: true },
      'flag=false&count=': { flag: false, count: 3 },
      'size=': without('size'),
      rest: { rest: null },
      word: { word: '' },
      numbers: without('numbers'),
    }),
    get('/flags?needed=', parameterError('needed', 'must not be empty')),
    get('/flags?needed=true&needed=true', parameterError('needed', 'must not be repeated')),
    get('/flags?needed=TRUE', parameterError('needed', 'must be true or false')),
    get('/flags?size=.5', parameterError('size', 'must be a number, such as 1.5')),
    ...getQueries('/scalars?', {
      'any=5&nullable=null': { any: '5', nullable: null },
      'either=05': { either: '05' },
      'either=9007199254740993': { either: '9007199254740993' },
      'first-name=a%20b&filter%5Bsize%5D=2': { 'first-name': 'a b', 'filter[size]': 2 },
    }),
    get('/scalars?nullable=05', parameterError('nullable', integerDetail.replace('be', 'be null or'))),
    get('/scalars?listed=x', parameterError('listed', 'must be one of 1, a, true')),
    get('/scalars?fixed=8', parameterError('fixed', 'must be 7')),
    get('/arrays/1,2/.3,4/;matrix=5;matrix=6?form=1&form=2&commas=3,4&spaces=a%20b+c&bars=a|b%7Cc', {
      status: 200,
      body: {
        path: { simple: [1, 2], label: [3, 4], matrix: [5, 6] },
        query: { form: [1, 2], commas: [3, 4], spaces: ['a', 'b', 'c'], bars: ['a', 'b', 'c'] },
      },
    }),
    ...getQueries(`${arraysPath}?`, {
      'texts=a,b%2Cc': { texts: ['a', 'b,c'] },
      'texts=': { texts: [''] },
      'either=a': { either: 'a' },
    }),
    get(
      arraysPath,
      { status: 200, body: { headers: { 'X-List': [1, 2] }, cookies: { cookies: [3, 4] } } },
      { 'X-List': '1, 2', Cookie: 'a=b; cookies=3,4' },
    ),
    get('/arrays/1,x/.1/;matrix=1', parameterError('simple', `item 2 ${integerDetail}`)),
    get('/arrays/1/1/;matrix=1', parameterError('label', 'must begin with .')),
    get(`${arraysPath}?form=1&form=x`, parameterError('form', `item 2 ${integerDetail}`)),
    get(`${arraysPath}?commas=1&commas=2`, parameterError('commas', 'must not be repeated')),
    get(arraysPath, parameterError('cookies', `item 2 ${integerDetail}`), { Cookie: 'cookies=1,x' }),
    get('/objects/x,1,name,a/;x=2;name=b?x=1&commas=x,1,name,a%2Cb&deep[x]=1&json=%7B%22x%22:1%7D', {
      status: 200,
      body: {
        path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } },
        query: { form: { x: 1 }, commas: { x: 1, name: 'a,b' }, deep: { x: 1 }, json: { x: 1 } },
      },
    }),
    get(
      objectsPath,
      { status: 200, body: { headers: { 'X-Point': { x: 1 }, 'X-Json': [{ x: 2 }] }, cookies: { cookie: { x: 3 } } } },
      { 'X-Point': 'x=1, name=a', 'X-Json': '[{"x":2}]', Cookie: 'cookie=x,3' },
    ),
    get(`${objectsPath}?json=%22%5Cud800%22`, parameterError('json', 'must not have U+0000 or an unpaired surrogate')),
    get(`${objectsPath}?json=%5B`, parameterError('json', 'must be JSON')),
    get(`${objectsPath}?json=`, parameterError('json', 'must not be empty')),
    get('/objects/x/;x=1', parameterError('simple', 'must be names and values, such as a,1')),
    get('/objects/x,1/;x', parameterError('matrix', 'must be names and values, such as a=1')),
    get('/objects/x,1,x,2/;x=1', parameterError('simple', 'must not have a property twice')),
    get('/objects/x,a/;x=1', parameterError('simple', `property x ${integerDetail}`)),
    get(`${objectsPath}?deep[x]=a`, parameterError('deep', `property x ${integerDetail}`)),
    get(`${objectsPath}?y=1`, parameterError('y', 'is not a parameter of this operation')),
    get(`${objectsPath}?x=1&x=2`, parameterError('x', 'must not be repeated')),
    get('/composed', { status: 200, body: { headers: { 'X-Null': null } } }, { 'X-Null': 'null' }),
    ...getQueries('', {
      '/open?a=1&b=-2&q=x': { rest: { a: 1, b: -2 }, q: 'x' },
      '/composed?box[width]=2&box[unit]=m&box[other]=7': { box: { width: 2, unit: 'm', other: '7' }, list: [1] },
    }),
    // One schema of the allOf requires width.
    get('/composed?box[unit]=m', 400),
    get(
      '/overridden?size=3',
      { status: 200, body: { query: { size: 3 }, headers: { 'X-Size': 'a' }, cookies: { theme: 'red=1' } } },
      { 'X-Size': 'a', Cookie: 'themes; theme="red=1"; theme=blue' },
    ),
    get('/overridden', {
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
      '/ships/7': { id: 7 },
      '/tags/a-:-': { tag: 'a-:-' },
    }).map(([path, value]) => get(path, { status: 200, body: { path: value } })),
    put('/reports/a:print', undefined, { status: 200, body: { path: { 'report-id': 'a' } } }),
    put('/ships/7', undefined, { status: 200, body: { path: { shipId: 7 } } }),
    get('/tags/a-:', 400),
    get('/periods/-11', 404),
    get('/periods/2026-1-1', parameterError('month', integerDetail)),
    get('/ships/05', parameterError('id', integerDetail)),
    get('/ships/9007199254740993', parameterError('id', expect.stringContaining('to 9007199254740992 as a double'))),
  ],
  calls: [
    ['flags', { query: { flag: true } }, { status: 200, body: { query: { flag: true, count: 3 } } }],
    callEcho('scalars', {
      query: { either: 5, nullable: -5, listed: 1, one: 0.5, all: -2, fixed: 7, 'filter[size]': 2 },
    }),
    callEcho('scalars', { query: { either: '5a', listed: true, one: true, 'filter[name]': 'x' } }),
    callEcho('arrays', {
      path: { simple: [1, 2], label: [3], matrix: [4, 5] },
      query: {
        form: [1, 2],
        commas: [3],
        texts: ['a,b', 'c'],
        spaces: ['d', 'e'],
        bars: ['f', 'g'],
        either: ['h', 'i'],
      },
      header: { 'X-List': [6, 7] },
    }),
    callEcho('objects', {
      path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } },
      query: { form: { x: 3 }, commas: { x: 4, name: 'a,b' }, deep: { x: 5 }, json: { x: 6 } },
      header: { 'X-Point': { x: 7 }, 'X-Json': [{ x: 8 }] },
    }),
    callEcho('open', { query: { rest: { a: 1, b: null } } }),
    callEcho('composed', { query: { box: { width: 0.5, unit: 1 }, list: ['none', 2] } }),
    callEcho('print', { path: { 'report-id': 'a/b' } }),
    callEcho('month', { path: { year: 2026, month: 1 } }),
    callEcho('replaced', { path: { shipId: 7 } }),
  ],
  types: `
void client.scalars({ query: { either: 1, nullable: null, 'first-name': 'a', 'filter[size]': 2 } })
void client.overridden({ query: { size: 3 } })
export const handlers: Pick<Handlers, 'scalars' | 'overridden'> = {
  scalars: async ({ query }) => ({ status: 200, body: { either: query.either ?? null } }),
  overridden: async ({ headers, cookies }) => ({ status: 200, body: { size: headers['X-Default'] + 1, theme: cookies.theme.length } }),
}`,
}
