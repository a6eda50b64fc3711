import { badRequest, type Construct, type Exchange, type Expected, integerDetail, rejects } from './exchange.ts'

/** A request whose body has this media type. */
function sendAs(method: string, path: string, type: string, body: BodyInit, receive: Expected): Exchange {
  return { send: { method, path, headers: { 'Content-Type': type }, body }, receive }
}

/** The response of a handler that returns the body and the media type that it got. */
const ok = (body: unknown, mediaType?: string) => ({ status: 200, body: { body, ...(mediaType && { mediaType }) } })
const size = (body: unknown) => (body instanceof Uint8Array ? { bytes: body.length } : body)

const form = 'application/x-www-form-urlencoded'
const submit = (body: string, receive: Expected) => sendAs('POST', '/form', form, body, receive)
const bodyError = (pointer: string, detail: string) => badRequest({ pointer, detail })

function upload(fields: Record<string, File | string>, receive: Expected): Exchange {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return { send: { method: 'POST', path: '/albums', body }, receive }
}

const png = (text = 'PNG') => new File([text], 'a.png', { type: 'image/png' })

const readFiles = async (value: unknown): Promise<unknown> => {
  if (value instanceof File) return { name: value.name, type: value.type, text: await value.text() }
  if (Array.isArray(value)) return Promise.all(value.map(readFiles))
  return value
}

const fields = { q: 'a b&c', isExact: true, price: 1.5, tags: ['x', 'y,z'], near: { x: 2 } }
const album = { title: 'Été', year: 1, tags: ['a', 'b'], meta: { a: 2 } }

