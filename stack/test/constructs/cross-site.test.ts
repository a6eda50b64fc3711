// API keys in cookies: browsers add them to the requests of any page, so the page must be one of the service.
import { expect, it } from 'vitest'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { construct } from './construct.ts'
import { echo, get, post } from './operation.ts'

const secured = (id: string, security: string) => `
  /${id}:
    post: { operationId: ${id}, security: ${security}, ${echo} }
    get: { operationId: ${id}Read, security: ${security}, ${echo} }`
const contract = `
paths:${[
  secured('cookie', '[{ session: [] }]'),
  secured('scope', '[{ session: [notes:write] }]'),
  secured('either', '[{ session: [] }, { token: [] }]'),
].join('')}
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: session }
    token: { type: http, scheme: bearer }
`

const Cookie = 'session={token}'
const ok = { status: 200 }
const refused = { status: 403, body: { type: expect.stringMatching(/:cross-site-request$/) } }
const crossSite = { Cookie, 'Sec-Fetch-Site': 'cross-site' }
const Origin = 'https://other.example'

construct('a key in a cookie', {
  contract,
  exchanges: [
    post('/cookie', undefined, ok, { Cookie }),
    post('/cookie', undefined, ok, { Cookie, 'Sec-Fetch-Site': 'same-origin', Origin }),
    post('/cookie', undefined, ok, { Cookie, 'Sec-Fetch-Site': 'none' }),
    post('/cookie', undefined, refused, { Cookie, 'Sec-Fetch-Site': 'same-site' }),
    post('/cookie', undefined, refused, crossSite),
    post('/cookie', undefined, refused, { Cookie, Origin }),
    post('/cookie', undefined, refused, { Cookie, Origin: 'null' }),
    post('/cookie', undefined, { status: 401 }, { 'Sec-Fetch-Site': 'cross-site' }),
    get('a read', '/cookie', ok, crossSite),
    post('/scope', undefined, refused, crossSite),
    post('/either', undefined, refused, crossSite),
    post('/either', undefined, ok, { ...crossSite, Authorization: 'Bearer {token}' }),
  ],
})

it('accepts the Origin of its own pages, and those in CORS_ORIGINS', async () => {
  const product = await productWith(`openapi: 3.1.1\ninfo: { title: Cookies, version: 1.0.0 }\n${contract}`)
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
