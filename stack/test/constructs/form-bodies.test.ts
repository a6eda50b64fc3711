// Bodies of requests that are forms: fields with types, repeated fields, JSON, and files.
import { construct } from './construct.ts'
import { echo } from './operation.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const post = (name: string, path: string, body: BodyInit, received: object) => ({
  name,
  send: { method: 'POST', path, ...(typeof body === 'string' && { headers: form }), body },
  receive: { status: 200, body: received },
})
const refused = (name: string, path: string, body: BodyInit, error: object) => {
  return { ...post(name, path, body, {}), receive: { status: 400, body: { errors: [error] } } }
}

const files = async (value: unknown): Promise<unknown> => {
  if (value instanceof File) return { name: value.name, type: value.type, text: await value.text() }
  if (Array.isArray(value)) return Promise.all(value.map(files))
  return value
}

function multipart(fields: Record<string, string | File | string[]>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(name, value)
  return data
}

const png = (text = 'PNG') => new File([text], 'a.png', { type: 'image/png' })

construct('forms', {
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
      ${echo}
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
      ${echo}
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
    post(
      'each type',
      '/search',
      'q=a+%C3%A9=&&isExact=true&price=1.5&tags=a&tags=b%2Cc&sizes=1,2&near=%7B%22x%22%3A1%7D',
      { body: { q: 'a é=', page: 1, isExact: true, price: 1.5, tags: ['a', 'b,c'], sizes: [1, 2], near: { x: 1 } } },
    ),
    refused('JSON in a field that is not valid', '/search', 'q=a&near=%7B%22x%22%3A1%2C%22x%22%3A2%7D', {
      pointer: '/near/x',
      detail: 'must not be repeated',
    }),
    post(
      'fields and files',
      '/albums',
      multipart({
        title: 'Été',
        year: '2026',
        tags: ['a', 'b'],
        cover: png(),
        pages: new File(['1'], '1.txt'),
        meta: '{"a":1}',
      }),
      {
        title: 'Été',
        year: 2026,
        tags: ['a', 'b'],
        cover: { name: 'a.png', type: 'image/png', text: 'PNG' },
        pages: [{ name: '1.txt', text: '1' }],
        meta: { a: 1 },
      },
    ),
    refused(
      'a file of another media type',
      '/albums',
      multipart({ cover: new File(['a'], 'a', { type: 'text/plain' }) }),
      {
        pointer: '/cover',
      },
    ),
    refused('a file that is too long', '/albums', multipart({ cover: png('a'.repeat(21)) }), {
      pointer: '/cover',
      detail: 'must have at most 20 bytes',
    }),
    refused(
      'JSON that the schema refuses',
      '/albums',
      multipart({ cover: png(), meta: new File(['{"a":"b"}'], 'meta', { type: 'application/json' }) }),
      { pointer: '/meta/a' },
    ),
  ],
  calls: [
    [
      'search',
      { body: { q: 'a b&c', tags: ['x', 'y'], near: { x: 2 } } },
      { status: 200, body: { body: { q: 'a b&c', tags: ['x', 'y'], near: { x: 2 } } } },
    ],
    [
      'upload',
      { body: { cover: png(), pages: [new Blob(['x'])], year: 1, meta: { a: 2 } } },
      { status: 200, body: { year: 1, cover: { type: 'image/png', text: 'PNG' }, meta: { a: 2 } } },
    ],
  ],
  types: `
void client.search({ body: { q: 'a', page: 2 } })
// @ts-expect-error
void client.search({ body: { q: 1 } })
export const search: Handlers['search'] = async ({ body }) => ({ status: 200, body: { tags: body.tags?.length } })
void client.upload({ body: { cover: new Blob(['a']), pages: [new File(['a'], 'a')] } })
// @ts-expect-error
void client.upload({ body: { cover: 'a' } })
export const upload: Handlers['upload'] = async ({ body: { cover, pages = [], title } }) => {
  title satisfies string | undefined
  return { status: 200, body: { name: cover.name, others: pages.map(({ name }) => name) } }
}`,
})
