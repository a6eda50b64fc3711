// Bodies of requests: optional ones, several media types, ranges, texts, bytes and forms.
import { construct, type Exchange } from './construct.ts'
import { echo, refused } from './operation.ts'

/** A request with a body of any type. */
const sentAs = (method: string, path: string, type: string, body: BodyInit, receive: Exchange['receive']): Exchange => {
  return { name: `${path} with ${type}`, send: { method, path, headers: { 'Content-Type': type }, body }, receive }
}

const size = (body: unknown) => (body instanceof Uint8Array ? { bytes: body.length } : body)

construct('bodies of requests', {
  contract: `
paths:
  /notes:
    post:
      operationId: note
      requestBody:
        content: { Application/JSON; charset=utf-8: { schema: { type: array, items: { type: integer } } } }
      ${echo}
  /files:
    put:
      operationId: save
      requestBody:
        required: true
        content:
          application/json: { schema: { type: string, maxLength: 3 } }
          text/csv: { schema: { type: string, pattern: '^a' } }
          application/xml: { schema: { type: object, properties: { a: { type: string } } } }
          image/*: { schema: { type: string, format: binary } }
          image/svg+xml: {}
      ${echo}
  /search:
    get: { operationId: search, requestBody: { required: true, content: { application/json: {} } }, ${echo} }
  /anything:
    post:
      operationId: send
      requestBody: { required: true, content: { '*/*': { schema: { type: object, required: [a], properties: { a: {} } } } } }
      ${echo}
  /things:
    patch:
      operationId: patchThings
      requestBody: { required: true, content: { application/json: {} } }
      ${echo}
`,
  handlers: {
    save: async ({ mediaType, body }) => ({ status: 200, body: { mediaType, body: size(body) } }),
    send: async ({ mediaType, body }) => ({ status: 200, body: { mediaType, body: size(body) } }),
  },
  exchanges: [
    // A media type beside its range.
    sentAs('PUT', '/files', 'image/svg+xml', '<svg/>', { status: 200, body: { body: '<svg/>' } }),
    refused('/anything', {}, '/a'),
    sentAs('POST', '/anything', 'application/x-www-form-urlencoded', 'a=1&b=2&b=3', {
      status: 200,
      body: { body: { a: '1', b: ['2', '3'] } },
    }),
    sentAs('PUT', '/files', 'text/csv; charset="UTF-8"', 'aé', {
      status: 200,
      body: { mediaType: 'text/csv', body: 'aé' },
    }),
    sentAs('PUT', '/files', 'image/png;charset=x', 'a', {
      status: 200,
      body: { mediaType: 'image/png', body: { bytes: 1 } },
    }),
    sentAs('POST', '/anything', 'Application/A+JSON;x=1', '{"a":1}', {
      status: 200,
      body: { mediaType: 'application/a+json', body: { a: 1 } },
    }),
    sentAs('PUT', '/files', 'application/json', '[', {
      status: 400,
      body: { errors: [{ pointer: '', detail: 'must be JSON' }] },
    }),
    sentAs('PUT', '/files', 'text/csv', Uint8Array.of(255), {
      status: 400,
      body: { errors: [{ pointer: '', detail: 'must be UTF-8' }] },
    }),
    ...['text/csv; charset=latin1', 'text', ''].map((type) => sentAs('PUT', '/files', type, 'a', { status: 415 })),
    sentAs('POST', '/anything', 'application/x-json', '{}', { status: 200, body: { body: { bytes: 2 } } }),
    sentAs('POST', '/anything', 'application/xml-dtd', 'a', { status: 200, body: { body: { bytes: 1 } } }),
    sentAs('POST', '/anything', 'application/yaml', 'a: 1', { status: 200, body: { body: 'a: 1' } }),
    sentAs('POST', '/anything', 'application/pdf', 'abc', { status: 200, body: { body: { bytes: 3 } } }),
    sentAs('PATCH', '/things', 'text/plain', 'a', { status: 415, headers: { 'accept-patch': 'application/json' } }),
  ],
  calls: [
    ['note', undefined, { status: 200, body: { path: {} } }],
    ['note', { body: [3] }, { status: 200, body: { body: [3] } }],
    ['save', { body: 'abc' }, { status: 200, body: { mediaType: 'application/json', body: 'abc' } }],
    ['save', { mediaType: 'text/csv', body: 'aé' }, { status: 200, body: { mediaType: 'text/csv', body: 'aé' } }],
    [
      'save',
      { mediaType: 'image/gif', body: new Blob(['a']) },
      { body: { mediaType: 'image/gif', body: { bytes: 1 } } },
    ],
    ['send', { mediaType: 'application/json', body: { a: 1 } }, { status: 200, body: { body: { a: 1 } } }],
  ],
  types: `
void client.note()
void client.note({ body: [1] })
// @ts-expect-error
void client.note({ body: 'a' })
export const note: Handlers['note'] = async ({ body }) => ({ status: 200, body: { sum: body?.length } })
void client.save({ body: 'abc' })
void client.save({ mediaType: 'image/png', body: new Uint8Array(1) })
// @ts-expect-error
void client.save({ mediaType: 'audio/mp3', body: new Uint8Array(1) })
export const save: Handlers['save'] = async ({ mediaType, body }) => {
  if (mediaType === 'text/csv') body satisfies string
  return { status: 200, body: { mediaType } }
}
void client.send({ mediaType: 'application/json', body: { a: 1 } })
void client.send({ mediaType: 'application/vnd.things+json', body: { a: 1 } })
void client.send({ mediaType: 'multipart/form-data', body: { a: 1 } })
void client.send({ mediaType: 'text/plain', body: 'a' })
// @ts-expect-error A range is not a media type.
void client.send({ body: { a: 1 } })
// @ts-expect-error The schema has no such property.
void client.send({ mediaType: 'application/json', body: { b: 1 } })`,
})

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const sent = (name: string, path: string, body: BodyInit, status: number, received: object) => ({
  name,
  send: { method: 'POST', path, ...(typeof body === 'string' && { headers: form }), body },
  receive: { status, body: received },
})
const refusedForm = (name: string, path: string, body: BodyInit, error: object) =>
  sent(name, path, body, 400, { errors: [error] })

