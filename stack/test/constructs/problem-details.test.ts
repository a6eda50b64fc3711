// Problems that quote any text of the contract or of a request, and those that a handler throws.
import { expect, it } from 'vitest'
import type { DraftResponse } from '../../core/pipeline/http.ts'
import type { Call } from '../../core/pipeline/pipeline.ts'
import { AnyProblem } from '../../core/problem.ts'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { construct } from './construct.ts'
import { echo, echoes, get, inPath, json, post } from './operation.ts'

const codes = Array.from({ length: 249 }, (_, index) => `C${index}`)
const long = 'x'.repeat(900)
const kinds = Array.from({ length: 201 }, (_, index) => `kind-${index}`)
const schema = (value: object) => JSON.stringify(value)
const object = (properties: object, more = {}) => schema({ type: 'object', properties, ...more })

const { paths, handlers } = echoes({
  country: object({ country: { $ref: '#/components/schemas/Country' } }),
  constant: object({ text: { type: 'string', const: long } }),
  choice: `{ oneOf: [{ $ref: '#/components/schemas/Known' }, { $ref: '#/components/schemas/Other' }], discriminator: { propertyName: kind } }`,
  lineBreak: object({ text: { type: 'string', enum: ['a\nb'] } }),
  dependent: object({ a: { type: 'string' }, 'b\tc': { type: 'string' } }, { dependentRequired: { a: ['b\tc'] } }),
  names: schema({ type: 'object', propertyNames: { enum: ['a\nb'] } }),
  halves: object({ text: { type: 'string', enum: [`${'x'.repeat(481)}🌱${long}`] } }),
  pattern: object({ text: { $ref: '#/components/schemas/Code' } }),
})

/** A response with a detail of at most 500 code points in one line. */
const refusal = (detail: unknown) => ({ status: 400, body: { detail } })
const cut = (start: string) => refusal(expect.stringMatching(new RegExp(`^${start}.{300,}…$`)))

construct('details that quote long texts and control characters', {
  contract: `
paths:${paths}
  /search:
    get:
      operationId: search
      parameters:
        - { name: country, in: query, schema: { $ref: '#/components/schemas/Country' } }
        - { name: X-Country, in: header, schema: { $ref: '#/components/schemas/Country' } }
        - { name: X_Count-2, in: header, schema: { type: integer } }
        - { name: cookie_country, in: cookie, schema: { $ref: '#/components/schemas/Country' } }
      ${echo}
  /in/{country}:
    get: { operationId: inCountry, parameters: [${inPath('country', "{ $ref: '#/components/schemas/Country' }")}], ${echo} }
  /form:
    post:
      operationId: form
      requestBody:
        required: true
        content: { application/x-www-form-urlencoded: { schema: ${object({ country: { $ref: '#/components/schemas/Country' } })} } }
      ${echo}
  /types:
    post:
      operationId: types
      requestBody:
        content: { ${codes.map((code) => `application/${code}: {}`).join(', ')} }
      ${echo}
  /fail/{id}:
    post:
      operationId: fail
      parameters: [${inPath('id', '{ type: string }')}]
      requestBody: { required: true, ${json('{ type: string }')} }
      ${echo}
components:
  schemas:
    Country: { type: string, enum: [${codes}] }
    Code: { type: string, maxLength: 9, pattern: '^[0-9]+$', x-pattern-message: 'must have digits, ${long}' }
    Known: ${object({ kind: { type: 'string', enum: kinds } }, { required: ['kind'] })}
    Other: ${object({ kind: { type: 'string', const: 'other' } }, { required: ['kind'] })}
`,
  handlers: {
    ...handlers,
    async fail({ path, body }: Call): Promise<DraftResponse> {
      if (path.id === 'none') throw new AnyProblem('not-found', String(body))
      return { status: 200, body: { body } }
    },
  },
  exchanges: [
    post('/country', { country: 'xx' }, cut('country must be one of C0, C1, ')),
    post('/constant', { text: 'q' }, cut('text must be x')),
    post('/choice', { kind: 'q' }, cut('kind must be one of kind-0, ')),
    post('/lineBreak', { text: 'q' }, refusal('text must be one of a\\nb.')),
    post('/dependent', { a: 'q' }, refusal('A field must have property b\\tc when property a is present.')),
    post('/names', { q: 1 }, { status: 400 }),
    post('/halves', { text: 'q' }, cut('text must be one of x')),
    post('/pattern', { text: 'q' }, cut('text must have digits, x')),
    get('a parameter of the query', '/search?country=xx', cut('country must be one of C0, ')),
    get('a header', '/search', cut('X-Country must be one of C0, '), { 'X-Country': 'xx' }),
    get('a header with other characters', '/search', { status: 400 }, { 'X_Count-2': 'xx' }),
    get('a cookie', '/search', cut('cookie_country must be one of C0, '), { Cookie: 'cookie_country=xx' }),
    get('a part of the path', '/in/xx', cut('country must be one of C0, ')),
    post('/form', undefined, { status: 400 }),
    {
      name: 'a form',
      send: { method: 'POST', path: '/form', body: new URLSearchParams({ country: 'xx' }) },
      receive: cut('country must be one of C0, '),
    },
    {
      name: 'a media type',
      send: { method: 'POST', path: '/types', body: 'x', headers: { 'Content-Type': 'text/csv' } },
      receive: { status: 415, body: { detail: expect.stringMatching(/^Send .{300,}…$/) } },
    },
    post('/fail/none', `a\nb${long}`, { status: 404, body: { detail: expect.stringMatching(/^a\\nbx{400,}…$/) } }),
  ],
})

