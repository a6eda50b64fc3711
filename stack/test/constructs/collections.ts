import { expect } from 'vitest'
import { type Construct, get, patch, post, put, send } from './exchange.ts'

const id = '00000000-0000-4000-8000-000000000000'
const yacht = `/yachts/${id}`
const white = (name: string) => ({ id, name, colour: 'white', madeAt: expect.any(String) })
const open = (name: string) => ({ name, state: 'open' })
const page = (limit: number, after: string) => ({ link: expect.stringMatching(`^<\\?limit=${limit}&after=${after}`) })
const berth = (id: number) => ({ id, name: expect.any(String) })

const times = ['2016-12-31T23:59:60.500Z', '2016-12-31T23:59:60.000Z', '2016-12-31T23:59:60.999Z']
const [middle = '', first = '', last = ''] = times

/** A list that has these times. @param headers Of the response. */
function sightings(query: string, expected: string[], headers = {}) {
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
        { status: 201, body: white('Ada'), headers: { etag: expect.any(String) } },
        { 'If-None-Match': '*' },
      ),
      // PUT does not have the field.
      patch(
        yacht,
        { berth: 7 },
        { status: 200, body: { berth: 7 } },
        { 'Content-Type': 'application/merge-patch+json' },
      ),
      put(yacht, { name: 'Bea', colour: 'red' }, { status: 200, body: { id, name: 'Bea', colour: 'red', berth: 7 } }),
      put(yacht, { name: 'Bea' }, { status: 200, body: { ...white('Bea'), berth: 7 } }),
      post(
        '/yachts',
        { name: 'Cleo' },
        {
          status: 201,
          body: { name: 'Cleo', colour: 'white' },
          headers: { location: expect.stringMatching(/^yachts\/[\w-]+$/) },
        },
      ),
      get('/yachts?limit=1', { status: 200, body: [{ name: 'Bea' }], headers: page(1, id) }),
      get('/yachts', { status: 200, body: [{ name: 'Bea' }, { name: 'Cleo' }] }),
    ],
    'an open body stores only the properties that it describes': [
      ...['paid', 5].map((state) => post('/claims', { name: 'A', state }, { status: 201, body: open('A') })),
      put(`/claims/${id}`, { name: 'B', state: 'paid' }, { status: 201, body: open('B') }),
      put(`/claims/${id}`, { name: 'C', state: 5 }, { status: 200, body: open('C') }),
      patch(`/claims/${id}`, { name: 'D', state: 'paid' }, { status: 200, body: open('D') }),
    ],
    'integer ids sort as numbers': [
      ...[10, 9, 100, -5, -40].map((id) =>
        put(`/berths/${id}`, { name: `B${id}` }, { status: 201, body: berth(id), headers: { location: `${id}` } }),
      ),
      get('/berths?limit=2', { status: 200, body: [berth(-40), berth(-5)], headers: page(2, '-5>; rel="next"$') }),
      get('/berths?limit=2&after=-5', {
        status: 200,
        body: [berth(9), berth(10)],
        headers: page(2, '10>; rel="next"$'),
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
      // Without `x-children: cascade`.
      send('DELETE', '/berths/9', undefined, 409),
      send('DELETE', '/berths/10', undefined, 204),
    ],
    'a leap second is the last second of its day': [
      ...times.map((at) => post('/sightings', { at }, { status: 201, body: { at } })),
      sightings('sort=at', [first, middle, last]),
      sightings('sort=-at', [last, middle, first]),
      sightings(`at=${middle}`, [middle]),
      sightings('since=2016-12-31T23:59:59.999Z', [first, middle, last]),
      sightings('since=2016-12-31T23:59:60.4991Z', [middle, last]),
      sightings('since=2017-01-01T01:00:00%2B01:00', []),
      sightings('until=2016-12-31t23:59:60z', [first]),
      sightings('until=2016-12-31T23:59:59.999Z', []),
      sightings('sort=at&limit=2', [first, middle], {
        link: expect.stringContaining(`afterValue=${encodeURIComponent(middle)}`),
      }),
      sightings('sort=at&after={id}', [last]),
      sightings(`sort=at&after={id}&afterValue=${middle}`, [last]),
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
// A client needs a token only if an operation does.
void createClient({ baseUrl: 'https://api.example', token: 'a' }).listYachts()`,
}
