// A contract of several files is read as one, with the places of its parts.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { generateForTest, newProduct } from '../support/product.ts'

const files = {
  'openapi.yaml': `openapi: 3.1.1
info:
  title: Files
  version: 1.0.0
  description: { $ref: ./intro.md }
x-topics: { $ref: ./nowhere.md }
paths:
  /boats: { $ref: paths/boats.yaml }
  /ships: { $ref: '#/components/pathItems/Ships' }
components:
  pathItems:
    Ships:
      get:
        operationId: listShips
        parameters: [{ $ref: 'common.yaml#/parameters/Name' }]
        responses:
          '200': { description: Ships., content: { application/json: { schema: { $ref: schemas/Boat.yaml } } } }
`,
  'intro.md': '# Boats in several files\n',
  'common.yaml': `parameters:
  Name: { name: name, in: query, schema: { type: string } }
`,
  'paths/boats.yaml': `get:
  operationId: listBoats
  responses:
    '200':
      description: Boats.
      content: { application/json: { schema: { type: array, items: { $ref: ../schemas/Boat.yaml } } } }
`,
  'schemas/Boat.yaml': `type: object
properties:
  name: { type: string }
  tender: { $ref: ./Boat.yaml }
`,
}

/** @param changed By file: a text and what replaces it. */
async function generated(changed: Record<string, [string, string]> = {}) {
  const folder = await newProduct('')
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  for (const [file, [text, replacement]] of Object.entries(changed)) {
    const path = join(folder, file)
    await writeFile(path, (await readFile(path, 'utf8')).replace(text, replacement))
  }
  const lines = await generateForTest(folder).then(
    () => [],
    ({ message }: Error) => message.split('\n'),
  )
  return { folder, lines }
}

it('joins files, path items and schemas that contain themselves', async () => {
  const { folder, lines } = await generated()
  expect(lines).toEqual([])
  const document = JSON.parse(await readFile(join(folder, 'generated/openapi.json'), 'utf8'))
  expect(document.info.description).toBe('# Boats in several files\n')
  expect(document.paths['/ships'].get.parameters[0]).toEqual({ $ref: '#/components/parameters/Name' })
  expect(document.components.schemas.Boat.properties.tender).toEqual({ $ref: '#/components/schemas/Boat' })
})

it('names the file and the line of what is refused', async () => {
  const pattern: [string, string] = ['name: { type: string }', 'name: { type: string, pattern: "(" }']
  const { lines } = await generated({ 'schemas/Boat.yaml': pattern, 'common.yaml': ['string', 'strong'] })
  expect(lines).toContainEqual(
    expect.stringMatching(/^schemas\/Boat.yaml:3 The pattern \( is not a regular expression/),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^common.yaml:2 /))
})

it('refuses a reference to nothing, and to an address, all at once', async () => {
  const { lines } = await generated({
    'openapi.yaml': ['common.yaml#/parameters/Name', 'common.yaml#/parameters/Other'],
    'paths/boats.yaml': ['../schemas/Boat.yaml', 'https://boats.example/Boat.yaml'],
    'schemas/Boat.yaml': ['./Boat.yaml', './Dinghy.yaml'],
  })
  expect(lines).toEqual([
    'openapi.yaml:15 nothing found at common.yaml#/parameters/Other: correct the reference, or add what it names',
    'paths/boats.yaml:6 A contract refers to files only: save https://boats.example/Boat.yaml as a file, and refer to it.',
    'schemas/Boat.yaml:4 nothing found at schemas/Dinghy.yaml: correct the path, or add the file',
  ])
})
