import { type Construct, exchange, get, post, put } from './exchange.ts'

export const references: Construct = {
  exchanges: [
    get('/boats/9?deep=true', { status: 200, body: { path: { 'boat-id': 9 } } }),
    get('/boats/10', 400),
    post('/rafts/1?deep=false', { boat: { name: 'Ada' } }, { status: 200, body: { query: { deep: false } } }),
    post('/rafts/1?deep=x', {}, 400),
    post('/fleets', { 'a/b': { next: { next: { size: 9 } } } }, 200),
    post('/fleets', { 'a/b': { next: { next: { size: 0 } } } }, 400),
    post('/fleets', { boat: { name: 'Longer' } }, 400),
    post('/fleets', { boat: { responses: [{ name: 'Ada' }] } }, 200),
    post('/fleets', { boat: { responses: [{ name: 'Longer' }] } }, 400),
    put('/beside?kind=sail', undefined, { status: 200, body: { query: { other: 'motor' } } }, { 'X-Kind': 'sail' }),
    put('/beside?kind=motor', undefined, 400),
    put('/beside', undefined, 400, { 'X-Kind': 'motor' }),
    put('/beside', {}, 400),
    put('/beside', { size: 1 }, 200),
    get('/', { status: 200, body: { path: {} } }),
    get('/slashed/', 200),
    get('/slashed', 404),
    get('/slashed/7/', { status: 200, body: { path: { slashedId: '7' } } }),
    post('/methods', { kind: 'sail', flag: 'YQ==' }, 200),
    post('/methods', { flag: 'YQ==' }, 400),
    post('/methods', { kind: 'sail', flag: 'a' }, 400),
    exchange('OPTIONS', '/methods', undefined, { status: 204, headers: { allow: 'DELETE, GET, HEAD, OPTIONS, POST' } }),
  ],
  calls: [
    ...['methods#list/all', 'deleteMethods'].map((id): [string, undefined, object] => [id, undefined, { ok: true }]),
    ...['read the "root"', 'listReports', 'addReport'].map((id): [string, undefined, object] => [
      id,
      undefined,
      { status: 200 },
    ]),
    ['slashedOne', { path: { slashedId: 'a/b' } }, { status: 200, body: { path: { slashedId: 'a/b' } } }],
  ],
  types: `
void client.addFleet({ body: { 'a/b': { next: { size: 1 } }, boat: { name: 'Ada' } } })
void client['methods#list/all'](), void client.deleteMethods()
type Unneeded = Extract<keyof Handlers, 'headMethods' | 'methodOptions' | 'traceMethods'>
export const isUnneeded: [Unneeded] extends [never] ? true : false = true`,
}

/** Requests outside of the base path. */
export const outsideBasePath = [
  post('/v2/yachts', { name: 'Bea' }, 201),
  get('/files/problems', 200),
  post('/problems', undefined, 200),
  // The operations at /problems replace the page of the service there.
  get('/problems/', 404),
]
