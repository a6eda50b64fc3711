import { construct } from './construct.ts'

const success = `responses:
        '200': { description: The input., content: { application/json: { schema: { type: object, additionalProperties: true } } } }`
const get = (id: string, security: string) => `
  /${id}:
    get:
      operationId: ${id}
      security: ${security}
      ${success}`
const schemes = `
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
    certificate: { type: mutualTLS }`

const ok = { status: 200 }
const refused = (challenge: string) => ({ status: 401, headers: { 'www-authenticate': challenge } })
const invalid = 'error="invalid_token", error_description="The token is not valid for this service."'
const r = 'realm="constructs"'

construct('one scheme for each operation', {
  contract: `
security: [{ token: [] }]
paths:${[
    get('basic', '[{ user: [] }]'),
    get('header', '[{ key: [] }]'),
    get('query', '[{ queryKey: [] }]'),
    get('cookie', '[{ session: [] }]'),
    get('oauth', "[{ oauth: ['things:read'] }]"),
    get('certified', '[{ certificate: [] }, { key: [] }]'),
    get('none', '[]'),
    get('alsoNone', '[{}]'),
  ].join('')}
  /root:
    get: { operationId: root, ${success.replace(/\s+/, ' ').replace('responses:', 'responses: {').replace(/\n */, '')} } }
${schemes}
`,
  exchanges: [
    { name: 'no token', send: { path: '/root' }, receive: refused(`Bearer ${r}`) },
    { name: 'the root', send: { path: '/root', headers: { Authorization: 'Bearer {token}' } }, receive: ok },
    {
      name: 'no user',
      send: { path: '/basic' },
      receive: {
        ...refused(`Basic ${r}`),
        body: { detail: 'Send a user name and a token in the Authorization header, as Basic <credentials>.' },
      },
    },
    { name: 'a user', send: { path: '/basic', headers: { Authorization: 'Basic {basic}' } }, receive: ok },
    {
      name: 'a password that is not a token',
      send: { path: '/basic', headers: { Authorization: `Basic ${btoa('ann:a b')}` } },
      receive: refused(`Basic ${r}, ${invalid}`),
    },
    { name: 'no key', send: { path: '/header' }, receive: refused(`ApiKey ${r}`) },
    {
      name: 'a key as a token',
      send: { path: '/header', headers: { Authorization: 'Bearer {token}' } },
      receive: refused(`ApiKey ${r}`),
    },
    { name: 'a key', send: { path: '/header', headers: { 'X-Api-Key': '{token}' } }, receive: ok },
    {
      name: 'a key in the query, which is not an input',
      send: { path: '/query?api_key={token}' },
      receive: { status: 200, body: { query: {} } },
    },
    { name: 'another parameter', send: { path: '/query?api_key={token}&x=1' }, receive: { status: 400 } },
    {
      name: 'a repeated key',
      send: { path: '/query?api_key={token}&api_key=b' },
      receive: { status: 400, body: { errors: [{ parameter: 'api_key', detail: 'must not be repeated' }] } },
    },
    { name: 'no key in the query', send: { path: '/query' }, receive: refused(`ApiKey ${r}`) },
    { name: 'an OAuth token', send: { path: '/oauth', headers: { Authorization: 'Bearer {token}' } }, receive: ok },
    { name: 'no security', send: { path: '/none', headers: { Authorization: 'Bearer x y' } }, receive: ok },
    { name: 'no security as an empty requirement', send: { path: '/alsoNone' }, receive: ok },
  ],
  calls: ['basic', 'header', 'query', 'cookie', 'oauth', 'certified', 'none', 'alsoNone', 'root'].map((id) => {
    return { call: [id], result: ok }
  }),
})

construct('alternatives, and several schemes in one', {
  contract: `
paths:${[
    get('either', "[{ key: [] }, { oauth: ['things:read'] }]"),
    get('both', '[{ key: [], token: [] }]'),
    get('optional', '[{}, { token: [] }]'),
  ].join('')}
${schemes}
`,
  exchanges: [
    { name: 'neither', send: { path: '/either' }, receive: refused(`ApiKey ${r}, Bearer ${r}`) },
    { name: 'the second', send: { path: '/either', headers: { Authorization: 'Bearer {token}' } }, receive: ok },
    {
      name: 'an invalid first and a valid second',
      send: { path: '/either', headers: { 'X-Api-Key': 'a b', Authorization: 'Bearer {token}' } },
      receive: ok,
    },
    {
      name: 'an invalid one',
      send: { path: '/either', headers: { 'X-Api-Key': 'a b' } },
      receive: refused(`ApiKey ${r}, ${invalid}, Bearer ${r}`),
    },
    { name: 'one of two', send: { path: '/both', headers: { 'X-Api-Key': '{token}' } }, receive: { status: 401 } },
    {
      name: 'both',
      send: { path: '/both', headers: { 'X-Api-Key': '{token}', Authorization: 'Bearer {token}' } },
      receive: ok,
    },
    {
      name: 'one of two invalid',
      send: { path: '/both', headers: { 'X-Api-Key': '{token}', Authorization: 'Bearer a,b' } },
      receive: refused(`ApiKey ${r}, Bearer ${r}, ${invalid}`),
    },
    { name: 'optional without a token', send: { path: '/optional' }, receive: ok },
    {
      name: 'optional with a token',
      send: { path: '/optional', headers: { Authorization: 'Bearer {token}' } },
      receive: ok,
    },
    {
      name: 'optional with an invalid token',
      send: { path: '/optional', headers: { Authorization: 'Bearer a,b' } },
      receive: refused(`Bearer ${r}, ${invalid}`),
    },
  ],
  calls: ['either', 'both', 'optional'].map((id) => ({ call: [id], result: ok })),
})

construct('no security', {
  contract: `
paths:${get('open', '[]')}`,
  exchanges: [{ name: 'a request', send: { path: '/open' }, receive: ok }],
  calls: [{ call: ['open'], result: ok }],
  types: `import { createClient } from 'contract-stack/client'
import { contract } from './generated/client.ts'
void createClient(contract, { baseUrl: 'https://api.example' }).open()`,
})