const files = async (value: unknown): Promise<unknown> => {
  if (value instanceof File) return { name: value.name, type: value.type, text: await value.text() }
  if (Array.isArray(value)) return Promise.all(value.map(files))
  return value
}

function multipart(fields: Record<string, File | string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

const png = (text = 'PNG') => new File([text], 'a.png', { type: 'image/png' })

const integers = '{ type: object, additionalProperties: { type: integer } }'
const whole = 'must be a whole number in plain decimal digits'

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
                items: { type: array, items: { type: integer } }
                near: { type: object, required: [x], properties: { x: { type: number } } }
            encoding:
              items: { style: form, explode: false }
      ${echo}
  /labels:
    post: { operationId: label, requestBody: { content: { application/x-www-form-urlencoded: { schema: ${integers} } } }, ${echo} }
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
    sent(
      'repeated and separated values, and JSON',
      '/search',
      'q=a&tags=a&tags=b%2Cc&items=1,2&near=%7B%22x%22%3A1%7D',
      200,
      {
        body: { q: 'a', page: 1, tags: ['a', 'b,c'], items: [1, 2], near: { x: 1 } },
      },
    ),
    refusedForm('JSON in a field that is not valid', '/search', 'q=a&near=%7B%22x%22%3A1%2C%22x%22%3A2%7D', {
      pointer: '/near/x',
      detail: 'must not be repeated',
    }),
    sent('signs, and names in codes', '/search', '%71=a+b%2B=c&&page=3', 200, { body: { q: 'a b+=c', page: 3 } }),
    sent('fields of a type', '/labels', 'a=1', 200, { body: { a: 1 } }),
    refusedForm('a field twice', '/search', 'q=a&q=b', { pointer: '/q', detail: 'must not be repeated' }),
    refusedForm('a number', '/search', 'q=a&page=x', { pointer: '/page', detail: whole }),
    refusedForm('an item', '/search', 'q=a&items=1,x', { pointer: '/items/1', detail: whole }),
    refusedForm('no UTF-8 in a name', '/search', '%ff=1', { pointer: '', detail: 'must be percent-encoded UTF-8' }),
    refusedForm('no UTF-8', '/search', 'q=%ff', { pointer: '/q', detail: 'must be percent-encoded UTF-8' }),
    refusedForm('no JSON', '/search', 'q=a&near=x', { pointer: '/near', detail: 'must be JSON' }),
    refusedForm('a text for a file', '/albums', multipart({ cover: 'x' }), {
      pointer: '/cover',
      detail: 'must be a file',
    }),
    refusedForm('a file for a text', '/albums', multipart({ cover: png(), title: png() }), {
      pointer: '/title',
      detail: 'must not be a file',
    }),
    refusedForm('a file of another type', '/albums', multipart({ cover: new File(['a'], 'a', { type: 'x/y' }) }), {
      pointer: '/cover',
      detail: 'must have the media type image/png or image/jpeg',
    }),
    {
      ...refusedForm('no boundary', '/albums', '', { pointer: '', detail: 'must be multipart/form-data' }),
      send: { method: 'POST', path: '/albums', headers: { 'Content-Type': 'multipart/form-data' }, body: 'a' },
    },
    refusedForm('a file that is too long', '/albums', multipart({ cover: png('a'.repeat(21)) }), {
      pointer: '/cover',
      detail: 'must have at most 20 bytes',
    }),
    refusedForm(
      'JSON that the schema refuses',
      '/albums',
      multipart({ cover: png(), meta: new File(['{"a":"b"}'], 'meta', { type: 'application/json' }) }),
      { pointer: '/meta/a' },
    ),
  ],
  calls: [
    [
      'search',
      { body: { q: 'a b&c', isExact: true, price: 1.5, tags: ['x', 'y,z'], near: { x: 2 } } },
      { status: 200, body: { body: { q: 'a b&c', isExact: true, price: 1.5, tags: ['x', 'y,z'], near: { x: 2 } } } },
    ],
    [
      'upload',
      { body: { title: 'Été', year: 1, tags: ['a', 'b'], cover: png(), pages: [new Blob(['x'])], meta: { a: 2 } } },
      {
        status: 200,
        body: {
          ...{ title: 'Été', year: 1, tags: ['a', 'b'], meta: { a: 2 } },
          cover: { name: 'a.png', type: 'image/png', text: 'PNG' },
          pages: [{ text: 'x' }],
        },
      },
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
