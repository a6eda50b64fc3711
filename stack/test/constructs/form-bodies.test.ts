// Bodies of requests that are forms: fields with types, repeated fields, JSON, and files.
import { construct } from './construct.ts'
import { responses } from './operation.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const post = (path: string, body: BodyInit) => ({
  method: 'POST',
  path,
  ...(typeof body === 'string' && { headers: form }),
  body,
})
const refused = (name: string, path: string, body: BodyInit, error: object) => {
  return { name, send: post(path, body), receive: { status: 400, body: { errors: [error] } } }
}

construct('form', {
  contract: `
paths:
  /search:
    post:
      operationId: search
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              additionalProperties: false
              required: [q]
              properties:
                q: { type: string, minLength: 1, maxLength: 20 }
                page: { type: integer, minimum: 1, default: 1 }
                isExact: { type: boolean }
                price: { type: number }
                tags: { type: array, items: { type: string }, maxItems: 3 }
                sizes: { type: array, items: { type: integer } }
                near: { type: object, required: [x], properties: { x: { type: number } } }
            encoding:
              sizes: { style: form, explode: false }
      responses: ${responses}
`,
  exchanges: [
    {
      name: 'each type',
      send: post('/search', 'q=a+%C3%A9=&&isExact=true&price=1.5&tags=a&tags=b%2Cc&sizes=1,2&near=%7B%22x%22%3A1%7D'),
      receive: {
        status: 200,
        body: {
          body: { q: 'a é=', page: 1, isExact: true, price: 1.5, tags: ['a', 'b,c'], sizes: [1, 2], near: { x: 1 } },
        },
      },
    },
    refused('an item of another type', '/search', 'q=a&sizes=1,x', { pointer: '/sizes/1' }),
    refused('a repeated field', '/search', 'q=a&q=b', { pointer: '/q', detail: 'must not be repeated' }),
    refused('JSON in a field that is not valid', '/search', 'q=a&near=%7B%22x%22%3A1%2C%22x%22%3A2%7D', {
      pointer: '/near/x',
      detail: 'must not be repeated',
    }),
  ],
  calls: [
    {
      call: ['search', { body: { q: 'a b&c', tags: ['x', 'y'], near: { x: 2 } } }],
      result: { status: 200, body: { body: { q: 'a b&c', tags: ['x', 'y'], near: { x: 2 } } } },
    },
  ],
  types: `
void client.search({ body: { q: 'a', page: 2 } })
// @ts-expect-error
void client.search({ body: { q: 1 } })
export const search: Handlers['search'] = async ({ body }) => ({ status: 200, body: { tags: body.tags?.length } })`,
})

const files = async (value: unknown): Promise<unknown> => {
  if (value instanceof File) return { name: value.name, type: value.type, text: await value.text() }
  if (Array.isArray(value)) return Promise.all(value.map(files))
  return value
}

function multipart(fields: [name: string, value: string | Blob, file?: string][]): FormData {
  const data = new FormData()
  for (const [name, value, file] of fields) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, file)
  }
  return data
}

const png = (text = 'PNG') => new Blob([text], { type: 'image/png' })

construct('multipart form', {
  contract: `
paths:
  /albums:
    post:
      operationId: upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { $ref: '#/components/schemas/Upload' }
            encoding:
              cover: { contentType: 'image/png, image/jpeg' }
      responses: ${responses}
components:
  schemas:
    Upload:
      type: object
      required: [cover]
      additionalProperties: false
      properties:
        title: { type: string, maxLength: 10 }
        year: { type: integer }
        tags: { type: array, items: { type: string } }
        cover: { type: string, format: binary, maxLength: 20 }
        pages: { type: array, maxItems: 2, items: { type: string, contentMediaType: application/octet-stream } }
        meta: { type: object, additionalProperties: false, properties: { a: { type: integer } } }
`,
  handlers: {
    upload: async ({ body }) => {
      const entries = Object.entries(Object(body)).map(async ([name, value]) => [name, await files(value)])
      return { status: 200, body: Object.fromEntries(await Promise.all(entries)) }
    },
  },
  exchanges: [
    {
      name: 'fields and files',
      send: post(
        '/albums',
        multipart([
          ['title', 'Été'],
          ['year', '2026'],
          ['tags', 'a'],
          ['tags', 'b'],
          ['cover', png(), 'a.png'],
          ['pages', new Blob(['1']), '1.txt'],
          ['meta', '{"a":1}'],
        ]),
      ),
      receive: {
        status: 200,
        body: {
          title: 'Été',
          year: 2026,
          tags: ['a', 'b'],
          cover: { name: 'a.png', type: 'image/png', text: 'PNG' },
          pages: [{ name: '1.txt', text: '1' }],
          meta: { a: 1 },
        },
      },
    },
    refused('a text instead of a file', '/albums', multipart([['cover', 'a']]), {
      pointer: '/cover',
      detail: 'must be a file',
    }),
    refused(
      'a file of another media type',
      '/albums',
      multipart([['cover', new Blob(['a'], { type: 'text/plain' }), 'a']]),
      { pointer: '/cover' },
    ),
    refused('a file that is too long', '/albums', multipart([['cover', png('a'.repeat(21)), 'a']]), {
      pointer: '/cover',
      detail: 'must have at most 20 bytes',
    }),
    refused(
      'a file instead of a text',
      '/albums',
      multipart([
        ['cover', png(), 'a'],
        ['title', png(), 'a'],
      ]),
      { pointer: '/title', detail: 'must not be a file' },
    ),
    refused(
      'JSON that the schema refuses',
      '/albums',
      multipart([
        ['cover', png(), 'a'],
        ['meta', new Blob(['{"a":"b"}'], { type: 'application/json' }), 'meta'],
      ]),
      { pointer: '/meta/a' },
    ),
  ],
  calls: [
    {
      call: ['upload', { body: { cover: png(), pages: [new Blob(['x'])], year: 1, meta: { a: 2 } } }],
      result: { status: 200, body: { year: 1, cover: { type: 'image/png', text: 'PNG' }, meta: { a: 2 } } },
    },
  ],
  types: `
void client.upload({ body: { cover: new Blob(['a']), pages: [new File(['a'], 'a')] } })
// @ts-expect-error
void client.upload({ body: { cover: 'a' } })
export const upload: Handlers['upload'] = async ({ body: { cover, pages = [], title } }) => {
  title satisfies string | undefined
  return { status: 200, body: { name: cover.name, others: pages.map(({ name }) => name) } }
}`,
})
