// Deprecated parts: a response has the dates of the first part that its request uses. Other responses have none.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { responses } from './operation.ts'

const deprecated = (sunset: string) =>
  `deprecated: true, x-deprecation: { since: '2026-01-01', sunset: '${sunset}-01-01' }`
const sunset = (year: number) => ({
  status: 200,
  headers: { deprecation: '@1767225600', sunset: expect.stringContaining(`01 Jan ${year} `) },
})
const none = { status: 200, headers: expect.not.objectContaining({ sunset: expect.anything() }) }
const json = { 'Content-Type': 'application/json' }

construct('deprecations', {
  contract: `
paths:
  /boats:
    post:
      operationId: findBoats
      parameters:
        - { name: size, in: query, schema: { type: integer, minimum: 1, maximum: 9, default: 5 }, ${deprecated('2027')} }
        - { name: X-Old, in: header, schema: { type: string, maxLength: 9 }, ${deprecated('2028')} }
      requestBody: { content: { application/json: { schema: { type: object, properties: { old: { type: [integer, 'null'], minimum: 1, maximum: 9, ${deprecated('2029')} } } } } } }
      responses: ${responses}
    get: { operationId: listBoats, ${deprecated('2030')}, responses: ${responses} }
`,
  exchanges: [
    { name: 'nothing old, and a default', send: { method: 'POST', path: '/boats' }, receive: none },
    { name: 'a parameter', send: { method: 'POST', path: '/boats?size=5' }, receive: sunset(2027) },
    { name: 'a header', send: { method: 'POST', path: '/boats', headers: { 'X-Old': 'a' } }, receive: sunset(2028) },
    {
      name: 'a property',
      send: { method: 'POST', path: '/boats', headers: json, body: '{"old":null}' },
      receive: sunset(2029),
    },
    { name: 'an operation', send: { path: '/boats' }, receive: sunset(2030) },
  ],
})
