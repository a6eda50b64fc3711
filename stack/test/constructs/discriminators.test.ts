// Discriminators whose alternatives overlap: the value of the property names the one that applies.
import { construct } from './construct.ts'
import { echoes, ref, refused, valid } from './operation.ts'

const open = (properties: string) =>
  `{ type: object, required: [kind], properties: { kind: { type: string }, ${properties} } }`
const closed = (value: string) =>
  `{ type: object, required: [kind], properties: { kind: { enum: [${value}] }, size: { type: integer, minimum: 0, maximum: 9 } } }`

const { paths, handlers } = echoes({
  mapped: ref('Pet'),
  named: ref('Shape'),
  derived: ref('Vehicle'),
  valued: ref('Lamp'),
  inline: `{ type: array, maxItems: 2, items: { anyOf: [${ref('Circle')}, ${ref('Square')}, { type: 'null' }], discriminator: { propertyName: kind } } }`,
})

construct('discriminators', {
  contract: `
paths:${paths}
components:
  schemas:
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
    valid('/mapped', { kind: 'cat', age: 9 }),
    valid('/mapped', { kind: 'lion', age: 9 }),
    valid('/mapped', { kind: 'dog', age: 10 }),
    refused('/mapped', { kind: 'cat', age: 10 }, '/age'),
    refused('/mapped', { kind: 'Cat', age: 1 }, '/kind'),
    valid('/named', { kind: 'Circle', size: 9 }),
    valid('/named', { kind: 'Square', size: 9 }),
    refused('/named', { kind: 'Circle', size: 10 }, '/size'),
    valid('/derived', { kind: 'car', name: 'a' }),
    valid('/derived', { kind: 'taxi', name: 'a', sign: true }),
    refused('/derived', { kind: 'bus' }, '/kind'),
    valid('/valued', { kind: 'red', size: 1 }),
    refused('/valued', { kind: 'RedLamp' }, '/kind'),
    valid('/inline', [{ kind: 'Square', size: 10 }, null]),
    refused('/inline', [{ kind: 'Circle', size: 10 }], '/0/size'),
  ],
  calls: [['mapped', { body: { kind: 'cat', age: 1 } }, { status: 200, body: { kind: 'cat' } }]],
  types: `
void client.mapped({ body: { kind: 'lion' } })
void client.valued({ body: { kind: 'red' } })
// @ts-expect-error The value names no alternative.
void client.valued({ body: { kind: 'RedLamp' } })
// @ts-expect-error The value names no alternative.
void client.named({ body: { kind: 'circle' } })
`,
})
