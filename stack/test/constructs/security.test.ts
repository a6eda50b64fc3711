// Security schemes, their alternatives, and a scheme whose keys the product verifies itself (docs/contract.md).

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Verifiers } from '../../server/index.ts'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { construct } from './construct.ts'
import { echo, get, operation, post, send } from './operation.ts'

const secured = (id: string, security: string) => `
  /${id}: { get: { operationId: ${id}, security: ${security}, ${echo} } }`
const Authorization = 'Bearer {token}'
const ok = { status: 200 }
const refused = (challenge: string) => ({ status: 401, headers: { 'www-authenticate': challenge } })
const invalid = 'error="invalid_token", error_description="The token is not valid for this service."'
const r = 'realm="constructs"'
const repeated = (place: object) => ({ status: 400, body: { errors: [{ ...place, detail: 'must not be repeated' }] } })

construct('one scheme for each operation, and alternatives', {
  contract: `
security: [{ token: [] }]
paths:${[
    secured('basic', '[{ user: [] }]'),
    secured('header', '[{ key: [] }]'),
    secured('query', '[{ queryKey: [] }]'),
    secured('cookie', '[{ session: [] }]'),
    secured('oauth', "[{ oauth: ['things:read'] }]"),
    secured('certified', '[{ certificate: [] }, { key: [] }]'),
    secured('none', '[]'),
    secured('alsoNone', '[{}]'),
    secured('either', "[{ key: [] }, { oauth: ['things:read'] }]"),
    secured('both', '[{ key: [], token: [] }]'),
    secured('optional', '[{}, { token: [] }]'),
  ].join('')}
  /root: { get: ${operation('root')} }
  /login: { post: { operationId: login, security: [], ${echo.replace('{', '{ 401: { description: Wrong password. },')} } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    user: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Api-Key }
    queryKey: { type: apiKey, in: query, name: api_key }
    session: { type: apiKey, in: cookie, name: session }
    oauth:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { 'things:read': Read } } }
    certificate: { type: mutualTLS }
`,
  handlers: { root: async ({ caller: { subject } }) => ({ status: 200, body: { subject } }) },
  exchanges: [
    get('no token', '/root', refused(`Bearer ${r}`)),
    get(
      'a scheme in other letters',
      '/root',
      { status: 200, body: { subject: expect.stringMatching(/^(any|gardener)$/) } },
      { Authorization: 'bearer   {token}' },
    ),
    get('another scheme', '/root', refused(`Bearer ${r}`), { Authorization: 'Basic {basic}' }),
    get('no user', '/basic', {
      ...refused(`Basic ${r}`),
      body: { detail: 'Send a user name and a token in the Authorization header, as Basic <credentials>.' },
    }),
    get('a user', '/basic', ok, { Authorization: 'BASIC   {basic}' }),
    get('no Base64', '/basic', refused(`Basic ${r}, ${invalid}`), { Authorization: 'Basic %%%' }),
    get('a password with a colon', '/basic', refused(`Basic ${r}, ${invalid}`), {
      Authorization: `Basic ${btoa('a:b:c')}`,
    }),
    get('no key', '/header', refused(`ApiKey ${r}`)),
    get('a key', '/header', ok, { 'X-Api-Key': '{token}' }),
    get('a key in the query, which is not an input', '/query?api_key={token}', { status: 200, body: { query: {} } }),
    get('another parameter', '/query?api_key={token}&x=1', { status: 400 }),
    get('a key twice', '/query?api_key=a&api%5Fkey=b', repeated({ parameter: 'api_key' })),
    get('one cookie of several', '/cookie', ok, { Cookie: 'a=1;  session={token};sessions=2' }),
    get('a cookie twice', '/cookie', repeated({ header: 'Cookie' }), { Cookie: 'session=a; session=b' }),
    get('no security', '/none', ok, { Authorization: 'Bearer x y' }),
    send('POST', '/login', undefined, ok),
    // Alternatives, and several schemes in one.
    get('neither', '/either', refused(`ApiKey ${r}, Bearer ${r}`)),
    get('an invalid one', '/either', refused(`ApiKey ${r}, ${invalid}, Bearer ${r}`), { 'X-Api-Key': 'a b' }),
    get('one of two', '/both', { status: 401 }, { 'X-Api-Key': '{token}' }),
    get('both', '/both', ok, { 'X-Api-Key': '{token}', Authorization }),
    get('one of two invalid', '/both', refused(`ApiKey ${r}, Bearer ${r}, ${invalid}`), {
      'X-Api-Key': '{token}',
      Authorization: 'Bearer a,b',
    }),
    get('optional with an invalid token', '/optional', refused(`Bearer ${r}, ${invalid}`), {
      Authorization: 'Bearer a,b',
    }),
  ],
  calls: [
    ...['basic', 'header', 'query', 'cookie', 'oauth', 'certified', 'none', 'alsoNone', 'root'],
    ...['either', 'both', 'optional'],
  ].map((id) => [id, undefined, ok]),
})

