// Deprecated parts: a response has the dates of the first part that its request uses. Other responses have none.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { echo, get, json, post } from './operation.ts'

const deprecated = (sunset: string) =>
  `deprecated: true, x-deprecation: { since: '2026-01-01', sunset: '${sunset}-01-01' }`
const sunset = (year: number) => ({
  status: 200,
  headers: { deprecation: '@1767225600', sunset: expect.stringContaining(`01 Jan ${year} `) },
})
const none = { status: 200, headers: expect.not.objectContaining({ sunset: expect.anything() }) }
const old = `{ type: [integer, 'null'], minimum: 1, maximum: 9, ${deprecated('2029')} }`

construct('deprecations', {
  contract: `
paths:
  /boats:
    post:
      operationId: findBoats
      parameters:
        - { name: size, in: query, schema: { type: integer, minimum: 1, maximum: 9, default: 5 }, ${deprecated('2027')} }
        - { name: X-Old, in: header, schema: { type: string, maxLength: 9 }, ${deprecated('2028')} }
      requestBody: { ${json(`{ type: object, properties: { old: ${old} } }`)} }
      ${echo}
    get: { operationId: listBoats, ${deprecated('2030')}, ${echo} }
`,
  exchanges: [
    post('/boats', undefined, none),
    post('/boats?size=5', undefined, sunset(2027)),
    post('/boats', undefined, sunset(2028), { 'X-Old': 'a' }),
    post('/boats?size=5', undefined, sunset(2027), { 'X-Old': 'a' }),
    post('/boats', { old: null }, sunset(2029)),
    get('an operation', '/boats', sunset(2030)),
  ],
})
