// Errors with a body of the contract, ranges of statuses and the default, and media types and headers of any kind.
import { expect } from 'vitest'
import { type ClientCall, construct } from './construct.ts'
import { echo, get, json, post, ref, returnsNothing, takes } from './operation.ts'

const fault = `{ type: object, required: [code], properties: { code: { type: string }, message: { type: string } } }`

const as = (subtype: string) => ({ 'content-type': `application/${subtype}` })
const csv = { 'content-type': 'text/csv; charset=utf-8' }

construct('errors with a body of the contract', {
  contract: `
paths:
  /boats:
    parameters: [{ name: boatId, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }]
    get:
      operationId: readBoat
      responses:
        '200': { description: The boat., ${json('{ type: object, properties: { name: { type: string } } }')} }
        '400': { description: Not a boat., ${json(ref('Fault'))} }
        '404': { $ref: '#/components/responses/Gone' }
        '409': { description: The boat is busy., content: { application/problem+json: { schema: ${ref('Fault')} } } }
  /masts:
    post: { operationId: addMast, ${takes('{ type: object }')}, ${echo.replace('{', "{ 400: { $ref: '#/components/responses/Wrong' },")} }
components:
  responses: { Gone: { description: No boat., ${json(ref('Fault'))} }, Wrong: { description: Not a mast. } }
  schemas: { Fault: ${fault} }
`,
  handlers: {
    async readBoat({ query: { boatId } }) {
      if (boatId === 4) return { status: 404, body: { code: 'gone' } }
      if (boatId === 5) return { status: 400, body: { code: 'wrong' } }
      if (boatId === 6) return { status: 409, body: { code: 'busy' } }
      return { status: 200, body: { name: 'Ada' } }
    },
  },
  exchanges: [
    get('an error of the handler', '/boats?boatId=4', { status: 404, body: { code: 'gone' }, headers: as('json') }),
    // A handler can have the same status.
    get('an error of the pipeline', '/boats?boatId=0', { status: 400, headers: as('problem+json') }),
    post('/masts', [], { status: 400, body: { errors: [{ pointer: '' }] } }),
    get('a problem without a type', '/boats?boatId=6', {
      status: 409,
      body: { code: 'busy' },
      headers: as('problem+json'),
    }),
  ],
  calls: [
    ['readBoat', { query: { boatId: 4 } }, { ok: false, status: 404, problem: undefined, body: { code: 'gone' } }],
    ['readBoat', { query: { boatId: 6 } }, { ok: false, status: 409, outcome: 'unchanged', body: { code: 'busy' } }],
    ['readBoat', { query: { boatId: 0 } }, { ok: false, status: 400, problem: { detail: expect.any(String) } }],
  ],
  types: `
export async function use() {
  const result = await client.readBoat({ query: { boatId: 1 } })
  if (result.ok) return result.body.name
  if (result.status === 'unexpected' || result.problem) return result.problem?.title
  return result.body.code
}
export const gone: Handlers['readBoat'] = async () => ({ status: 404, body: { code: 'gone' } })
export const busy: Handlers['readBoat'] = async () => ({ status: 409, body: { code: 'busy' } })`,
})

const readingJob = (kind: string, status: number, result: object): ClientCall => [
  'readJob',
  { query: { kind } },
  { ...result, response: { status } },
]

construct('ranges of statuses, and the default', {
  contract: `
paths:
  /jobs:
    parameters: [{ name: kind, in: query, required: true, schema: { type: string, maxLength: 9 } }]
    get:
      operationId: readJob
      responses:
        2XX: { description: Any success., ${json('{ type: object, properties: { done: { type: boolean } } }')} }
        4XX: { description: A fault of the caller., ${json(fault)} }
        default: { description: Anything else., ${json(fault)} }
    delete: { operationId: endJob, responses: { default: { description: Anything., ${json(fault)} } } }
`,
  handlers: {
    async readJob({ query: { kind } }) {
      if (kind === 'queued') return { status: 202, body: { done: false } }
      if (kind === 'lost') return { status: 410, body: { code: 'lost' } }
      if (kind === 'down') return { status: 502, body: { code: 'down' } }
      return { status: 200, body: { done: true } }
    },
    endJob: async () => ({ status: 200, body: { code: 'ended' } }),
  },
  calls: [
    readingJob('queued', 202, { ok: true, status: '2XX', body: { done: false } }),
    readingJob('lost', 410, { ok: false, status: '4XX', body: { code: 'lost' } }),
    readingJob('down', 502, { ok: false, status: 'default', body: { code: 'down' } }),
    // Only a default.
    ['endJob', { query: { kind: 'a' } }, { ok: true, status: 'default', body: { code: 'ended' } }],
  ],
  types: `
export async function use() {
  const result = await client.readJob({ query: { kind: 'a' } })
  if (result.ok) return result.body.done
  return result.status === '4XX' || result.status === 'default' ? result.body.code : undefined
}
export const handlers: Handlers = {
  readJob: async () => ({ status: 202, body: { done: true } }),
  endJob: async () => ({ status: 299, body: { code: 'a' } }),
}`,
})

