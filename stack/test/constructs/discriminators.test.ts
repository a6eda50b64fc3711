// Discriminators whose alternatives overlap: the value of the property names the one that applies.
import { construct } from './construct.ts'
import { refused, valid } from './operation.ts'

const echo = (id: string, schema: string) => {
  const content = `content: { application/json: { schema: ${schema} } }`
  return `
  /${id}:
    post:
      operationId: ${id}
      requestBody: { required: true, ${content} }
      responses: { '200': { description: The body., ${content} } }`
}
const schemaRef = (name: string) => `{ $ref: '#/components/schemas/${name}' }`
const open = (properties: string) =>
  `{ type: object, required: [kind], properties: { kind: { type: string }, ${properties} } }`
const closed = (value: string) =>
  `{ type: object, required: [kind], properties: { kind: { enum: [${value}] }, size: { type: integer, minimum: 0, maximum: 9 } } }`

construct('discriminators', {
  contract: `
paths:${echo('mapped', schemaRef('Pet'))}${echo('named', schemaRef('Shape'))}${echo('derived', schemaRef('Vehicle'))}${echo('valued', schemaRef('Lamp'))}${echo('inline', `{ type: array, maxItems: 2, items: { anyOf: [${schemaRef('Circle')}, ${schemaRef('Square')}, { type: 'null' }], discriminator: { propertyName: kind } } }`)}
components:
  schemas:
    Cat: ${open('age: { type: integer, minimum: 0, maximum: 9 }')}
    Dog: ${open('age: { type: integer, minimum: 0, maximum: 99 }')}
    Pet:
      oneOf: [${schemaRef('Cat')}, ${schemaRef('Dog')}]
      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', lion: Cat, dog: Dog } }
    Circle: ${open('size: { type: integer, minimum: 0, maximum: 9 }')}
    Square: ${open('size: { type: integer, minimum: 0, maximum: 99 }')}
    Shape: { oneOf: [${schemaRef('Circle')}, ${schemaRef('Square')}], discriminator: { propertyName: kind } }
    Car: ${open('name: { type: string, maxLength: 5 }')}
    Taxi: { allOf: [${schemaRef('Car')}, { type: object, properties: { sign: { type: boolean } } }] }
    Vehicle:
      oneOf: [${schemaRef('Car')}, ${schemaRef('Taxi')}]
      discriminator: { propertyName: kind, mapping: { car: Car, taxi: Taxi } }
    RedLamp: ${closed('red')}
    BlueLamp: ${closed('blue')}
    Lamp: { oneOf: [${schemaRef('RedLamp')}, ${schemaRef('BlueLamp')}], discriminator: { propertyName: kind } }
`,
  handlers: Object.fromEntries(
    ['mapped', 'named', 'derived', 'valued', 'inline'].map((id) => [id, async ({ body }) => ({ status: 200, body })]),
  ),
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
  calls: [{ call: ['mapped', { body: { kind: 'cat', age: 1 } }], result: { status: 200, body: { kind: 'cat' } } }],
  types: `
void client.mapped({ body: { kind: 'lion' } })
void client.valued({ body: { kind: 'red' } })
// @ts-expect-error The value names no alternative.
void client.valued({ body: { kind: 'RedLamp' } })
// @ts-expect-error The value names no alternative.
void client.named({ body: { kind: 'circle' } })
`,
})
