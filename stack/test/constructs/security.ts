import { expect } from 'vitest'
import { badRequest, type Construct, get, post } from './exchange.ts'

const realm = 'realm="constructs"'
const unauthorized = (challenge: string) => ({ status: 401, headers: { 'www-authenticate': challenge } })
const invalidToken = 'error="invalid_token", error_description="The token is not valid for this service."'
const repeatedError = (source: object) => badRequest({ ...source, detail: 'must not be repeated' })

const Authorization = 'Bearer {token}'
const Cookie = 'session={token}'
const crossSiteHeaders = { Cookie, 'Sec-Fetch-Site': 'cross-site' }
const crossSiteProblem = { status: 403, body: { type: expect.stringMatching(/:cross-site-request$/) } }

export const security: Construct = {
  handlers: { bearer: async ({ caller: { subject } }) => ({ status: 200, body: { subject } }) },
  exchanges: [
    get('/bearer', unauthorized(`Bearer ${realm}`)),
    get(
      '/bearer',
      { status: 200, body: { subject: expect.stringMatching(/^(any|gardener)$/) } },
      { Authorization: 'bearer   {token}' },
    ),
    get('/bearer', unauthorized(`Bearer ${realm}`), { Authorization: 'Basic {basic}' }),
    get('/basic', {
      ...unauthorized(`Basic ${realm}`),
      body: { detail: 'Send a user name and a token in the Authorization header, as Basic <credentials>.' },
    }),
    get('/basic', 200, { Authorization: 'BASIC   {basic}' }),
    get('/basic', unauthorized(`Basic ${realm}, ${invalidToken}`), { Authorization: 'Basic %%%' }),
    get('/basic', unauthorized(`Basic ${realm}, ${invalidToken}`), { Authorization: `Basic ${btoa('a:b:c')}` }),
    get('/header', unauthorized(`ApiKey ${realm}`)),
    get('/header', 200, { 'X-Api-Key': '{token}' }),
    // The key is not a query parameter of the handler.
    get('/query?api_key={token}', { status: 200, body: { query: {} } }),
    get('/query?api_key={token}&x=1', 400),
    get('/query?api_key=a&api%5Fkey=b', repeatedError({ parameter: 'api_key' })),
    get('/cookie', 200, { Cookie: 'a=1;  session={token};sessions=2' }),
    get('/cookie', repeatedError({ header: 'Cookie' }), { Cookie: 'session=a; session=b' }),
    get('/none', 200, { Authorization: 'Bearer x y' }),
    post('/login', undefined, 200),
    // Alternatives, and an alternative with several schemes.
    get('/either', unauthorized(`ApiKey ${realm}, Bearer ${realm}`)),
    get('/either', unauthorized(`ApiKey ${realm}, ${invalidToken}, Bearer ${realm}`), { 'X-Api-Key': 'a b' }),
    get('/both', 401, { 'X-Api-Key': '{token}' }),
    get('/both', 200, { 'X-Api-Key': '{token}', Authorization }),
    get('/both', unauthorized(`ApiKey ${realm}, Bearer ${realm}, ${invalidToken}`), {
      'X-Api-Key': '{token}',
      Authorization: 'Bearer a,b',
    }),
    get('/token-or-none', unauthorized(`Bearer ${realm}, ${invalidToken}`), { Authorization: 'Bearer a,b' }),
    // API keys in cookies.
    post('/cookie', undefined, 200, { Cookie }),
    post('/cookie', undefined, 200, { Cookie, 'Sec-Fetch-Site': 'same-origin', Origin: 'https://other.example' }),
    post('/cookie', undefined, 200, { Cookie, 'Sec-Fetch-Site': 'none' }),
    post('/cookie', undefined, crossSiteProblem, { Cookie, 'Sec-Fetch-Site': 'same-site' }),
    post('/cookie', undefined, crossSiteProblem, crossSiteHeaders),
    post('/cookie', undefined, crossSiteProblem, { Cookie, Origin: 'https://other.example' }),
    post('/cookie', undefined, crossSiteProblem, { Cookie, Origin: 'null' }),
    post('/cookie', undefined, 401, { 'Sec-Fetch-Site': 'cross-site' }),
    get('/cookie', 200, crossSiteHeaders),
    post('/cookie-with-scope', undefined, crossSiteProblem, crossSiteHeaders),
    post('/cookie-or-token', undefined, crossSiteProblem, crossSiteHeaders),
    post('/cookie-or-token', undefined, 200, { ...crossSiteHeaders, Authorization }),
  ],
  calls: [
    ...['bearer', 'basic', 'header', 'query', 'cookie', 'oauth', 'certified', 'none', 'alsoNone'],
    ...['either', 'both', 'tokenOrNone'],
  ].map((id) => [id, undefined, { status: 200 }]),
}