const boats = await readFile('stack/test/generate/boats.yaml', 'utf8')
const scheme = 'bearerAuth: { type: http, scheme: bearer }'
const product = await productWith(
  boats
    .replace('  - bearerAuth: [boats:write]', '  - bearerAuth: [boats:write]\n  - partnerKey: [boats:write]')
    .replace(scheme, `${scheme}\n    partnerKey: { type: apiKey, in: query, name: key }`),
)

const verifiers: Verifiers = {
  partnerKey: async (key) =>
    key === 'the key!' ? { owner: 'partner', scopes: new Set(product.contract.scopes) } : undefined,
}

it('takes its keys beside the tokens of the issuer, and names no key in a log or in a problem', async () => {
  await using service = await startService({ api: { ...product, verifiers } })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Ada"}' }
  const made = await fetch(`${service.url}/boats?key=${encodeURIComponent('the key!')}`, init)
  expect(made.status).toBe(201)
  expect((await service.request('/boats')).status).toBe(200)
  expect(await (await service.request('/boats')).json()).toEqual([])
  const listed = await fetch(`${service.url}/boats?limit=1&key=the%20key!`)
  expect(await listed.json()).toEqual([await made.json()])
  const refused = await fetch(`${service.url}/boats?key=another-key`)
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Bearer realm="\w+", ApiKey realm="\w+", error="invalid_token"/),
  ])
  const invalid = await fetch(`${service.url}/boats?limit=x&key=the%20key!`)
  expect(invalid.status).toBe(400)
  const texts = [await refused.text(), await invalid.text(), JSON.stringify(service.log)]
  expect(texts.filter((text) => /the.{1,3}key|another-key/.test(text))).toEqual([])
})

// Browsers add cookies to the requests of any page, so the page must be one of the service.
const posted = (id: string, security: string) => `
  /${id}:
    post: { operationId: ${id}, security: ${security}, ${echo} }
    get: { operationId: ${id}Read, security: ${security}, ${echo} }`
const cookies = `
paths:${[
  posted('cookie', '[{ session: [] }]'),
  posted('scope', '[{ session: [notes:write] }]'),
  posted('either', '[{ session: [] }, { token: [] }]'),
].join('')}
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: session }
    token: { type: http, scheme: bearer }
`

const Cookie = 'session={token}'
const otherSite = { status: 403, body: { type: expect.stringMatching(/:cross-site-request$/) } }
const crossSite = { Cookie, 'Sec-Fetch-Site': 'cross-site' }
const Origin = 'https://other.example'

construct('a key in a cookie', {
  contract: cookies,
  exchanges: [
    post('/cookie', undefined, ok, { Cookie }),
    post('/cookie', undefined, ok, { Cookie, 'Sec-Fetch-Site': 'same-origin', Origin }),
    post('/cookie', undefined, ok, { Cookie, 'Sec-Fetch-Site': 'none' }),
    post('/cookie', undefined, otherSite, { Cookie, 'Sec-Fetch-Site': 'same-site' }),
    post('/cookie', undefined, otherSite, crossSite),
    post('/cookie', undefined, otherSite, { Cookie, Origin }),
    post('/cookie', undefined, otherSite, { Cookie, Origin: 'null' }),
    post('/cookie', undefined, { status: 401 }, { 'Sec-Fetch-Site': 'cross-site' }),
    get('a read', '/cookie', ok, crossSite),
    post('/scope', undefined, otherSite, crossSite),
    post('/either', undefined, otherSite, crossSite),
    post('/either', undefined, ok, { ...crossSite, Authorization: 'Bearer {token}' }),
  ],
})

it('accepts the Origin of its own pages, and those in CORS_ORIGINS', async () => {
  const product = await productWith(`openapi: 3.1.1\ninfo: { title: Cookies, version: 1.0.0 }\n${cookies}`)
  const api = { ...product, handlers: { cookie: async () => ({ status: 200, body: {} }) } }
  await using service = await startService({ api, settings: { CORS_ORIGINS: Origin } })
  const headers = { Cookie: `session=${await service.token()}` }
  const statusWith = async (origin: string) => {
    const response = await fetch(`${service.url}/cookie`, { method: 'POST', headers: { ...headers, Origin: origin } })
    return response.status
  }
  const own = service.url.replace('http:', 'https:')
  const origins = [service.url, own, Origin, 'http://localhost:1', 'https://other.example.org']
  expect(await Promise.all(origins.map(statusWith))).toEqual([200, 200, 200, 403, 403])
})
