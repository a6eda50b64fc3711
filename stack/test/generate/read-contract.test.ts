// A contract of OpenAPI 3.0 is read as the same contract in 3.1, and messages name the line of a mistake.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { toNode } from '../../contract/model/node.ts'
import { upgrade } from '../../contract/read/upgrade.ts'
import { contractValue } from '../../generate/contract-value.ts'
import { loadContractText } from '../support/load-contract-text.ts'

const text = await readFile('stack/test/product/openapi.yaml', 'utf8')
/** The contract without the bound that gets a warning. */
const contract = text.replace('maximum: 9223372036854775807', 'maximum: 9')

/** Arguments of `replace` that add a schema. */
const addSchema = (text: string) => ['\n  schemas:\n', `\n  schemas:\n    ${text}\n`] as const
const recursiveSchema = "Again: { allOf: [{ $ref: '#/components/schemas/Again' }] }"
const children = "oneOf: [{ $ref: '#/components/schemas/Child' }]"
const parent = `Child: { allOf: [{ $ref: '#/components/schemas/Parent' }] }\n    Parent: { discriminator: { propertyName: kind }, ${children} }`
const mapping = 'A: { type: object, discriminator: { propertyName: a, mapping: { a: Nothing } } }'

it.each<[mistake: string, from: string, to: string, line: string, message: string]>([
  ['a reference to nothing', 'schemas/LampPatch', 'schemas/LampPach', 'LampPach', 'nothing found at #/components'],
  ['an unknown field', 'operationId: listLamps', 'operationID: listLamps', 'listLamps', 'operationID is not known'],
  ['a string instead of an object', '    get:\n', '    get: a\n    put:\n', 'get: a', 'get must be an object: write'],
  [
    'a property of Object.prototype',
    '\n        createdAt:\n',
    '\n        __proto__:\n',
    '__proto__:',
    '__proto__ is a property of Object.prototype',
  ],
  ['a circular reference', ...addSchema(recursiveSchema), 'Again: {', 'schemas/Again leads back to itself'],
  [
    'a reference in the value of an example',
    ...addSchema("Again: { type: object, example: { $ref: '#/components' } }"),
    'Again: {',
    'this value cannot have the reference #/components',
  ],
  [
    'a reference to an anchor',
    ...addSchema("Again: { $anchor: a, items: { $ref: '#a' } }"),
    'Again: {',
    '#a is the name of an',
  ],
  [
    'a parent that lists its children',
    ...addSchema(parent),
    'Parent: {',
    'The schemas in this oneOf contain Parent, which',
  ],
  [
    'an escape of a different regular expression syntax',
    ...addSchema("Again: { pattern: 'a\\Z' }"),
    'Again: {',
    'The pattern a\\Z is not a regular',
  ],
  ['OpenAPI 3.2', 'openapi: 3.1.1', 'openapi: 3.2.0', 'openapi', 'OpenAPI 3.2.0 is not supported'],
  ['an invalid name of a component', ...addSchema('A b: { type: object }'), 'A b:', 'the name A b must have'],
  ['a mapping to nothing', ...addSchema(mapping), 'A: {', 'no schema found at Nothing'],
])('%s is reported with its line', async (_, from, to, line, message) => {
  const text = contract.replace(from, to)
  const { message: errorText }: Error = await loadContractText(text).then(
    ({ contract }) => contractValue(contract) && expect.fail('It is accepted.'),
    (error) => error,
  )
  expect(errorText).toContain(message)
  expect(errorText).not.toContain('\n')
  const lines = text.split('\n').flatMap((content, index) => (content.includes(line) ? [index + 1] : []))
  expect(lines).toContain(Number(/openapi\.yaml:(\d+) /.exec(errorText)?.[1]))
})

it.each([
  ['maximum: 9223372036854775807', '      type: integer\n      minimum: 0\n      maximum: 9223372036854775807', 0],
  ['no bounds', '      type: [integer, "null"]', Number.MIN_SAFE_INTEGER],
])('an integer with %s gets a warning, and safe bounds in the resolved spec', async (_, keywords, minimum) => {
  const text = contract.replace(...addSchema(`Height:\n${keywords}\n      description: cm`))
  const { contract: model, warnings } = await loadContractText(text)
  const { document } = model
  const line = text.split('\n').indexOf('    Height:') + 2
  expect(warnings).toEqual([
    `openapi.yaml:${line} warning: this integer can exceed ±9007199254740991. The resolved spec has these bounds: state yours.`,
  ])
  expect(document.components.schemas.Height).toMatchObject({ maximum: Number.MAX_SAFE_INTEGER })
  expect(document.components.schemas.Height?.minimum).toBe(minimum)
})

const getWarnings = async (text: string) =>
  (await loadContractText(text)).warnings.map((line) => line.replace('openapi.yaml:', ''))

it('a part of a contract that has no effect gets a warning with its line', async () => {
  const text = `openapi: 3.1.1
info: { title: Boats, version: 1.0.0 }
paths:
  /boats/{boatId}/logs/{day}:
    parameters: [{ name: day, in: path, required: true, schema: { type: string, nullable: true }, allowEmptyValue: false }]
    delete:
      parameters: [{ name: accept, in: header, schema: { type: string } }]
      description:
      responses:
        '204': { description: Done., content: { application/json: {} } }
`
  expect(await getWarnings(text)).toEqual([
    "5 warning: OpenAPI 3.1 has no nullable: null is valid here, as in OpenAPI 3.0. Write type: [string, 'null'] instead.",
    '5 warning: allowEmptyValue belongs to a query, so nothing reads it here: remove it.',
    '7 warning: No parameter describes {boatId} of /boats/{boatId}/logs/{day}, so any string is valid: add one with in: path.',
    '7 warning: OpenAPI ignores a header parameter accept, so the resolved spec does not have it.',
    '8 warning: This description is null, and is read as absent: write a string, or remove description.',
    '10 warning: A 204 has no body, so the service sends none: remove content.',
  ])
})

