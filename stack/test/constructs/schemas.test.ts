// Schemas of every kind, nested and recursive, in bodies of requests and responses, and in one of them only. The alternatives of
// discriminators overlap: the value of the property names the one that applies.
import { construct } from './construct.ts'
import { echoes, post, ref, refused, returns, takes, valid } from './operation.ts'

/** A reference has these characters encoded, or means something else by them. */
const encodedNames = ['größe', '船', 'a/b', 'c~d', 'e%f', '%41', 'g#h', 'i j', '~1', '"']

const open = (properties: string) =>
  `{ type: object, required: [kind], properties: { kind: { type: string }, ${properties} } }`
const closed = (value: string) =>
  `{ type: object, required: [kind], properties: { kind: { enum: [${value}] }, size: { type: integer, minimum: 0, maximum: 9 } } }`

const { paths, handlers } = echoes({
  node: ref('Node'),
  list: `{ type: array, maxItems: 2, uniqueItems: true, items: ${ref('Point')} }`,
  unique: '{ type: array, maxItems: 9, uniqueItems: true }',
  names: '{ type: array, maxItems: 2, uniqueItems: true, items: { type: string, maxLength: 9 } }',
  map: '{ type: object, additionalProperties: { type: integer, minimum: -5 } }',
  joined: ref('Joined'),
  contact: ref('Contact'),
  closed: ref('Closed'),
  tuple: '{ type: array, prefixItems: [{ type: integer }, { type: string }, true], items: false }',
  choice: "{ type: object, required: [size], properties: { size: { enum: [null, 1, 'two'] } } }",
  named: "{ type: object, patternProperties: { '^n': { type: integer } }, propertyNames: { maxLength: 4 } }",
  password: ref('Password'),
  letters: "{ type: string, pattern: '^\\p{Lu}+$', maxLength: 20 }",
  json: ref('Json'),
  // A regular expression that takes exponential time.
  words: "{ type: string, pattern: '^(\\w+\\s?)*$', maxLength: 20 }",
  sprouts: '{ type: string, minLength: 2, maxLength: 3 }',
  undescribed: ref('Undescribed'),
  defaulted: '{ type: object, required: [size], properties: { size: { type: integer, default: 3 } } }',
  encoded: `{ type: object, properties: { ${encodedNames.map((name) => `${JSON.stringify(name)}: { type: string, maxLength: 5 }`).join(', ')} } }`,
  mapped: ref('Pet'),
  byName: ref('Shape'),
  derived: ref('Vehicle'),
  valued: ref('Lamp'),
  inline: `{ type: array, maxItems: 2, items: { anyOf: [${ref('Circle')}, ${ref('Square')}, { type: 'null' }], discriminator: { propertyName: kind } } }`,
})

