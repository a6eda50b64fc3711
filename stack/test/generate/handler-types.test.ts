// The generated types of handlers, for various schemas, parameters and media types.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { generateForTest, newProduct } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'

const schemas = `
Kind: { type: string, enum: [sail, motor] }
Owner: { type: object, required: [name], properties: { name: { type: string } } }
Text: { oneOf: [{ type: string }, { type: 'null' }] }
Part: { type: object, properties: { text: { type: string, readOnly: true } }, required: [text] }
Item:
  type: object
  required: [id, size, part]
  properties:
    id: { type: string }
    size: { type: integer, default: 1 }
    tag: { type: [string, 'null'] }
    kind: { allOf: [{ $ref: '#/components/schemas/Kind' }], description: Its kind. }
    owner: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] }
    part: { type: object, properties: { names: { type: array, items: { $ref: '#/components/schemas/Text' } } } }
    any: { anyOf: [{ type: object, additionalProperties: true }, { type: array, items: { type: object } }] }
`
const item = { schema: { $ref: '#/components/schemas/Item' } }
const json = (schema: object) => ({ content: { 'application/json': schema } })
const list = {
  operationId: 'listItems',
  'x-paging': true,
  parameters: [
    ...['tag', 'kind'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    { name: 'size', in: 'query', 'x-min': 'size', schema: { type: 'integer' } },
  ],
  responses: { 200: { description: 'Items.', ...json({ schema: { type: 'array', items: item.schema } }) } },
}
const upload = {
  operationId: 'upload',
  description: 'Stores a file.',
  parameters: [{ name: 'at', in: 'query', description: 'Where.\nAlso why.', schema: { type: 'string' } }],
  responses: {
    201: { description: 'New.', headers: { 'X-Note': { $ref: '#/components/headers/Note' } } },
    202: { description: 'Later.', headers: { 'X-At': { required: true, schema: { type: 'integer' } } } },
    '4XX': { description: 'Bad.', ...json({ schema: { $ref: '#/components/schemas/Part' } }) },
  },
}
const use = `
import type { Item, operations, Owner, Part } from './generated/api.d.ts'
import type { Context, Result } from './generated/handlers.ts'
type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Headers201 = operations['upload']['responses'][201]['headers']
type Query = NonNullable<Parameters<ReturnType<Context['items']>['list']>[0]>
type NewItem = Parameters<ReturnType<Context['items']>['create']>[0]
export const all: true[] = [
  true satisfies Is<Extract<Result<'upload'>, { status: 202 }>['headers'], { 'X-At': number }>,
  true satisfies Is<Pick<Headers201, 'X-Note'>, { 'X-Note'?: string }>,
  true satisfies string extends keyof Headers201 ? false : true,
  true satisfies Is<Extract<Result<'upload'>, { body: Part }>['status'], number>,
  true satisfies Is<Query['filters'], {
    tag?: string | null | (string | null)[]; kind?: 'sail' | 'motor' | null | ('sail' | 'motor' | null)[]
  } | undefined>,
  true satisfies Is<Query['ranges'], { size?: { min?: number; max?: number } } | undefined>,
  true satisfies Is<Query['sort'], 'size' | '-size' | undefined>,
  true satisfies Is<NewItem, { id?: string; size?: number; tag?: string | null; kind?: 'sail' | 'motor'; owner?: Owner | null;
    part: { names?: (string | null)[] }; any?: Item['any'] }>,
]
`

it('the types of handlers are those of the contract', async () => {
  const contract = {
    openapi: '3.1.1',
    info: { title: 'Types', version: '1' },
    paths: { '/items': { get: list }, '/files': { post: upload } },
    components: { headers: { Note: { schema: { type: 'string' } } }, schemas: parse(schemas) },
  }
  const folder = await newProduct(JSON.stringify(contract))
  await generateForTest(folder)
  await writeFile(join(folder, 'use.ts'), use)
  expect(findTypeErrors(folder, ['generated', 'use.ts'])).toBe('')
  const types = await readFile(join(folder, 'generated/api.d.ts'), 'utf8')
  expect(types).toMatch(/\/\*\*\n +\* Where.\n +\* Also why.\n +\*\/\n +at\?:/)
  expect(types.match(/^ +\* Stores a file.$/gm)).toHaveLength(2)
})
