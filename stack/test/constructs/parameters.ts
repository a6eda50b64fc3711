import { expect } from 'vitest'
import { type Construct, echoed, get, put, queries, whole, wrong } from './exchange.ts'

/** A refusal for one error of a parameter. */
const refusal = (parameter: string, detail: unknown) => wrong({ parameter, detail })
const absent = (name: string) => expect.not.objectContaining({ [name]: expect.anything() })

const arrays = '/arrays/1/.1/;matrix=1'
const objects = '/objects/x,1/;x=1'

export const parameters: Construct = {
  exchanges: [
    ...queries('/flags?', {
      flag: { flag: true, count: 3 },
      'flag=': { flag: true },
      'flag=false&count=': { flag: false, count: 3 },
      'size=': absent('size'),
      rest: { rest: null },
      word: { word: '' },
      numbers: absent('numbers'),
    }),
    get('/flags?needed=', refusal('needed', 'must not be empty')),
    get('/flags?needed=true&needed=true', refusal('needed', 'must not be repeated')),
    get('/flags?needed=TRUE', refusal('needed', 'must be true or false')),
    get('/flags?size=.5', refusal('size', 'must be a number, such as 1.5')),
    ...queries('/scalars?', {
      'any=5&nullable=null': { any: '5', nullable: null },
      'either=05': { either: '05' },
      'either=9007199254740993': { either: '9007199254740993' },
      'first-name=a%20b&filter%5Bsize%5D=2': { 'first-name': 'a b', 'filter[size]': 2 },
    }),
    get('/scalars?nullable=05', refusal('nullable', whole.replace('be', 'be null or'))),
    get('/scalars?listed=x', refusal('listed', 'must be one of 1, a, true')),
    get('/scalars?fixed=8', refusal('fixed', 'must be 7')),
    get('/arrays/1,2/.3,4/;matrix=5;matrix=6?form=1&form=2&commas=3,4&spaces=a%20b+c&bars=a|b%7Cc', {
      status: 200,
      body: {
        path: { simple: [1, 2], label: [3, 4], matrix: [5, 6] },
        query: { form: [1, 2], commas: [3, 4], spaces: ['a', 'b', 'c'], bars: ['a', 'b', 'c'] },
      },
    }),
    ...queries(`${arrays}?`, {
      'texts=a,b%2Cc': { texts: ['a', 'b,c'] },
      'texts=': { texts: [''] },
      'either=a': { either: 'a' },
    }),
    get(
      arrays,
      { status: 200, body: { headers: { 'X-List': [1, 2] }, cookies: { cookies: [3, 4] } } },
      { 'X-List': '1, 2', Cookie: 'a=b; cookies=3,4' },
    ),
    get('/arrays/1,x/.1/;matrix=1', refusal('simple', `item 2 ${whole}`)),
    get('/arrays/1/1/;matrix=1', refusal('label', 'must begin with .')),
    get(`${arrays}?form=1&form=x`, refusal('form', `item 2 ${whole}`)),
    get(`${arrays}?commas=1&commas=2`, refusal('commas', 'must not be repeated')),
    get(arrays, refusal('cookies', `item 2 ${whole}`), { Cookie: 'cookies=1,x' }),
    get('/objects/x,1,name,a/;x=2;name=b?x=1&commas=x,1,name,a%2Cb&deep[x]=1&json=%7B%22x%22:1%7D', {
      status: 200,
      body: {
        path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } },
        query: { form: { x: 1 }, commas: { x: 1, name: 'a,b' }, deep: { x: 1 }, json: { x: 1 } },
      },
    }),
    get(
      objects,
      { status: 200, body: { headers: { 'X-Point': { x: 1 }, 'X-Json': [{ x: 2 }] }, cookies: { cookie: { x: 3 } } } },
      { 'X-Point': 'x=1, name=a', 'X-Json': '[{"x":2}]', Cookie: 'cookie=x,3' },
    ),
    get(`${objects}?json=%22%5Cud800%22`, refusal('json', 'must not have U+0000 or an unpaired surrogate')),
    get(`${objects}?json=%5B`, refusal('json', 'must be JSON')),
    get(`${objects}?json=`, refusal('json', 'must not be empty')),
    get('/objects/x/;x=1', refusal('simple', 'must be names and values, such as a,1')),
    get('/objects/x,1/;x', refusal('matrix', 'must be names and values, such as a=1')),
    get('/objects/x,1,x,2/;x=1', refusal('simple', 'must not have a property twice')),
    get('/objects/x,a/;x=1', refusal('simple', `property x ${whole}`)),
    get(`${objects}?deep[x]=a`, refusal('deep', `property x ${whole}`)),
    get(`${objects}?y=1`, refusal('y', 'is not a parameter of this operation')),
    get(`${objects}?x=1&x=2`, refusal('x', 'must not be repeated')),
    get('/composed', { status: 200, body: { headers: { 'X-Null': null } } }, { 'X-Null': 'null' }),
    ...queries('', {
      '/open?a=1&b=-2&q=x': { rest: { a: 1, b: -2 }, q: 'x' },
      '/composed?box[width]=2&box[unit]=m&box[other]=7': { box: { width: 2, unit: 'm', other: '7' }, list: [1] },
    }),
    // The schema of a part refuses the value.
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
    get('/periods/2026-1-1', refusal('month', whole)),
    get('/ships/05', refusal('id', whole)),
    get('/ships/9007199254740993', refusal('id', expect.stringContaining('to 9007199254740992 as a double'))),
  ],
  calls: [
    ['flags', { query: { flag: true } }, { status: 200, body: { query: { flag: true, count: 3 } } }],
    echoed('scalars', {
      query: { either: 5, nullable: -5, listed: 1, one: 0.5, all: -2, fixed: 7, 'filter[size]': 2 },
    }),
    echoed('scalars', { query: { either: '5a', listed: true, one: true, 'filter[name]': 'x' } }),
    echoed('arrays', {
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
    echoed('objects', {
      path: { simple: { x: 1, name: 'a' }, matrix: { x: 2, name: 'b' } },
      query: { form: { x: 3 }, commas: { x: 4, name: 'a,b' }, deep: { x: 5 }, json: { x: 6 } },
      header: { 'X-Point': { x: 7 }, 'X-Json': [{ x: 8 }] },
    }),
    echoed('open', { query: { rest: { a: 1, b: null } } }),
    echoed('composed', { query: { box: { width: 0.5, unit: 1 }, list: ['none', 2] } }),
    echoed('print', { path: { 'report-id': 'a/b' } }),
    echoed('month', { path: { year: 2026, month: 1 } }),
    echoed('replaced', { path: { shipId: 7 } }),
  ],
  types: `
void client.scalars({ query: { either: 1, nullable: null, 'first-name': 'a', 'filter[size]': 2 } })
void client.overridden({ query: { size: 3 } })
export const handlers: Pick<Handlers, 'scalars' | 'overridden'> = {
  scalars: async ({ query }) => ({ status: 200, body: { either: query.either ?? null } }),
  overridden: async ({ headers, cookies }) => ({ status: 200, body: { size: headers['X-Default'] + 1, theme: cookies.theme.length } }),
}`,
}
