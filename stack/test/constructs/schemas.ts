import { accepts, type Construct, post, rejects } from './exchange.ts'

const encodedNames = ['größe', '船', 'a/b', 'c~d', 'e%f', '%41', 'g#h', 'i j', '~1', '"']
const badRequestDetail = (detail: string) => ({ status: 400, body: { errors: [{ detail }] } })

export const schemas: Construct = {
  handlers: { createUser: async ({ body }) => ({ status: 200, body: { id: '7', name: Object(body).name } }) },
  exchanges: [
    ...encodedNames.flatMap((name) => [
      accepts('/encoded', { [name]: 'short' }),
      rejects('/encoded', { [name]: 'too long' }, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
    accepts('/node', { name: 'a', children: [{ name: 'b', children: [] }], parent: { name: 'c', parent: null } }),
    rejects('/node', { name: 'a', children: [{ children: [{ name: 'too long' }] }] }, '/children/0/children/0/name'),
    rejects('/node', { name: 'a', parent: { name: 'b', parent: { name: 1 } } }, '/parent/parent/name'),
    accepts('/unique', [1, '1', [1], ['1'], { a: 1 }, { a: '1' }, true, null]),
    post('/unique', [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }], badRequestDetail('must not have an item twice')),
    {
      send: { method: 'POST', path: '/unique', headers: { 'Content-Type': 'application/json' }, body: '[[1],[1.0]]' },
      receive: 400,
    },
    rejects('/names', ['__proto__', '__proto__'], ''),
    accepts('/map', { a: -5, b: 7 }),
    rejects('/map', { 'a/b': -6 }, '/a~1b'),
    accepts('/joined', { name: 'a', age: 1 }),
    rejects('/joined', { age: 1 }, '/name'),
    accepts('/undescribed', { id: [{ a: 1 }], name: 'a' }),
    rejects('/undescribed', { name: 'a' }, '/id'),
    rejects('/defaulted', {}, '/size'),
    rejects('/closed', { name: 'a', other: 1 }, '/other'),
    accepts('/choice', { size: null }),
    post('/choice', { size: 2 }, badRequestDetail('must be one of null, 1, two')),
    // minLength and maxLength count code points: each sprout has two UTF-16 code units.
    ...['🌱🌱', '🌱🌱🌱', '🌱a'].map((text) => accepts('/sprouts', text)),
    ...['🌱', '🌱🌱🌱🌱'].map((text) => rejects('/sprouts', text, '')),
    accepts('/password', { text: 'Abc' }),
    accepts('/letters', 'ÄÖ'),
    rejects('/letters', 'äö', ''),
    accepts('/repetitions', 'two words'),
    // The response arrives only if the validator does not run the pattern.
    post('/repetitions', `${'a'.repeat(99)}!`, badRequestDetail('must have at most 20 characters')),
    accepts('/json-value', [1, { a: [null] }]),
    accepts('/mapped', { kind: 'cat', age: 9 }),
    accepts('/mapped', { kind: 'lion', age: 9 }),
    accepts('/mapped', { kind: 'dog', age: 10 }),
    rejects('/mapped', { kind: 'cat', age: 10 }, '/age'),
    rejects('/mapped', { kind: 'Cat', age: 1 }, '/kind'),
    accepts('/by-name', { kind: 'Square', age: 10 }),
    rejects('/by-name', { kind: 'Circle', age: 10 }, '/age'),
    accepts('/derived', { kind: 'taxi', age: 1, sign: true }),
    rejects('/derived', { kind: 'bus' }, '/kind'),
    accepts('/valued', { kind: 'red', size: 1 }),
    rejects('/valued', { kind: 'RedLamp' }, '/kind'),
    accepts('/inline', [{ kind: 'Square', age: 10 }, null]),
    rejects('/inline', [{ kind: 'Circle', age: 10 }], '/0/age'),
    post('/keywords', { type: 'a', required: true, properties: { items: 1 } }, { status: 200, body: { default: 'a' } }),
    rejects('/keywords', { type: 'a', required: true, properties: { items: 'a' } }, '/properties/items'),
    rejects('/keywords', { type: 'a', required: true, format: 'a' }, '/format'),
    rejects('/keywords', { type: 'a', required: true, sails: ['longer'] }, '/sails/0'),
    rejects('/keywords', { type: 'a', required: true, mast: { height: 10 } }, '/mast/height'),
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
