// Schemas with any name get a type: none is `any`, and no name collides with one that the generator declares.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { generateForTest, newProduct } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'

/** The type that applications import, by schema name. */
const types = {
  user_name: 'UserName',
  userName: 'UserName2',
  string: 'String',
  readonly: 'Readonly',
  in: 'In',
  '2D-Point': 'Schema2DPoint',
  _: 'Schema',
  Record: 'Record2',
  Blob: 'Blob2',
  components: 'Components',
  operations: 'Operations',
  'Odd-Note': 'OddNote2',
  OddNote: 'OddNote',
  ResponseGone: 'ResponseGone',
}
const names = Object.keys(types)

it('types each schema, whatever its name is', async () => {
  const toReference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const get = (name: string, index: number) => ({
    operationId: `get${index}`,
    responses: {
      200: { description: 'One.', content: { 'application/json': { schema: toReference(name) } } },
      410: { $ref: '#/components/responses/Gone' },
    },
  })
  const schema = (index: number) => ({
    type: 'object',
    required: [`p${index}`],
    properties: { [`p${index}`]: { type: 'integer', minimum: 0, maximum: 9 }, more: { type: 'object' } },
  })
  const file = { 'multipart/form-data': { schema: { type: 'object', properties: { file: { format: 'binary' } } } } }
  const folder = await newProduct(
    stringify({
      openapi: '3.1.1',
      info: { title: 'Names', version: '1' },
      paths: {
        ...Object.fromEntries(names.map((name, index) => [`/p${index}`, { get: get(name, index) }])),
        '/files': { post: { requestBody: { content: file }, responses: { 204: { description: 'Stored.' } } } },
      },
      // A webhook can have the name of a section of components.
      webhooks: { schemas: { post: { responses: { 204: { description: 'Done.' } } } } },
      components: {
        schemas: Object.fromEntries(names.map((name, index) => [name, schema(index)])),
        responses: { Gone: { description: 'Gone.' } },
      },
    }),
  )
  await generateForTest(folder)
  const lines = Object.values(types).flatMap((type, index) => [
    `export const body${index}: Body<'get${index}'> = { p${index}: 1 }`,
    `export const value${index}: ${type} = body${index}`,
    '// @ts-expect-error',
    `export const wrong${index}: Body<'get${index}'> & ${type} = { p${index}: '' }`,
  ])
  const program = [
    `import type { operations, ${Object.values(types).join(', ')} } from './generated/api.d.ts'`,
    "type Body<Id extends keyof operations> = operations[Id]['responses'][200 & keyof operations[Id]['responses']] extends",
    "  { content: { 'application/json': infer Value } } ? Value : never",
    ...lines,
  ]
  await writeFile(join(folder, 'use.ts'), program.join('\n'))
  expect(findTypeErrors(folder, ['generated', 'use.ts'])).toBe('')
})