construct('media types of responses', {
  contract: `
paths:
  /reports:
    parameters: [{ name: form, in: query, required: true, schema: { type: string, maxLength: 9 } }]
    get:
      operationId: readReport
      responses:
        '200':
          description: The report.
          content:
            application/json: { schema: { type: array, items: { type: string } } }
            text/csv: { schema: { type: string, pattern: ',' } }
            application/xml: { schema: { type: object, properties: { a: { type: string } } } }
        '303': { description: Elsewhere., headers: { Location: { schema: { type: string } } } }
  /picture:
    get:
      operationId: readPicture
      responses: { '200': { description: The picture., content: { image/png: { schema: { type: string, format: binary } } } } }
  /drawing:
    get: { operationId: readDrawing, responses: { '200': { description: The drawing., content: { 'image/*': {} } } } }
  /anything:
    get:
      operationId: readAnything
      responses:
        '200': { description: Any JSON., content: { application/json: {} } }
        '206': { description: A part., content: { application/vnd.part+json: { schema: { type: object } } } }
`,
  handlers: {
    async readReport({ query: { form } }) {
      if (form === 'csv') return { status: 200, mediaType: 'text/csv', body: 'a,b' }
      if (form === 'xml') return { status: 200, mediaType: 'application/xml', body: '<a/>' }
      if (form === 'away') return { status: 303, headers: { Location: 'https://other.example/' } }
      return { status: 200, body: ['a', 'b'] }
    },
    readPicture: async () => ({ status: 200, body: Uint8Array.of(137, 80, 255) }),
    readDrawing: async () => ({ status: 200, mediaType: 'image/svg+xml', body: '<svg/>' }),
    readAnything: async () => ({ status: 200, body: 7 }),
  },
  exchanges: [
    get('CSV', '/reports?form=csv', { status: 200, body: 'a,b', headers: csv }, { Accept: 'text/csv' }),
    get('XML', '/reports?form=xml', { status: 200, body: '<a/>' }),
    get('bytes', '/picture', { status: 200, headers: { 'content-type': 'image/png', 'content-length': '3' } }),
    get('one of a range', '/drawing', { status: 200, headers: { 'content-type': 'image/svg+xml' } }),
  ],
  calls: [
    ['readReport', { query: { form: 'csv' } }, { ok: true, body: 'a,b' }],
    ['readReport', { query: { form: 'json' } }, { ok: true, body: ['a', 'b'] }],
    ['readPicture', undefined, { ok: true, body: Uint8Array.of(137, 80, 255) }],
    ['readAnything', undefined, { ok: true, body: 7 }],
  ],
  types: `
export async function use(): Promise<Uint8Array | undefined> {
  const result = await client.readPicture()
  return result.ok ? result.body : undefined
}
export const handlers: Pick<Handlers, 'readReport' | 'readPicture' | 'readDrawing'> = {
  readReport: async () => ({ status: 200, mediaType: 'text/csv', body: 'a' }),
  readPicture: async () => ({ status: 200, body: new Uint8Array(3) }),
  readDrawing: async () => ({ status: 200, mediaType: 'image/png', body: new Uint8Array(3) }),
}`,
})

const headers = `
            X-Left: { required: true, schema: { type: integer } }
            X-Tags: { schema: { type: array, items: { type: string } } }
            X-Flag: { schema: { type: boolean } }`

construct('responses of any media type, and headers of any type', {
  contract: `
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        '200':
          description: All.
          headers: ${headers}
          content: { '*/*': { schema: { type: array, items: { type: string } } } }
        default: { description: A fault., content: { 'application/*': { schema: ${fault} } } }
    post:
      operationId: countPets
      responses:
        '200':
          description: None.
          headers: ${headers}
            X-Range: { schema: { type: object, properties: { from: { type: integer }, to: { type: integer } } } }
          ${json('{ type: array, maxItems: 0 }')}
    patch: { operationId: touchPets, ${returnsNothing} }
`,
  handlers: {
    listPets: async () => ({
      status: 200,
      headers: { 'X-Left': '-5', 'X-Tags': 'a, b', 'X-Flag': 'false' },
      body: ['Ada'],
    }),
    // As its types say.
    countPets: async () => ({
      status: 200,
      headers: { 'X-Left': -5, 'X-Tags': ['a', 'b'], 'X-Flag': false, 'X-Range': { from: 1, to: 2 } },
      body: [],
    }),
    touchPets: async () => ({ status: 204 }),
  },
  exchanges: [
    get(
      'a range of media types',
      '/pets',
      { status: 200, body: ['Ada'], headers: { 'content-type': 'application/json', 'x-tags': 'a, b' } },
      { Accept: 'application/json' },
    ),
    post('/pets', undefined, {
      status: 200,
      headers: { 'x-left': '-5', 'x-tags': 'a,b', 'x-flag': 'false', 'x-range': 'from,1,to,2' },
    }),
  ],
  calls: [['listPets', undefined, { ok: true, body: ['Ada'] }]],
  types: `
export async function use() {
  const result = await client.listPets()
  return result.ok ? result.body.length : undefined
}
export const counts: Handlers['countPets'] = async () => {
  return { status: 200, headers: { 'X-Left': -5, 'X-Tags': ['a', 'b'] }, body: [] }
}`,
})
