import { expect } from 'vitest'
import { AnyProblem } from '../../core/problem.ts'
import { type ClientCall, type Construct, get, post, put } from './exchange.ts'

const withType = (mediaType: string) => ({ 'content-type': mediaType })
const key = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
/** A response with the headers Deprecation and Sunset. */
const deprecatedUntil = (year: number) => ({
  status: 200,
  headers: { deprecation: '@1767225600', sunset: expect.stringContaining(`01 Jan ${year} `) },
})
const notDeprecated = { status: 200, headers: expect.not.objectContaining({ sunset: expect.anything() }) }

const challenge = 'Bearer realm="constructs", error="insufficient_scope", error_description="Staff only", scope="staff"'

const callJob = (kind: string, status: number, result: object): ClientCall => [
  'readJob',
  { query: { kind } },
  { ...result, response: { status } },
]

export const responses: Construct = {
  handlers: {
    async readFault({ query: { id } }) {
      if (id === 4) return { status: 404, body: { code: 'gone' } }
      if (id === 6) return { status: 409, body: { code: 'busy' } }
      return { status: 200, body: { name: 'Ada' } }
    },
    async readJob({ query: { kind } }) {
      if (kind === 'queued') return { status: 202, body: { done: false } }
      if (kind === 'lost') return { status: 410, body: { code: 'lost' } }
      if (kind === 'down') return { status: 502, body: { code: 'down' } }
      return { status: 200, body: { done: true } }
    },
    endJob: async () => ({ status: 200, body: { code: 'ended' } }),
    async readDocument({ query: { form } }) {
      if (form === 'csv') return { status: 200, mediaType: 'text/csv', body: 'a,b' }
      if (form === 'xml') return { status: 200, mediaType: 'application/xml', body: '<a/>' }
      if (form === 'away') return { status: 303, headers: { Location: 'https://other.example/' } }
      return { status: 200, body: ['a', 'b'] }
    },
    readPicture: async () => ({ status: 200, body: Uint8Array.of(137, 80, 255) }),
    readDrawing: async () => ({ status: 200, mediaType: 'image/svg+xml', body: '<svg/>' }),
    readAnything: async () => ({ status: 200, body: 7 }),
    listPets: async () => ({
      status: 200,
      headers: { 'X-Remaining': '-5', 'X-Tags': 'a, b', 'X-Flag': 'false' },
      body: ['Ada'],
    }),
    // Headers with the types that the handler has.
    countPets: async () => ({
      status: 200,
      headers: { 'X-Remaining': -5, 'X-Tags': ['a', 'b'], 'X-Flag': false, 'X-Range': { from: 1, to: 2 } },
      body: [],
    }),
    deletePets: async () => ({ status: 204 }),
    async getRefusal({ path: { reason } }) {
      if (reason === 'field')
        throw new AnyProblem('invalid-request', 'Wrong.', { errors: [{ parameter: 'reason', detail: 'is wrong' }] })
      if (reason !== 'scope') return { status: 200, body: {} }
      throw new AnyProblem('insufficient-scope', 'Only staff.', { headers: { 'WWW-Authenticate': challenge } })
    },
    useDate: async ({ headers }) => ({ status: 200, body: headers['If-None-Match'] ?? null }),
  },
  exchanges: [
    get('/faults?id=4', { status: 404, body: { code: 'gone' }, headers: withType('application/json') }),
    // The pipeline sends a problem, although the contract documents a 400 with another body for handlers.
    get('/faults?id=0', { status: 400, headers: withType('application/problem+json') }),
    get('/faults?id=6', { status: 409, body: { code: 'busy' }, headers: withType('application/problem+json') }),
    post('/masts', [], { status: 400, body: { errors: [{ pointer: '' }] } }),
    get(
      '/documents?form=csv',
      { status: 200, body: 'a,b', headers: withType('text/csv; charset=utf-8') },
      { Accept: 'text/csv' },
    ),
    get('/documents?form=xml', { status: 200, body: '<a/>' }),
    get('/picture', { status: 200, headers: { ...withType('image/png'), 'content-length': '3' } }),
    get('/drawing', { status: 200, headers: withType('image/svg+xml') }),
    get(
      '/pets',
      { status: 200, body: ['Ada'], headers: { ...withType('application/json'), 'x-tags': 'a, b' } },
      { Accept: 'application/json' },
    ),
    post('/pets', undefined, {
      status: 200,
      headers: { 'x-remaining': '-5', 'x-tags': 'a,b', 'x-flag': 'false', 'x-range': 'from,1,to,2' },
    }),
    get(
      '/refusals/field',
      { status: 400, body: { errors: [{ parameter: 'reason' }] } },
      { Authorization: 'Bearer {token}' },
    ),
    get(
      '/refusals/scope',
      { status: 403, headers: { 'www-authenticate': challenge } },
      { Authorization: 'Bearer {token}' },
    ),
    get('/deprecated', deprecatedUntil(2030)),
    post('/deprecated', undefined, notDeprecated),
    post('/deprecated?size=5', undefined, deprecatedUntil(2027)),
    post('/deprecated', undefined, deprecatedUntil(2028), { 'X-Old': 'a' }),
    post('/deprecated?size=5', undefined, deprecatedUntil(2027), { 'X-Old': 'a' }),
    post('/deprecated', { old: null }, deprecatedUntil(2029)),
    post(
      '/conditions',
      undefined,
      { status: 200, body: { headers: { 'idempotency-key': key } } },
      { 'Idempotency-Key': key },
    ),
    get('/conditions', { status: 200, body: '*' }, { 'If-None-Match': '*' }),
    get('/conditions', 400, { 'If-Modified-Since': 'x'.repeat(21) }),
    put(
      '/conditions',
      undefined,
      { status: 200, body: { headers: { 'If-Match': 3, 'Idempotency-Key': 'a' } } },
      { 'If-Match': '3', 'Idempotency-Key': 'a' },
    ),
  ],
  calls: [
    ['readFault', { query: { id: 4 } }, { ok: false, status: 404, problem: undefined, body: { code: 'gone' } }],
    ['readFault', { query: { id: 6 } }, { ok: false, status: 409, outcome: 'unchanged', body: { code: 'busy' } }],
    ['readFault', { query: { id: 0 } }, { ok: false, status: 400, problem: { detail: expect.any(String) } }],
    callJob('queued', 202, { ok: true, status: '2XX', body: { done: false } }),
    callJob('lost', 410, { ok: false, status: '4XX', body: { code: 'lost' } }),
    callJob('down', 502, { ok: false, status: 'default', body: { code: 'down' } }),
    ['endJob', { query: { kind: 'a' } }, { ok: true, status: 'default', body: { code: 'ended' } }],
    ['readDocument', { query: { form: 'csv' } }, { ok: true, body: 'a,b' }],
    ['readDocument', { query: { form: 'json' } }, { ok: true, body: ['a', 'b'] }],
    ['readPicture', undefined, { ok: true, body: Uint8Array.of(137, 80, 255) }],
    ['readAnything', undefined, { ok: true, body: 7 }],
    ['listPets', undefined, { ok: true, body: ['Ada'] }],
    ['useTag', { header: { 'If-Match': 3 } }, { body: { headers: { 'If-Match': 3 } } }],
  ],
  types: `
export async function use() {
  const fault = await client.readFault({ query: { id: 1 } })
  if (fault.ok) return fault.body.name
  if (fault.status !== 'unexpected' && !fault.problem) return fault.body.code
  const job = await client.readJob({ query: { kind: 'a' } })
  if (job.ok) return job.body.done
  if (job.status === '4XX' || job.status === 'default') return job.body.code
  const pets = await client.listPets()
  if (pets.ok) return pets.body.length
  const picture = await client.readPicture()
  return picture.ok ? picture.body.byteLength : fault.problem?.title
}
void client.useTag({ header: { 'If-Match': 3 } })
export const handlers: Partial<Handlers> = {
  readJob: async () => ({ status: 202, body: { done: true } }),
  endJob: async () => ({ status: 299, body: { code: 'a' } }),
  readDocument: async () => ({ status: 200, mediaType: 'text/csv', body: 'a' }),
  readPicture: async () => ({ status: 200, body: new Uint8Array(3) }),
  readDrawing: async () => ({ status: 200, mediaType: 'image/png', body: new Uint8Array(3) }),
  countPets: async () => ({ status: 200, headers: { 'X-Remaining': -5, 'X-Tags': ['a', 'b'] }, body: [] }),
  deletePets: async () => ({ status: 204 }),
}
import { Problem } from './generated/handlers.ts'
void new Problem('invalid-request', 'Wrong.', { errors: [{ parameter: 'reason', detail: 'is wrong' }] })
// @ts-expect-error Its response needs errors.
void new Problem('invalid-request', 'No such room.')
// @ts-expect-error Its response needs at least one error.
void new Problem('invalid-request', 'No such room.', { errors: [] })
// @ts-expect-error The error names no field.
void new Problem('invalid-request', 'No such room.', { errors: [{ detail: 'is wrong' }] })
// @ts-expect-error Its response needs WWW-Authenticate.
void new Problem('insufficient-scope', 'Only staff.')
// @ts-expect-error Its response needs Retry-After.
void new Problem('unavailable', 'Not now.', { headers: {} })
export const faults: Handlers['readFault'][] = [
  async () => ({ status: 404, body: { code: 'gone' } }),
  async () => ({ status: 409, body: { code: 'busy' } }),
]`,
}
