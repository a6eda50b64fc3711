import { construct } from './construct.ts'

construct('plain', {
  contract: `
paths:
  /echo:
    post:
      operationId: echo
      parameters: [{ name: n, in: query, schema: { type: integer, minimum: 0, maximum: 9 } }]
      requestBody:
        content: { application/json: { schema: { type: object, additionalProperties: true } } }
      responses:
        '200': { description: The input., content: { application/json: { schema: { type: object, additionalProperties: true } } } }
`,
  exchanges: [
    {
      name: 'a body',
      send: { method: 'POST', path: '/echo?n=3', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' },
      receive: { status: 200, body: { query: { n: 3 }, body: { a: 1 } } },
    },
  ],
  calls: [{ call: ['echo', { query: { n: 1 }, body: { b: 2 } }], result: { status: 200, body: { body: { b: 2 } } } }],
})
