import { expect } from 'vitest'
import { type Construct, exchange, get, patch, post, put } from './exchange.ts'

const id = '00000000-0000-4000-8000-000000000000'
const yacht = `/yachts/${id}`
const whiteYacht = (name: string) => ({ id, name, colour: 'white', madeAt: expect.any(String) })
const openClaim = (name: string) => ({ name, state: 'open' })
const nextLink = (limit: number, end: string) => ({ link: expect.stringMatching(`^<\\?limit=${limit}&after=${end}`) })
const berth = (id: number) => ({ id, name: expect.any(String) })

const times = ['2016-12-31T23:59:60.500Z', '2016-12-31T23:59:60.000Z', '2016-12-31T23:59:60.999Z']
const [middle = '', first = '', last = ''] = times

/** A GET that lists sightings at these times. @param headers Headers of the response. */
function getSightings(query: string, expected: string[], headers = {}) {
  const body = expected.map((at) => ({ at }))
  return get(`/sightings?${query}`, { status: 200, body, headers })
}

export const collections: Construct = {
  exchanges: [],
  sequences: {
    'PUT creates and replaces an item whose fields are in allOf': [
      put(
        yacht,
        { name: 'Ada', wheels: 4 },
        { status: 201, body: whiteYacht('Ada'), headers: { etag: expect.any(String) } },
        { 'If-None-Match': '*' },
      ),
      // The body of PUT has no field berth, so PUT keeps it.
      patch(
        yacht,
        { berth: 7 },
        { status: 200, body: { berth: 7 } },
        { 'Content-Type': 'application/merge-patch+json' },
      ),
      put(yacht, { name: 'Bea', colour: 'red' }, { status: 200, body: { id, name: 'Bea', colour: 'red', berth: 7 } }),
      put(yacht, { name: 'Bea' }, { status: 200, body: { ...whiteYacht('Bea'), berth: 7 } }),
      post(
        '/yachts',
        { name: 'Cleo' },
        {
          status: 201,
          body: { name: 'Cleo', colour: 'white' },
          headers: { location: expect.stringMatching(/^yachts\/[\w-]+$/) },
        },
      ),
      get('/yachts?limit=1', { status: 200, body: [{ name: 'Bea' }], headers: nextLink(1, id) }),
      get('/yachts', { status: 200, body: [{ name: 'Bea' }, { name: 'Cleo' }] }),
    ],
    'a body with unknown properties is stored without them': [
      ...['paid', 5].map((state) => post('/claims', { name: 'A', state }, { status: 201, body: openClaim('A') })),
      put(`/claims/${id}`, { name: 'B', state: 'paid' }, { status: 201, body: openClaim('B') }),
      put(`/claims/${id}`, { name: 'C', state: 5 }, { status: 200, body: openClaim('C') }),
      patch(`/claims/${id}`, { name: 'D', state: 'paid' }, { status: 200, body: openClaim('D') }),
    ],
    'integer ids sort as numbers': [
      ...[10, 9, 100, -5, -40].map((id) =>
        put(`/berths/${id}`, { name: `B${id}` }, { status: 201, body: berth(id), headers: { location: `${id}` } }),
      ),
      get('/berths?limit=2', { status: 200, body: [berth(-40), berth(-5)], headers: nextLink(2, '-5>; rel="next"$') }),
      get('/berths?limit=2&after=-5', {
        status: 200,
        body: [berth(9), berth(10)],
        headers: nextLink(2, '10>; rel="next"$'),
      }),
      post(
        '/berths',
        { name: 'New' },
        {
          status: 201,
          body: { id: expect.any(Number) },
          headers: { location: expect.stringMatching(/^berths\/\d+$/) },
        },
        { 'Idempotency-Key': 'k' },
      ),
      post('/berths/9/visits', { name: 'Ada' }, 201),
      // A DELETE without `x-children: cascade` refuses to delete children.
      exchange('DELETE', '/berths/9', undefined, 409),
      exchange('DELETE', '/berths/10', undefined, 204),
    ],
    'a leap second sorts as the last second of its day': [
      ...times.map((at) => post('/sightings', { at }, { status: 201, body: { at } })),
      getSightings('sort=at', [first, middle, last]),
      getSightings('sort=-at', [last, middle, first]),
      getSightings(`at=${middle}`, [middle]),
      getSightings('since=2016-12-31T23:59:59.999Z', [first, middle, last]),
      getSightings('since=2016-12-31T23:59:60.4991Z', [middle, last]),
      getSightings('since=2017-01-01T01:00:00%2B01:00', []),
      getSightings('until=2016-12-31t23:59:60z', [first]),
      getSightings('until=2016-12-31T23:59:59.999Z', []),
      getSightings('sort=at&limit=2', [first, middle], {
        link: expect.stringContaining(`afterValue=${encodeURIComponent(middle)}`),
      }),
      getSightings('sort=at&after={id}', [last]),
      getSightings(`sort=at&after={id}&afterValue=${middle}`, [last]),
    ],
  },
  calls: [
    ['putYacht', { path: { yachtId: id }, body: { name: 'Dora' } }, { body: { name: 'Dora' } }],
    ['putBerth', { path: { berthId: 100 }, body: { name: 'B' } }, { ok: true, body: { id: 100 } }],
  ],
  types: `
export const none: Pick<Handlers, 'putYacht' | 'createClaim' | 'getBerth'> = {}
export const use = () => client.putYacht({ path: { yachtId: '${id}' }, body: { name: 'Ada' } })
import { createClient } from './generated/client.ts'
void createClient({ baseUrl: 'https://api.example', token: 'a' }).listYachts()`,
}
