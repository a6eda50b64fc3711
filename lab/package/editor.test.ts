// What an editor shows for the installed package: the language service of TypeScript, as editors use it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../stack/test/support/folder.ts'
import { installClient } from '../../test/support/once-built.ts'
import { linkPackages } from './installed-package.ts'

const text = `import { createPlantClient, orThrow, type Plant, ProblemError } from '@plant-collection/client'
import { usePlants, useItems } from '@plant-collection/client/react'
import { plantHandlers } from '@plant-collection/client/msw'
import { parseCsv } from '@plant-collection/client/csv'
const client = createPlantClient({ baseUrl: 'https://plants.example', token: 't' })
const listed = await client.listPlants({ query: { limit: 1 } })
const created = await client.createPlant({ body: { name: 'Fern' }, header: { 'If-Match': '*' } })
export const plant: Plant | undefined = created.ok ? created.body : undefined
export const name = plant?.name
export const tag = listed.ok ? listed.body[0]?.tag : ''
export const { data: plants } = usePlants()
export const items = useItems('/plants', {})
export const read = await orThrow(client).getPlant({ path: { id: '' } })
export const body = listed.ok && listed.body
export { ProblemError, parseCsv, plantHandlers, usePlants }
`
let service: ts.LanguageService
let program: string

beforeAll(async () => {
  const project = await newFolder('editor-')
  await installClient(project)
  await linkPackages(
    project,
    'openapi-fetch',
    'react',
    '@types/react',
    '@tanstack/query-core',
    '@tanstack/react-query',
    'msw',
  )
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  program = join(project, 'program.ts')
  await writeFile(program, text)
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    strict: true,
    types: [],
  }
  service = ts.createLanguageService({
    ...ts.createCompilerHost(options),
    writeFile: ts.sys.writeFile,
    getScriptFileNames: () => [program],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? ''),
    getCompilationSettings: () => options,
  })
})
afterAll(cleanUp)

/** @param place Text of the program that ends with the name. */
const at = (place: string) => text.indexOf(place) + place.length - 1

function hover(place: string) {
  const { documentation = [], tags = [] } = service.getQuickInfoAtPosition(program, at(place)) ?? {}
  const tagTexts = tags.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`.trim())
  return [ts.displayPartsToString(documentation), ...tagTexts].join('\n')
}

describe('an editor', () => {
  it('reports no mistake in the program', () => {
    expect(service.getSemanticDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
  })

  it.each([
    ['client.listPlants', ['List plants\n\nReturns the caller', 'as `after`.']],
    ['{ limit', ['The maximum number of items', '@default 20', '@minimum 1', '@maximum 100']],
    ['body: { name', ['1 to 200 code points', '@minLength 1', '@maxLength 200']],
    ["'If-Match", ['Entity tags, or `*` for any.']],
    ['type Plant', ['A plant in the collection.']],
    ['{ createPlantClient', ['Returns a client with one method for each operation', 'Sends nothing yet.']],
    ['ProblemError', ['The service returned a documented problem.']],
    ['items = useItems', ['A list.']],
    ['{ parseCsv', ['Parses a CSV file.', '@throws {TypeError}']],
  ])('shows the contract for %s', (place, parts) => {
    for (const part of parts) expect(hover(place)).toContain(part)
  })

  it.each([
    ['{ usePlants', ': UseInfiniteQueryResult<Plant[], ClientError>'],
    ['data: plants', 'const plants: Plant[] | undefined'],
    ['const body', 'const body: false | Plant[]'],
    ['client.createPlant', '(input: Input<Types, "createPlant">) => Promise<Result<Types, "createPlant">>'],
    ['const created', ': Result<Types, "createPlant">'],
    ['const read', ': Success<Types, "getPlant", 200>'],
    ['const items', ': UseInfiniteQueryResult<Plant[], ClientError>'],
  ])('shows the name of a type, not its properties, for %s', (place, expected) => {
    const { displayParts } = service.getQuickInfoAtPosition(program, at(place)) ?? {}
    expect(ts.displayPartsToString(displayParts)).toContain(expected)
  })
})