it('a refusal names a long scope in its challenge', async () => {
  const scope = `rooms:${'a'.repeat(200)}`
  const api = await productWith(`openapi: 3.1.1
info: { title: Scopes, version: 1.0.0 }
paths:
  /rooms: { get: { operationId: listRooms, security: [{ token: [${scope}] }], ${echo} } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`)
  await using service = await startService({ api })
  const headers = { Authorization: `Bearer ${await service.token('ann', 'other')}` }
  const response = await fetch(`${service.url}/rooms`, { headers })
  const challenge = response.headers.get('WWW-Authenticate')
  expect([response.status, challenge]).toEqual([403, expect.stringContaining(`scope="${scope}"`)])
})

construct('problems with fields and headers', {
  contract: `
paths:
  /rooms/{reason}:
    get:
      operationId: getRoom
      security: [{ token: [rooms] }]
      parameters: [${inPath('reason', '{ type: string, maxLength: 20 }')}]
      ${echo}
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
  source: `import { type Handlers, Problem } from './generated/handlers.ts'

const challenge = 'Bearer realm="constructs", error="insufficient_scope", error_description="Staff only", scope="staff"'

export const handlers: Handlers = {
  async getRoom({ path: { reason } }) {
    if (reason === 'field')
      throw new Problem('invalid-request', 'No such room.', { errors: [{ parameter: 'reason', detail: 'is wrong' }] })
    if (reason === 'scope')
      throw new Problem('insufficient-scope', 'Only staff.', { headers: { 'WWW-Authenticate': challenge } })
    if (reason === 'none') throw new Problem('not-found', 'No such room.')
    return { status: 200, body: { reason } }
  },
}
`,
  exchanges: Object.entries({ field: 400, scope: 403, none: 404, other: 200 }).map(([reason, status]) =>
    get(reason, `/rooms/${reason}`, { status }, { Authorization: 'Bearer {token}' }),
  ),
  types: `import { Problem } from './generated/handlers.ts'
// @ts-expect-error Its response needs errors.
void new Problem('invalid-request', 'No such room.')
// @ts-expect-error Its response needs at least one error.
void new Problem('invalid-request', 'No such room.', { errors: [] })
// @ts-expect-error Nothing names the field.
void new Problem('invalid-request', 'No such room.', { errors: [{ detail: 'is wrong' }] })
// @ts-expect-error Its response needs WWW-Authenticate.
void new Problem('insufficient-scope', 'Only staff.')
// @ts-expect-error Its response needs Retry-After.
void new Problem('unavailable', 'Not now.', { headers: {} })
void client`,
})
