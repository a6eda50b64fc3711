// What an editor shows for the installed package: the language service of TypeScript, as editors use it.
import { writeFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { installTimeoutMs } from '../../support/installed-packages.ts'
import { installClient } from '../../support/once-built.ts'
import { linkPackages } from './installed-package.ts'

const text = `import { createPlantClient, type Plant, ProblemError } from '@plant-collection/client'
import { usePlants } from '@plant-collection/client/react'
import { plantHandlers } from '@plant-collection/client/msw'
import { parseCsv } from '@plant-collection/client/csv'
const client = createPlantClient({ baseUrl: 'https://plants.example', token: 't' })
const listed = await client.listPlants({ query: { limit: 1, cursor: 'a' } })
const created = await client.createPlant({ body: { name: 'Fern' }, header: { 'If-Match': '*' } })
export const plant: Plant | undefined = created.ok ? created.body : undefined
export const name = plant?.name
export const tag = listed.ok ? listed.body[0]?.tag : ''
export const { data: plants } = usePlants()
export const body = listed.ok && listed.body
export { ProblemError, parseCsv, plantHandlers, usePlants }
`
let service: ts.LanguageService
let program: string

beforeAll(async () => {
  const project = await newFolder('editor-')
  await installClient(project)
  await linkPackages(project, 'openapi-fetch', 'react', '@types/react', '@tanstack/react-query', 'msw')
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  program = join(project, 'program.ts')
  await writeFile(program, text)
  service = ts.createLanguageService({
    getScriptFileNames: () => [program],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? ''),
    getCurrentDirectory: () => project,
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      strict: true,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  })
}, installTimeoutMs)
afterAll(cleanUp)

/** @param place Text of the program that ends with the name. */
const at = (place: string) => text.indexOf(place) + place.length - 1

function hover(place: string) {
  const { documentation = [], tags = [] } = service.getQuickInfoAtPosition(program, at(place)) ?? {}
  const tagTexts = tags.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`.trim())
  return [ts.displayPartsToString(documentation), ...tagTexts].join('\n')
}

describe('an editor', { timeout: 60_000 }, () => {
  it('reports no mistake in the program', () => {
    expect(service.getSemanticDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
  })

  it.each([
    ['client.listPlants', ['List plants\n\nReturns the caller', 'as `after`.']],
    ['{ limit', ['The maximum number of items', '@default 20', '@minimum 1', '@maximum 100']],
    [', cursor', ['Use `after` instead', 'at least until 2027', '@deprecated']],
    ['body: { name', ['1 to 200 code points', '@minLength 1', '@maxLength 200']],
    ["'If-Match", ['Entity tags, or `*` for any.']],
    ['type Plant', ['A plant in the collection.']],
    ['{ createPlantClient', ['Returns a client with one method for each operation', 'Sends nothing yet.']],
    ['ProblemError', ['The service returned a documented problem.']],
    ['{ parseCsv', ['Parses a CSV file.', '@throws {TypeError}']],
  ])('shows the contract for %s', (place, parts) => {
    for (const part of parts) expect(hover(place)).toContain(part)
  })

  it.each([
    ['{ usePlants', ': UseInfiniteQueryResult<Plant[], PlantClientError>'],
    ['data: plants', 'const plants: Plant[] | undefined'],
    ['const body', 'const body: false | Plant[]'],
  ])('shows the name of a type, not its properties, for %s', (place, expected) => {
    const { displayParts } = service.getQuickInfoAtPosition(program, at(place)) ?? {}
    expect(ts.displayPartsToString(displayParts)).toContain(expected)
  })

  it.each([
    ['{ createPlantClient', 'src/client/client.ts', 'createPlantClient'],
    ['client.listPlants', 'generated/api.d.ts', 'listPlants'],
    ['plant?.name', 'generated/api.d.ts', 'name'],
    ['usePlants', 'src/client/react/hooks.ts', 'usePlants'],
    ['plantHandlers', 'src/client/msw/handlers.ts', 'plantHandlers'],
    ['parseCsv', 'src/client/csv/parse-csv.ts', 'parseCsv'],
  ])('leads from %s to its definition in %s', (place, file, name) => {
    const [definition] = service.getDefinitionAtPosition(program, at(place)) ?? []
    expect(definition?.name).toBe(name)
    const { fileName = '', textSpan } = definition ?? {}
    const { file: source, position } = originalOf(fileName, textSpan?.start ?? 0)
    expect(source).toContain(`@plant-collection/client/${file}`)
    expect(ts.sys.readFile(source)?.slice(position)).toMatch(new RegExp(`^['"]?${name}`))
  })
})

/** Follows the declaration map, as the server behind editors does. */
function originalOf(file: string, start: number): { file: string; position: number } {
  const map = `${file}.map`
  if (!ts.sys.fileExists(map)) return { file, position: start }
  const { line, character } = service.toLineColumnOffset?.(file, start) ?? { line: 0, character: 0 }
  const payload = JSON.parse(ts.sys.readFile(map) ?? '')
  const source = join(map, '..', payload.sources[0])
  const entry = new SourceMap(payload).findEntry(line, character)
  if (!('originalLine' in entry)) throw new Error(`${map} does not map ${line}:${character}`)
  const sourceText = ts.sys.readFile(source) ?? ''
  const original = ts.createSourceFile(source, sourceText, ts.ScriptTarget.ES2022)
  return { file: source, position: original.getPositionOfLineAndCharacter(entry.originalLine, entry.originalColumn) }
}
