// Bodies of requests: optional ones, several media types, ranges, texts and bytes.
import { construct, type Exchange } from './construct.ts'
import { echo, refused } from './operation.ts'

/** A request with a body of any type. */
const sent = (method: string, path: string, type: string, body: BodyInit, receive: Exchange['receive']): Exchange => {
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
    sent('PUT', '/files', 'image/svg+xml', '<svg/>', { status: 200, body: { body: '<svg/>' } }),
    refused('/anything', {}, '/a'),
    sent('POST', '/anything', 'application/pdf', 'abc', { status: 200, body: { body: { bytes: 3 } } }),
    sent('PATCH', '/things', 'text/plain', 'a', { status: 415, headers: { 'accept-patch': 'application/json' } }),
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
