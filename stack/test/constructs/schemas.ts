import { type Construct, post, refused, valid } from './exchange.ts'

const encodedNames = ['größe', '船', 'a/b', 'c~d', 'e%f', '%41', 'g#h', 'i j', '~1', '"']
const detail = (detail: string) => ({ status: 400, body: { errors: [{ detail }] } })

export const schemas: Construct = {
  handlers: { createUser: async ({ body }) => ({ status: 200, body: { id: '7', name: Object(body).name } }) },
  exchanges: [
    ...encodedNames.flatMap((name) => [
      valid('/encoded', { [name]: 'short' }),
      refused('/encoded', { [name]: 'too long' }, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
    valid('/node', { name: 'a', children: [{ name: 'b', children: [] }], parent: { name: 'c', parent: null } }),
    refused('/node', { name: 'a', children: [{ children: [{ name: 'too long' }] }] }, '/children/0/children/0/name'),
    refused('/node', { name: 'a', parent: { name: 'b', parent: { name: 1 } } }, '/parent/parent/name'),
    valid('/unique', [1, '1', [1], ['1'], { a: 1 }, { a: '1' }, true, null]),
    post('/unique', [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }], detail('must not have an item twice')),
    {
      send: { method: 'POST', path: '/unique', headers: { 'Content-Type': 'application/json' }, body: '[[1],[1.0]]' },
      receive: 400,
    },
    refused('/names', ['__proto__', '__proto__'], ''),
    valid('/map', { a: -5, b: 7 }),
    refused('/map', { 'a/b': -6 }, '/a~1b'),
    valid('/joined', { name: 'a', age: 1 }),
    refused('/joined', { age: 1 }, '/name'),
    valid('/undescribed', { id: [{ a: 1 }], name: 'a' }),
    refused('/undescribed', { name: 'a' }, '/id'),
    refused('/defaulted', {}, '/size'),
    refused('/closed', { name: 'a', other: 1 }, '/other'),
    valid('/choice', { size: null }),
    post('/choice', { size: 2 }, detail('must be one of null, 1, two')),
    // The limits are code points: each sprout has two UTF-16 code units.
    ...['🌱🌱', '🌱🌱🌱', '🌱a'].map((text) => valid('/sprouts', text)),
    ...['🌱', '🌱🌱🌱🌱'].map((text) => refused('/sprouts', text, '')),
    valid('/password', { text: 'Abc' }),
    valid('/letters', 'ÄÖ'),
    refused('/letters', 'äö', ''),
    valid('/repetitions', 'two words'),
    // Ends only if the pattern is not tried.
    post('/repetitions', `${'a'.repeat(99)}!`, detail('must have at most 20 characters')),
    valid('/json-value', [1, { a: [null] }]),
    valid('/mapped', { kind: 'cat', age: 9 }),
    valid('/mapped', { kind: 'lion', age: 9 }),
    valid('/mapped', { kind: 'dog', age: 10 }),
    refused('/mapped', { kind: 'cat', age: 10 }, '/age'),
    refused('/mapped', { kind: 'Cat', age: 1 }, '/kind'),
    valid('/by-name', { kind: 'Square', age: 10 }),
    refused('/by-name', { kind: 'Circle', age: 10 }, '/age'),
    valid('/derived', { kind: 'taxi', age: 1, sign: true }),
    refused('/derived', { kind: 'bus' }, '/kind'),
    valid('/valued', { kind: 'red', size: 1 }),
    refused('/valued', { kind: 'RedLamp' }, '/kind'),
    valid('/inline', [{ kind: 'Square', age: 10 }, null]),
    refused('/inline', [{ kind: 'Circle', age: 10 }], '/0/age'),
    post('/keywords', { type: 'a', required: true, properties: { items: 1 } }, { status: 200, body: { default: 'a' } }),
    refused('/keywords', { type: 'a', required: true, properties: { items: 'a' } }, '/properties/items'),
    refused('/keywords', { type: 'a', required: true, format: 'a' }, '/format'),
    refused('/keywords', { type: 'a', required: true, sails: ['longer'] }, '/sails/0'),
    refused('/keywords', { type: 'a', required: true, mast: { height: 10 } }, '/mast/height'),
    post('/users', { name: 'a', password: 'abc' }, { status: 200, body: { id: '7', name: 'a' } }),
    post('/notes', { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', text: 'a' }, { status: 201, body: { text: 'a' } }),
  ],
  calls: [
    ['nodeBody', { body: { name: 'a', children: [] } }, { status: 200, body: { name: 'a' } }],
    ['mappedBody', { body: { kind: 'cat', age: 1 } }, { status: 200, body: { kind: 'cat' } }],
    ['createUser', { body: { name: 'a', password: 'abc' } }, { status: 200 }],
  ],
  types: `
void client.mappedBody({ body: { kind: 'lion' } })
void client.valuedBody({ body: { kind: 'red' } })
// @ts-expect-error The value names no alternative.
void client.valuedBody({ body: { kind: 'RedLamp' } })
// @ts-expect-error The value names no alternative.
void client['by-nameBody']({ body: { kind: 'circle' } })
void client.keywordsBody({ body: { type: 'a', required: true, properties: { items: 1 } } })
void client.createUser({ body: { name: 'a', password: 'abc' } })
export const createUser: Handlers['createUser'] = async ({ body }) => ({ status: 200, body: { id: '1', name: body.name } })`,
}
