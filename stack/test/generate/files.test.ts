// A contract of several files is read as one, with the source locations of its parts. No reference leaves its folder.
import { existsSync } from 'node:fs'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listen } from '../../server/sockets/listen.ts'
import { newFolder } from '../support/folder.ts'
import { generateForTest, newProduct } from '../support/product.ts'

/** @param changed A string and its replacement, by file. @param links Targets of symbolic links, by file. */
async function generateFrom(changed: Record<string, [string, string]> = {}, links: Record<string, string> = {}) {
  const folder = await newProduct('')
  await cp(join(import.meta.dirname, 'files'), folder, { recursive: true })
  for (const [file, [text, replacement]] of Object.entries(changed)) {
    const path = join(folder, file)
    await writeFile(path, (await readFile(path, 'utf8')).replace(text, replacement))
  }
  for (const [file, target] of Object.entries(links)) await symlink(target, join(folder, file))
  const lines = await generateForTest(folder).then(
    () => [],
    ({ message }: Error) => message.split('\n'),
  )
  return { folder, lines }
}

it('bundles files, path items and recursive schemas', async () => {
  const { folder, lines } = await generateFrom()
  expect(lines).toEqual([])
  const document = JSON.parse(await readFile(join(folder, 'generated/openapi.json'), 'utf8'))
  expect(document.info.description).toBe('# Boats in several files\n')
  expect(document.paths['/ships'].get.parameters[0]).toEqual({ $ref: '#/components/parameters/Name' })
  expect(document.components.schemas.Boat.properties.tender).toEqual({ $ref: '#/components/schemas/Boat' })
})

it('names the file and the line of an error', async () => {
  const pattern: [string, string] = ['name: { type: string }', 'name: { type: string, pattern: "(" }']
  const inSchema = await generateFrom({ 'schemas/Boat.yaml': pattern })
  expect(inSchema.lines).toEqual([
    expect.stringMatching(/^schemas\/Boat.yaml:3 The pattern \( is not a regular expression/),
  ])
  const inParameter = await generateFrom({ 'common.yaml': ['string', 'strong'] })
  expect(inParameter.lines).toContainEqual(expect.stringMatching(/^common.yaml:2 /))
})

it('reports all references to nothing, except in an x- field, and to a URL', async () => {
  const { lines } = await generateFrom({
    'openapi.yaml': ['common.yaml#/parameters/Name', 'common.yaml#/parameters/Other'],
    'paths/boats.yaml': ['../schemas/Boat.yaml', 'https://boats.example/Boat.yaml'],
    'schemas/Boat.yaml': ['./Boat.yaml', './Dinghy.yaml'],
  })
  expect(lines).toEqual([
    'paths/boats.yaml:6 A contract refers to files only: save https://boats.example/Boat.yaml as a file, and refer to it.',
    'openapi.yaml:15 nothing found at common.yaml#/parameters/Other: correct the reference, or add what it names',
    'schemas/Boat.yaml:4 nothing found at schemas/Dinghy.yaml: correct the path, or add the file',
  ])
})

const secret = join(await newFolder(), 'secret.md')
await writeFile(secret, 'The secret.')
let requests = 0
const server = createServer((_, res) => res.end(`The secret ${++requests}.`))
const url = await listen(server, '127.0.0.1', 0)
afterAll(() => server.close())

const traversal = `${'../'.repeat(20)}${secret.slice(1)}`

it.each([
  ['a URL', `${url}/secret.md`],
  ['an absolute path', secret],
  ['a path above the folder', traversal],
  ['an encoded path', `%2e%2e/${traversal}`],
  ['a path after a fragment', `../intro.md#a/${traversal}`],
  ['a symbolic link', './link.md'],
])('rejects %s as a reference anywhere, and generates nothing', async (_, target) => {
  const text = JSON.stringify(target)
  const { folder, lines } = await generateFrom(
    {
      'openapi.yaml': ['x-topics: { $ref: ./nowhere.md }', `x-topics: { $ref: ${text} }`],
      'common.yaml': ['name: name', `description: { $ref: ${text} }, name: name`],
      'paths/boats.yaml': ['schema:', `examples: { a: { externalValue: ${text} } }, schema:`],
      'schemas/Boat.yaml': [
        'properties:',
        `discriminator: { propertyName: name, mapping: { a: ${text} } }\nproperties:`,
      ],
    },
    { 'link.md': secret, 'paths/link.md': secret, 'schemas/link.md': secret },
  )
  expect(lines.map((line) => line.replace(/: (?:save|copy) .*/, ''))).toEqual(
    expect.arrayContaining(
      ['openapi.yaml:6', 'common.yaml:2', 'paths/boats.yaml:6', 'schemas/Boat.yaml:2'].map((location) =>
        expect.stringMatching(`^${location} A contract refers to files (?:below its folder )?only$`),
      ),
    ),
  )
  expect(existsSync(join(folder, 'generated'))).toBe(false)
  expect(requests).toBe(0)
})
