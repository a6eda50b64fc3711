// Headers of deprecated parts, and headers with the names of common ones that a handler reads.
import { expect } from 'vitest'
import { construct } from './construct.ts'
import { echo, get, inPath, json, post, put, ref } from './operation.ts'

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

const key = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

construct('headers with the names of common ones', {
  contract: `
paths:
  /boats:
    post:
      operationId: createBoat
      parameters: [{ name: idempotency-key, in: header, schema: { type: string, format: uuid } }]
      requestBody: { ${json('{ type: object }')} }
      responses:
        '200': { description: The boat., ${json(ref('Boat'))} }
        '422': { description: The fields are wrong., ${json('{ type: object }')} }
  /boats/{id}:
    parameters: [${inPath('id', '{ type: string }')}]
    get:
      operationId: getBoat
      parameters:
        - { name: If-None-Match, in: header, schema: { type: string } }
        - { name: If-Modified-Since, in: header, schema: { type: string, maxLength: 20 } }
      responses:
        '200': { description: The boat., headers: { ETag: { schema: { type: string } } }, ${json(ref('Boat'))} }
    put:
      operationId: replaceBoat
      parameters:
        - { name: If-Match, in: header, required: true, schema: { type: integer } }
        - { $ref: '#/components/parameters/IdempotencyKey' }
      ${echo}
components:
  parameters:
    IdempotencyKey: { name: Idempotency-Key, in: header, schema: { type: string } }
    Limit: { name: per_page, in: query, schema: { type: integer } }
  schemas:
    Boat: { type: object, properties: { id: { type: string }, key: { type: string } } }
`,
  handlers: {
    createBoat: async ({ headers }) => ({ status: 200, body: { id: '7', key: headers['idempotency-key'] } }),
    getBoat: async ({ headers }) => ({ status: 200, body: { id: String(headers['If-None-Match']) } }),
  },
  exchanges: [
    post('/boats', undefined, { status: 200, body: { key } }, { 'Idempotency-Key': key }),
    get('no condition', '/boats/7', { status: 200, body: { id: '*' } }, { 'If-None-Match': '*' }),
    get('a limit of a date', '/boats/7', { status: 400 }, { 'If-Modified-Since': 'x'.repeat(21) }),
    put(
      '/boats/7',
      undefined,
      { status: 200, body: { headers: { 'If-Match': 3, 'Idempotency-Key': 'a' } } },
      {
        'If-Match': '3',
        'Idempotency-Key': 'a',
      },
    ),
  ],
  calls: [['replaceBoat', { path: { id: '7' }, header: { 'If-Match': 3 } }, { body: { headers: { 'If-Match': 3 } } }]],
  types: `void client.replaceBoat({ path: { id: '7' }, header: { 'If-Match': 3 } })`,
})