it('a discriminator that cannot select an alternative gets a warning with its line', async () => {
  const text = `openapi: 3.1.1
info: { title: Boats, version: 1.0.0 }
paths: {}
components:
  schemas:
    Ferry: { type: object, properties: { kind: { enum: [car, foot] } } }
    Yacht: { type: object, properties: { kind: { type: string } } }
    Raft: { type: object }
    Boat:
      oneOf: [{ $ref: '#/components/schemas/Ferry' }, { $ref: '#/components/schemas/Yacht' }]
      discriminator: { propertyName: kind }
    Float:
      anyOf: [{ $ref: '#/components/schemas/Yacht' }, { $ref: '#/components/schemas/Raft' }]
      discriminator: { propertyName: kind }
`
  expect(await getWarnings(text)).toEqual([
    '11 warning: No value of kind names Ferry: write one that its schema allows into mapping.',
    '14 warning: Raft does not describe kind, so nothing names it: write the property there.',
  ])
})

it('a default that breaks its schema gets a warning with its line, and is not in the resolved spec', async () => {
  const text = `openapi: 3.1.1
info: { title: Boats, version: 1.0.0 }
paths:
  /boats:
    get:
      parameters:
        - { name: kind, in: query, schema: { $ref: '#/components/schemas/Kind', default: raft } }
        - { name: size, in: query, schema: { type: [integer, 'null'], minimum: 0, maximum: 9, default: null } }
      responses: { default: { description: Any. } }
components:
  schemas:
    Kind: { type: string, enum: [sail, motor] }
    Engine: { type: object, properties: { x-kind: { type: string, maxLength: 5, default: diesel } } }
`
  const { contract, warnings } = await loadContractText(text)
  expect(warnings).toEqual([
    'openapi.yaml:7 warning: This default breaks its schema, so nothing gets it: it must be equal to one of the allowed values: sail, motor. Correct or remove it.',
    'openapi.yaml:13 warning: This default breaks its schema, so nothing gets it: it must NOT have more than 5 characters. Correct or remove it.',
  ])
  expect(contract.operations[0]?.parameters.map(({ schema }) => schema)).toEqual([
    { $ref: '#/components/schemas/Kind' },
    expect.objectContaining({ default: null }),
  ])
})

it.each([
  [
    'stands for a copy of a million values',
    [...'abcdefghi'].map((name, index, all) => {
      const value = index === 0 ? '1' : `*${all[index - 1]}`
      return `x-${name}: &${name} [${Array(10).fill(value).join(', ')}]`
    }),
    8,
    'With this alias, the file has more than 1000000 values: write a $ref.',
  ],
  ['is inside the value that it stands for', ['x-a: 1', 'x-b: &b { kids: *b }'], 4, 'This alias is inside the value'],
])('an alias that %s is an error with its line', async (_, lines, line, sentence) => {
  const text = ['openapi: 3.1.1', 'info: { title: Boats, version: 1.0.0 }', ...lines, 'paths: {}'].join('\n')
  await expect(loadContractText(text)).rejects.toThrow(`/openapi.yaml:${line} ${sentence}`)
})

const ref = { $ref: '#/components/schemas/Kind' }

it.each<[what: string, in30: object, in31: object]>([
  ['null beside a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['null beside a reference', { allOf: [ref], nullable: true }, { anyOf: [ref, { type: 'null' }] }],
])('%s in OpenAPI 3.0 is read as in 3.1', (_, in30, in31) => {
  const document = { openapi: '3.0.4', info: {}, paths: {}, components: { schemas: { One: in30 } } }
  expect(toNode(upgrade(document).components).schemas).toEqual({ One: in31 })
})

it('a contract of 3.0 in JSON leads to the same resolved spec as in 3.1, and messages name its lines', async () => {
  const resolve = async (contract: object) =>
    toNode((await loadContractText(JSON.stringify(contract, null, 2))).contract.document)
  const boats = parse(await readFile('stack/test/generate/boats.yaml', 'utf8'))
  const { openapi: _, ...in31 } = await resolve(boats)
  const { openapi, ...in30 } = await resolve({ ...boats, openapi: '3.0.4' })
  expect(openapi).toMatch(/^3\.1\./)
  expect(in30).toEqual(in31)
  const dangling = { ...boats, openapi: '3.0.4', paths: { '/boats': { $ref: '#/components/pathItems/Boats' } } }
  const line =
    JSON.stringify(dangling, null, 2)
      .split('\n')
      .findIndex((text) => text.includes('pathItems')) + 1
  await expect(resolve(dangling)).rejects.toThrow(`openapi.yaml:${line} nothing found at #/components/pathItems/Boats`)
})

it('an int32 has the bounds of its type in the resolved spec', async () => {
  const { contract: read } = await loadContractText(
    contract.replace(...addSchema('Count: { type: integer, format: int32, maximum: 9 }')),
  )
  expect(read.document.components.schemas.Count).toMatchObject({ minimum: -2_147_483_648, maximum: 9 })
})

it('a merge key of YAML has the values of its alias', async () => {
  const text = contract.replace(
    ...addSchema('A: &a { type: object, minProperties: 1 }\n    B: { <<: *a, maxProperties: 2 }'),
  )
  const { components } = (await loadContractText(text)).contract.document
  expect(components.schemas.B).toEqual({ type: 'object', minProperties: 1, maxProperties: 2 })
})