export const bodies: Construct = {
  handlers: {
    save: async ({ mediaType, body }) => ({ status: 200, body: { mediaType, body: size(body) } }),
    send: async ({ mediaType, body }) => ({ status: 200, body: { mediaType, body: size(body) } }),
    copyImage: async ({ body }) => ({ status: 200, body }),
    copyBytes: async ({ body }) => ({ status: 200, body }),
    upload: async ({ body }) => {
      const entries = Object.entries(Object(body)).map(async ([name, value]) => [name, await readFiles(value)])
      return { status: 200, body: Object.fromEntries(await Promise.all(entries)) }
    },
  },
  exchanges: [
    // A media type wins over a range that contains it.
    sendAs('PUT', '/files', 'image/svg+xml', '<svg/>', ok('<svg/>')),
    sendAs('PUT', '/files', 'image/png;charset=x', 'a', ok({ bytes: 1 }, 'image/png')),
    sendAs('PUT', '/files', 'text/csv; charset="UTF-8"', 'aé', ok('aé', 'text/csv')),
    sendAs('PUT', '/files', 'application/json', '[', bodyError('', 'must be JSON')),
    sendAs('PUT', '/files', 'text/csv', Uint8Array.of(255), bodyError('', 'must be UTF-8')),
    ...['text/csv; charset=latin1', 'text', ''].map((type) => sendAs('PUT', '/files', type, 'a', 415)),
    rejects('/bodies', {}, '/a'),
    sendAs('POST', '/bodies', form, 'a=1&b=2&b=3', ok({ a: '1', b: ['2', '3'] })),
    sendAs('POST', '/bodies', 'Application/A+JSON;x=1', '{"a":1}', ok({ a: 1 }, 'application/a+json')),
    sendAs('POST', '/bodies', 'application/x-json', '{}', ok({ bytes: 2 })),
    sendAs('POST', '/bodies', 'application/xml-dtd', 'a', ok({ bytes: 1 })),
    sendAs('POST', '/bodies', 'application/yaml', 'a: 1', ok('a: 1')),
    sendAs('PATCH', '/bodies', 'text/plain', 'a', { status: 415, headers: { 'accept-patch': 'application/json' } }),
    ...['application/vnd.boat+json', 'text/json', 'application/problem+json'].map((type) =>
      sendAs('POST', '/json', type, '{"name":null}', ok({ name: null })),
    ),
    ...['application/xml', 'application/+json'].map((type) => sendAs('POST', '/json', type, '{"name":null}', 415)),
    submit(
      'q=a&tags=a&tags=b%2Cc&items=1,2&near=%7B%22x%22%3A1%7D',
      ok({ q: 'a', page: 1, tags: ['a', 'b,c'], items: [1, 2], near: { x: 1 } }),
    ),
    submit('%71=a+b%2B=c&&page=3', ok({ q: 'a b+=c', page: 3 })),
    sendAs('POST', '/labels', form, 'a=1', ok({ a: 1 })),
    submit('q=a&near=%7B%22x%22%3A1%2C%22x%22%3A2%7D', bodyError('/near/x', 'must not be repeated')),
    submit('q=a&q=b', bodyError('/q', 'must not be repeated')),
    submit('q=a&page=x', bodyError('/page', integerDetail)),
    submit('q=a&items=1,x', bodyError('/items/1', integerDetail)),
    submit('%ff=1', bodyError('', 'must be percent-encoded UTF-8')),
    submit('q=%ff', bodyError('/q', 'must be percent-encoded UTF-8')),
    submit('q=a&near=x', bodyError('/near', 'must be JSON')),
    upload({ cover: 'x' }, bodyError('/cover', 'must be a file')),
    upload({ cover: png(), title: png() }, bodyError('/title', 'must not be a file')),
    upload(
      { cover: new File(['a'], 'a', { type: 'x/y' }) },
      bodyError('/cover', 'must have the media type image/png or image/jpeg'),
    ),
    upload({ cover: png('a'.repeat(91)) }, bodyError('/cover', 'must have at most 90 bytes')),
    upload({ cover: png('') }, bodyError('/cover', 'must not be empty')),
    upload({ cover: png(), title: 'a'.repeat(11) }, bodyError('/title', 'must have at most 10 characters')),
    upload(
      { cover: png(), meta: new File(['{"a":"b"}'], 'meta', { type: 'application/json' }) },
      badRequest({ pointer: '/meta/a' }),
    ),
    sendAs('POST', '/albums', 'multipart/form-data', 'a', bodyError('', 'must be multipart/form-data')),
  ],
  calls: [
    ['optional', undefined, { status: 200, body: { path: {} } }],
    ['optional', { body: [3] }, ok([3])],
    ['save', { body: 'abc' }, ok('abc', 'application/json')],
    ['save', { mediaType: 'text/csv', body: 'aé' }, ok('aé', 'text/csv')],
    ['save', { mediaType: 'image/gif', body: new Blob(['a']) }, ok({ bytes: 1 }, 'image/gif')],
    ['send', { mediaType: 'application/json', body: { a: 1 } }, ok({ a: 1 })],
    ['add', { body: { name: 'Ada' } }, { status: 200 }],
    ['change', { mediaType: 'application/vnd.boat+json', body: { name: 'Ada' } }, ok({ name: 'Ada' })],
    ['submit', { body: fields }, ok(fields)],
    [
      'upload',
      { body: { ...album, cover: png(), pages: [new Blob(['x'])] } },
      {
        status: 200,
        body: { ...album, cover: { name: 'a.png', type: 'image/png', text: 'PNG' }, pages: [{ text: 'x' }] },
      },
    ],
  ],
  types: `
void client.optional()
void client.optional({ body: [1] })
// @ts-expect-error
void client.optional({ body: 'a' })
void client.save({ body: 'abc' })
void client.save({ mediaType: 'image/png', body: new Uint8Array(1) })
// @ts-expect-error
void client.save({ mediaType: 'audio/mp3', body: new Uint8Array(1) })
void client.send({ mediaType: 'application/vnd.things+json', body: { a: 1 } })
void client.send({ mediaType: 'multipart/form-data', body: { a: 1 } })
void client.send({ mediaType: 'text/plain', body: 'a' })
// @ts-expect-error A range is not a media type.
void client.send({ body: { a: 1 } })
// @ts-expect-error The schema has no such property.
void client.send({ mediaType: 'application/json', body: { b: 1 } })
// @ts-expect-error XML is not in the range.
void client.change({ mediaType: 'application/xml', body: { name: null } })
void client.submit({ body: { q: 'a', page: 2 } })
// @ts-expect-error
void client.submit({ body: { q: 1 } })
void client.upload({ body: { cover: new Blob(['a']), pages: [new File(['a'], 'a')] } })
// @ts-expect-error
void client.upload({ body: { cover: 'a' } })
export const handlers: Pick<Handlers, 'optional' | 'save' | 'change' | 'submit' | 'upload'> = {
  optional: async ({ body }) => ({ status: 200, body: { sum: body?.length } }),
  save: async ({ mediaType, body }) => {
    if (mediaType === 'text/csv') body satisfies string
    return { status: 200, body: { mediaType } }
  },
  change: async ({ body, mediaType }) => ({ status: 200, body: { name: body.name, isJson: mediaType.endsWith('+json') } }),
  submit: async ({ body }) => ({ status: 200, body: { tags: body.tags?.length } }),
  upload: async ({ body: { cover, pages = [], title } }) => {
    title satisfies string | undefined
    return { status: 200, body: { name: cover.name, others: pages.map(({ name }) => name) } }
  },
}`,
}