construct('schemas', {
  contract: `
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
paths:${paths}
components:
  schemas:
    Node:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 5 }
        children: { type: array, maxItems: 3, items: { $ref: '#/components/schemas/Node' } }
        parent: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] }
    Point: { type: object, required: [x], properties: { x: { type: number, minimum: -1.5 }, y: { type: [integer, 'null'] } } }
    Named: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } }
    Joined: { allOf: [{ $ref: '#/components/schemas/Named' }, { type: object, properties: { age: { type: integer, minimum: 0, maximum: 9 } } }] }
    Closed: { allOf: [{ $ref: '#/components/schemas/Named' }], unevaluatedProperties: false }
    Contact:
      type: object
      required: [mail]
      properties: { mail: { type: string, format: email }, home: { type: string, format: uri }, at: { type: string, format: time } }
    # Nothing says what an id is.
    Undescribed: { type: object, required: [id, name], properties: { name: { type: string, maxLength: 9 } } }
    # Values of the next two are difficult to find.
    Password: { type: object, required: [text], properties: { text: { type: string, pattern: '^(?=.*[A-Z])(?!.*\\s).{3,8}$' } } }
    Json:
      anyOf:
        - { type: string, maxLength: 20 }
        - { type: [number, boolean, 'null'] }
        - { type: array, maxItems: 3, items: { $ref: '#/components/schemas/Json' } }
        - { type: object, additionalProperties: { $ref: '#/components/schemas/Json' } }
    Cat: ${open('age: { type: integer, minimum: 0, maximum: 9 }')}
    Dog: ${open('age: { type: integer, minimum: 0, maximum: 99 }')}
    Pet:
      oneOf: [${ref('Cat')}, ${ref('Dog')}]
      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', lion: Cat, dog: Dog } }
    Circle: ${open('size: { type: integer, minimum: 0, maximum: 9 }')}
    Square: ${open('size: { type: integer, minimum: 0, maximum: 99 }')}
    Shape: { oneOf: [${ref('Circle')}, ${ref('Square')}], discriminator: { propertyName: kind } }
    Car: ${open('name: { type: string, maxLength: 5 }')}
    Taxi: { allOf: [${ref('Car')}, { type: object, properties: { sign: { type: boolean } } }] }
    Vehicle:
      oneOf: [${ref('Car')}, ${ref('Taxi')}]
      discriminator: { propertyName: kind, mapping: { car: Car, taxi: Taxi } }
    RedLamp: ${closed('red')}
    BlueLamp: ${closed('blue')}
    Lamp: { oneOf: [${ref('RedLamp')}, ${ref('BlueLamp')}], discriminator: { propertyName: kind } }
`,
  handlers,
  exchanges: [
    ...encodedNames.flatMap((name) => [
      valid('/encoded', { [name]: 'short' }),
      refused('/encoded', { [name]: 'too long' }, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
    valid('/node', { name: 'a', children: [{ name: 'b', children: [] }], parent: { name: 'c', parent: null } }),
    refused('/node', { name: 'a', children: [{ children: [{ name: 'too long' }] }] }, '/children/0/children/0/name'),
    refused('/node', { name: 'a', parent: { name: 'b', parent: { name: 1 } } }, '/parent/parent/name'),
    valid('/list', [{ x: -1.5, y: null }, { x: 2 }]),
    refused('/list', [{ x: 1 }, { y: 2 }], '/1/x'),
    post('/list', [{ x: 1 }, { x: 1 }], { status: 400, body: { errors: [{ detail: 'must not have an item twice' }] } }),
    valid('/unique', [1, '1', [1], ['1'], { a: 1 }, { a: '1' }, true, null]),
    refused('/unique', [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }], ''),
    {
      name: 'the same number in two forms',
      send: { method: 'POST', path: '/unique', headers: { 'Content-Type': 'application/json' }, body: '[[1],[1.0]]' },
      receive: { status: 400 },
    },
    refused('/names', ['__proto__', '__proto__'], ''),
    valid('/map', { a: -5, b: 7 }),
    refused('/map', { 'a/b': -6 }, '/a~1b'),
    valid('/joined', { name: 'a', age: 1 }),
    refused('/joined', { age: 1 }, '/name'),
    valid('/contact', { mail: 'a@b.example', home: 'https://a.example', at: '12:00:00Z' }),
    refused('/contact', { mail: 'a' }, '/mail'),
    valid('/undescribed', { id: [{ a: 1 }], name: 'a' }),
    refused('/undescribed', { name: 'a' }, '/id'),
    refused('/defaulted', {}, '/size'),
    valid('/closed', { name: 'a' }),
    refused('/closed', { name: 'a', other: 1 }, '/other'),
    valid('/tuple', [7, 'a']),
    refused('/tuple', ['a', 7], '/0'),
    valid('/tuple', [7, 'a', null]),
    refused('/tuple', [7, 'a', null, 1], '/3'),
    valid('/choice', { size: null }),
    post('/choice', { size: 2 }, { status: 400, body: { errors: [{ detail: 'must be one of null, 1, two' }] } }),
    valid('/named', { n1: 1, m: 'a' }),
    refused('/named', { n1: 'a' }, '/n1'),
    refused('/named', { longer: 1 }, '/longer'),
    // The limits are code points: each sprout has two UTF-16 code units.
    ...['🌱🌱', '🌱🌱🌱', 'ab', '🌱a'].map((text) => valid('/sprouts', text)),
    ...['🌱', 'a', '🌱🌱🌱🌱', 'abcd'].map((text) => refused('/sprouts', text, '')),
    valid('/password', { text: 'Abc' }),
    refused('/password', { text: 'abc' }, '/text'),
    valid('/letters', 'ÄÖ'),
    refused('/letters', 'äö', ''),
    valid('/words', 'two words'),
    refused('/words', 'three words!', ''),
    // Ends only if the pattern is not tried.
    post('/words', `${'a'.repeat(99)}!`, {
      status: 400,
      body: { errors: [{ detail: 'must have at most 20 characters' }] },
    }),
    valid('/json', [1, { a: [null] }]),
    valid('/mapped', { kind: 'cat', age: 9 }),
    valid('/mapped', { kind: 'lion', age: 9 }),
    valid('/mapped', { kind: 'dog', age: 10 }),
    refused('/mapped', { kind: 'cat', age: 10 }, '/age'),
    refused('/mapped', { kind: 'Cat', age: 1 }, '/kind'),
    valid('/byName', { kind: 'Circle', size: 9 }),
    valid('/byName', { kind: 'Square', size: 9 }),
    refused('/byName', { kind: 'Circle', size: 10 }, '/size'),
    valid('/derived', { kind: 'car', name: 'a' }),
    valid('/derived', { kind: 'taxi', name: 'a', sign: true }),
    refused('/derived', { kind: 'bus' }, '/kind'),
    valid('/valued', { kind: 'red', size: 1 }),
    refused('/valued', { kind: 'RedLamp' }, '/kind'),
    valid('/inline', [{ kind: 'Square', size: 10 }, null]),
    refused('/inline', [{ kind: 'Circle', size: 10 }], '/0/size'),
  ],
  calls: [
    ['node', { body: { name: 'a', children: [] } }, { status: 200, body: { name: 'a' } }],
    ['mapped', { body: { kind: 'cat', age: 1 } }, { status: 200, body: { kind: 'cat' } }],
  ],
  types: `
void client.mapped({ body: { kind: 'lion' } })
void client.valued({ body: { kind: 'red' } })
// @ts-expect-error The value names no alternative.
void client.valued({ body: { kind: 'RedLamp' } })
// @ts-expect-error The value names no alternative.
void client.byName({ body: { kind: 'circle' } })
`,
})

construct('readOnly and writeOnly', {
  contract: `
jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base
paths:
  /users: { post: { operationId: createUser, ${takes(ref('User'))}, ${returns(ref('User'))} } }
  /notes: { post: { operationId: createNote, ${takes(ref('Note'))}, ${returns(ref('Note'), 201)} } }
components:
  schemas:
    User:
      type: object
      additionalProperties: false
      required: [id, name, password]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, readOnly: false }
        password: { type: string, writeOnly: true, minLength: 3 }
    Note:
      type: object
      additionalProperties: false
      required: [id, text, at]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        text: { type: string }
        at: { type: string, format: date-time, readOnly: true, x-role: created }
`,
  handlers: {
    createUser: async ({ body }) => ({ status: 200, body: { id: '7', name: Object(body).name } }),
  },
  exchanges: [
    post('/users', { name: 'a', password: 'abc' }, { status: 200, body: { id: '7', name: 'a' } }),
    post('/notes', { id: '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', text: 'a' }, { status: 201, body: { text: 'a' } }),
  ],
  calls: [['createUser', { body: { name: 'a', password: 'abc' } }, { status: 200 }]],
  types: `
void client.createUser({ body: { name: 'a', password: 'abc' } })
export const createUser: Handlers['createUser'] = async ({ body }) => ({ status: 200, body: { id: '1', name: body.name } })`,
})
