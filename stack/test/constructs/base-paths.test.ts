import { expect } from 'vitest'
import { construct } from './construct.ts'
import { echo, get, inPath, operation, post, ref, returns, returnsList, returnsNothing, takes } from './operation.ts'

const relative = { location: expect.stringMatching(/^boats\/[\w-]+$/) }
const name = '{ type: string, minLength: 1, maxLength: 20 }'

construct('the path of the first server', {
  contract: `
servers:
  - url: '{scheme}://api.example.com/{basePath}/'
    variables: { scheme: { default: https }, basePath: { default: api/v1 } }
  - url: /v2
  - url: https://{tenant}.example.com/{unknown}
paths:
  /boats:
    get: { operationId: listBoats, x-paging: true, ${returnsList('Boat')} }
    post: { operationId: createBoat, ${takes(ref('BoatInput'))}, ${returns(ref('Boat'), 201)} }
  /boats/{boatId}:
    parameters: [${inPath('boatId', '{ type: string, format: uuid }')}]
    get: { operationId: getBoat, ${returns(ref('Boat'))} }
    delete: { operationId: deleteBoat, ${returnsNothing} }
  /problems:
    servers: [{ url: https://files.example.com/files }]
    get: ${operation('listReports')}
    post: { operationId: addReport, servers: [{ url: https://files.example.com }], ${echo} }
components:
  schemas:
    Boat: { type: object, required: [id, name], properties: { id: { type: string, format: uuid }, name: ${name} } }
    BoatInput: { type: object, required: [name], additionalProperties: false, properties: { name: ${name} } }
`,
  exchanges: [
    // Its Location is relative to the list.
    post('/api/v1/boats', { name: 'Ada' }, { status: 201, headers: relative }),
    post('/v2/boats', { name: 'Bea' }, { status: 201 }),
    get('a page, whose link is relative to it', '/api/v1/boats?limit=1', {
      status: 200,
      body: [{ name: 'Ada' }],
      headers: { link: expect.stringMatching(/^<\?limit=1&after=/) },
    }),
    get('both', '/v2/boats', { status: 200, body: [{ name: 'Ada' }, { name: 'Bea' }] }),
    get('a path with its own server', '/files/problems', { status: 200 }),
    // The operation has its own server.
    post('/problems', undefined, { status: 200 }),
    get('nothing, where a path replaces a page', '/problems/', { status: 404 }),
  ],
  calls: [
    ['listBoats', { query: { limit: 2 } }, { status: 200, body: [{ name: 'Ada' }, { name: 'Bea' }] }],
    ['listReports', undefined, { status: 200 }],
    ['addReport', undefined, { status: 200 }],
  ],
  // A client needs no token.
  types: `import { createClient } from './generated/client.ts'
void createClient({ baseUrl: 'https://api.example' }).listBoats()`,
})
