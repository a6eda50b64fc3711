// A contract of OpenAPI 3.0 is read as the same contract in 3.1.
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { toNode } from '../../generate/complete/node.ts'
import { upgraded } from '../../generate/upgrade.ts'
import { readText } from '../support/read-text.ts'

const ref = { $ref: '#/components/schemas/Kind' }

it.each<[what: string, in30: object, in31: object]>([
  ['null beside a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['null beside alternatives', { oneOf: [ref], nullable: true }, { oneOf: [ref, { type: 'null' }] }],
  ['no null', { anyOf: [ref], nullable: false }, { anyOf: [ref] }],
  ['null beside a reference', { allOf: [ref], nullable: true }, { anyOf: [ref, { type: 'null' }] }],
  ['base64', { type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64', format: 'byte' }],
  ['bytes', { type: 'string', format: 'binary' }, { type: 'string', contentMediaType: 'application/octet-stream' }],
  [
    'data that looks like a schema',
    { type: 'object', properties: { nullable: { type: 'string' } }, default: { nullable: true } },
    { type: 'object', properties: { nullable: { type: 'string' } }, default: { nullable: true } },
  ],
])('%s', (_, in30, in31) => {
  const document = { openapi: '3.0.4', info: {}, paths: {}, components: { schemas: { One: in30 } } }
  expect(toNode(upgraded(document).components).schemas).toEqual({ One: in31 })
})

it('in JSON, a contract of 3.0 is completed as in 3.1, and messages have its lines', async () => {
  const read = async (contract: object) => toNode((await readText(JSON.stringify(contract, null, 2))).contract.document)
  const boats = parse(await readFile('stack/test/generate/boats.yaml', 'utf8'))
  const { openapi: _, ...in31 } = await read(boats)
  const { openapi, ...in30 } = await read({ ...boats, openapi: '3.0.4' })
  expect(openapi).toMatch(/^3\.1\./)
  expect(in30).toEqual(in31)
  const lost = { ...boats, openapi: '3.0.4', paths: { '/boats': { $ref: '#/components/pathItems/Boats' } } }
  await expect(read(lost)).rejects.toThrow(/openapi\.yaml:\d+ nothing found at #\/components\/pathItems\/Boats/)
})

it('an int32 has the bounds of its type in the complete contract', async () => {
  const boats = parse(await readFile('stack/test/generate/boats.yaml', 'utf8'))
  const schemas = { Count: { type: 'integer', format: 'int32' }, Few: { type: 'integer', format: 'int32', maximum: 9 } }
  Object.assign(boats.components.schemas, schemas)
  const { components } = (await readText(JSON.stringify(boats))).contract.document
  expect(components.schemas.Count).toMatchObject({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
  expect(components.schemas.Few).toMatchObject({ minimum: -2_147_483_648, maximum: 9 })
})
