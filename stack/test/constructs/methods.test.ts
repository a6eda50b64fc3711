// Operations that the pipeline responds to itself, and requests that the service sends.
import { construct } from './construct.ts'

const ok =
  "responses: { '200': { description: The boats., content: { application/json: { schema: { type: array } } } } }"

construct('HEAD, OPTIONS, webhooks and callbacks', {
  contract: `
paths:
  /boats:
    get: { operationId: listBoats, ${ok} }
    head: { operationId: headBoats, responses: { '200': { description: The head. } } }
    options: { operationId: boatOptions, responses: { '204': { description: The methods. } } }
    post:
      operationId: watchBoats
      callbacks: { moved: { '{$request.query.url}': { post: { operationId: boatMoved, ${ok} } } } }
      ${ok}
webhooks:
  sunk: { post: { operationId: boatSunk, ${ok} } }
`,
  handlers: {
    listBoats: async () => ({ status: 200, body: ['Ada'] }),
    watchBoats: async () => ({ status: 200, body: [] }),
  },
  exchanges: [
    { name: 'GET', send: { path: '/boats' }, receive: { status: 200, body: ['Ada'] } },
    { name: 'POST', send: { method: 'POST', path: '/boats' }, receive: { status: 200, body: [] } },
  ],
  calls: [{ call: ['listBoats'], result: { ok: true, body: ['Ada'] } }],
  types:
    'export const handlers: Handlers = { listBoats: async () => ({ status: 200, body: [] }), watchBoats: async () => ({ status: 200, body: [] }) }',
})
