// Bodies of requests: optional ones, several media types, ranges, texts and bytes.
import { construct } from './construct.ts'
import { post, refused, responses } from './operation.ts'

const json = { 'Content-Type': 'application/json' }
const text = { 'Content-Type': 'text/plain' }

construct('optional body', {
  contract: `
paths:
  /notes:
    post:
      operationId: note
      requestBody:
        content: { Application/JSON; charset=utf-8: { schema: { type: array, items: { type: integer } } } }
      responses: ${responses}
`,
  exchanges: [
    { name: 'no body', send: { method: 'POST', path: '/notes' }, receive: { status: 200, body: { path: {} } } },
    post('/notes', [1, 2], { status: 200, body: { body: [1, 2] } }),
  ],
  calls: [
    { call: ['note'], result: { status: 200 } },
    { call: ['note', { body: [3] }], result: { status: 200, body: { body: [3] } } },
  ],
  types: `
void client.note()
void client.note({ body: [1] })
// @ts-expect-error
void client.note({ body: 'a' })
export const note: Handlers['note'] = async ({ body }) => ({ status: 200, body: { sum: body?.length } })`,
})

const size = (body: unknown) => (body instanceof Uint8Array ? { bytes: body.length, first: body[0] } : body)

construct('several media types', {
  contract: `
paths:
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
      responses: ${responses}
`,
  handlers: {
    save: async ({ mediaType, body }) => ({ status: 200, body: { mediaType, body: size(body) } }),
  },
  exchanges: [
    {
      name: 'JSON',
      send: { method: 'PUT', path: '/files', headers: json, body: '"abc"' },
      receive: { status: 200, body: { mediaType: 'application/json', body: 'abc' } },
    },
    {
      name: 'a text',
      send: { method: 'PUT', path: '/files', headers: { 'Content-Type': 'Text/CSV; charset="UTF-8"' }, body: 'aé' },
      receive: { status: 200, body: { mediaType: 'text/csv', body: 'aé' } },
    },
    {
      name: 'a media type of a range',
      send: { method: 'PUT', path: '/files', headers: { 'Content-Type': 'image/png' }, body: new Uint8Array([7, 0]) },
      receive: { status: 200, body: { mediaType: 'image/png', body: { bytes: 2, first: 7 } } },
    },
    {
      name: 'a media type beside its range',
      send: { method: 'PUT', path: '/files', headers: { 'Content-Type': 'image/svg+xml' }, body: '<svg/>' },
      receive: { status: 200, body: { mediaType: 'image/svg+xml', body: '<svg/>' } },
    },
  ],
  calls: [
    { call: ['save', { body: 'abc' }], result: { status: 200, body: { mediaType: 'application/json', body: 'abc' } } },
    {
      call: ['save', { mediaType: 'text/csv', body: 'abc' }],
      result: { status: 200, body: { mediaType: 'text/csv', body: 'abc' } },
    },
    {
      call: ['save', { mediaType: 'image/gif', body: new Blob(['a']) }],
      result: { status: 200, body: { mediaType: 'image/gif', body: { bytes: 1 } } },
    },
  ],
  types: `
void client.save({ body: 'abc' })
void client.save({ mediaType: 'image/png', body: new Uint8Array(1) })
// @ts-expect-error
void client.save({ mediaType: 'audio/mp3', body: new Uint8Array(1) })
export const save: Handlers['save'] = async ({ mediaType, body }) => {
  if (mediaType === 'text/csv') body satisfies string
  return { status: 200, body: { mediaType } }
}`,
})

construct('any body', {
  contract: `
paths:
  /anything:
    post:
      operationId: send
      requestBody: { required: true, content: { '*/*': { schema: { type: object, required: [a], properties: { a: {} } } } } }
      responses: ${responses}
  /things:
    patch:
      operationId: patchThings
      requestBody: { required: true, content: { application/json: {} } }
      responses: ${responses}
`,
  handlers: {
    send: async ({ mediaType, body }) => ({ status: 200, body: { mediaType, body: size(body) } }),
  },
  exchanges: [
    post('/anything', { a: 1 }, { status: 200, body: { body: { a: 1 } } }),
    refused('/anything', {}, '/a'),
    {
      name: 'bytes',
      send: { method: 'POST', path: '/anything', headers: { 'Content-Type': 'application/pdf' }, body: 'abc' },
      receive: { status: 200, body: { body: { bytes: 3 } } },
    },
    {
      name: 'the media types of a PATCH',
      send: { method: 'PATCH', path: '/things', headers: text, body: 'a' },
      receive: { status: 415, headers: { 'accept-patch': 'application/json' } },
    },
  ],
  calls: [
    {
      call: ['send', { mediaType: 'application/json', body: { a: 1 } }],
      result: { status: 200, body: { mediaType: 'application/json', body: { a: 1 } } },
    },
    {
      call: ['send', { mediaType: 'application/x-www-form-urlencoded', body: { a: 'b' } }],
      result: { status: 200, body: { mediaType: 'application/x-www-form-urlencoded', body: { a: 'b' } } },
    },
  ],
  types: `
void client.send({ mediaType: 'application/json', body: { a: 1 } })
void client.send({ mediaType: 'application/vnd.things+json', body: { a: 1 } })
void client.send({ mediaType: 'multipart/form-data', body: { a: 1 } })
void client.send({ mediaType: 'text/plain', body: 'a' })
// @ts-expect-error A range is not a media type.
void client.send({ body: { a: 1 } })
// @ts-expect-error The schema has no such property.
void client.send({ mediaType: 'application/json', body: { b: 1 } })
`,
})
