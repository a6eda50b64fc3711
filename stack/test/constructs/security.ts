import { expect } from 'vitest'
import { type Construct, get, post } from './exchange.ts'

const r = 'realm="constructs"'
const unauthorized = (challenge: string) => ({ status: 401, headers: { 'www-authenticate': challenge } })
const invalid = 'error="invalid_token", error_description="The token is not valid for this service."'
const repeated = (place: object) => ({ status: 400, body: { errors: [{ ...place, detail: 'must not be repeated' }] } })

const Authorization = 'Bearer {token}'
const Cookie = 'session={token}'
const crossSite = { Cookie, 'Sec-Fetch-Site': 'cross-site' }
const otherSite = { status: 403, body: { type: expect.stringMatching(/:cross-site-request$/) } }

export const security: Construct = {
  handlers: { bearer: async ({ caller: { subject } }) => ({ status: 200, body: { subject } }) },
  exchanges: [
    get('/bearer', unauthorized(`Bearer ${r}`)),
    get(
      '/bearer',
      { status: 200, body: { subject: expect.stringMatching(/^(any|gardener)$/) } },
      { Authorization: 'bearer   {token}' },
    ),
    get('/bearer', unauthorized(`Bearer ${r}`), { Authorization: 'Basic {basic}' }),
    get('/basic', {
      ...unauthorized(`Basic ${r}`),
      body: { detail: 'Send a user name and a token in the Authorization header, as Basic <credentials>.' },
    }),
    get('/basic', 200, { Authorization: 'BASIC   {basic}' }),
    get('/basic', unauthorized(`Basic ${r}, ${invalid}`), { Authorization: 'Basic %%%' }),
    get('/basic', unauthorized(`Basic ${r}, ${invalid}`), { Authorization: `Basic ${btoa('a:b:c')}` }),
    get('/header', unauthorized(`ApiKey ${r}`)),
    get('/header', 200, { 'X-Api-Key': '{token}' }),
    // The key is not an input.
    get('/query?api_key={token}', { status: 200, body: { query: {} } }),
    get('/query?api_key={token}&x=1', 400),
    get('/query?api_key=a&api%5Fkey=b', repeated({ parameter: 'api_key' })),
    get('/cookie', 200, { Cookie: 'a=1;  session={token};sessions=2' }),
    get('/cookie', repeated({ header: 'Cookie' }), { Cookie: 'session=a; session=b' }),
    get('/none', 200, { Authorization: 'Bearer x y' }),
    post('/login', undefined, 200),
    // Alternatives, and several schemes in one.
    get('/either', unauthorized(`ApiKey ${r}, Bearer ${r}`)),
    get('/either', unauthorized(`ApiKey ${r}, ${invalid}, Bearer ${r}`), { 'X-Api-Key': 'a b' }),
    get('/both', 401, { 'X-Api-Key': '{token}' }),
    get('/both', 200, { 'X-Api-Key': '{token}', Authorization }),
    get('/both', unauthorized(`ApiKey ${r}, Bearer ${r}, ${invalid}`), {
      'X-Api-Key': '{token}',
      Authorization: 'Bearer a,b',
    }),
    get('/token-or-none', unauthorized(`Bearer ${r}, ${invalid}`), { Authorization: 'Bearer a,b' }),
    // Keys in cookies.
    post('/cookie', undefined, 200, { Cookie }),
    post('/cookie', undefined, 200, { Cookie, 'Sec-Fetch-Site': 'same-origin', Origin: 'https://other.example' }),
    post('/cookie', undefined, 200, { Cookie, 'Sec-Fetch-Site': 'none' }),
    post('/cookie', undefined, otherSite, { Cookie, 'Sec-Fetch-Site': 'same-site' }),
    post('/cookie', undefined, otherSite, crossSite),
    post('/cookie', undefined, otherSite, { Cookie, Origin: 'https://other.example' }),
    post('/cookie', undefined, otherSite, { Cookie, Origin: 'null' }),
    post('/cookie', undefined, 401, { 'Sec-Fetch-Site': 'cross-site' }),
    get('/cookie', 200, crossSite),
    post('/cookie-with-scope', undefined, otherSite, crossSite),
    post('/cookie-or-token', undefined, otherSite, crossSite),
    post('/cookie-or-token', undefined, 200, { ...crossSite, Authorization }),
  ],
  calls: [
    ...['bearer', 'basic', 'header', 'query', 'cookie', 'oauth', 'certified', 'none', 'alsoNone'],
    ...['either', 'both', 'tokenOrNone'],
  ].map((id) => [id, undefined, { status: 200 }]),
}
