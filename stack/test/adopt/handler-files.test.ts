// The files of handlers in a new repository, for names that are not identifiers.
import ts from 'typescript'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { handlerFiles } from '../../adopt/handler-files.ts'
import { readContract } from '../../generate/read-contract.ts'
import { readText } from '../support/read-text.ts'

async function filesFor(...ids: string[]): Promise<Map<string, string>> {
  const post = (operationId: string) => ({ operationId, responses: { 202: { description: 'Later.' } } })
  const paths = Object.fromEntries(ids.map((id, index) => [`/actions/${index}`, { post: post(id) }]))
  const { contract } = await readText(stringify({ openapi: '3.1.0', info: { title: 'Odd', version: '1' }, paths }))
  return handlerFiles(contract)
}

it.each([
  ['startEngine', 'start-engine', 'startEngine'],
  ['list-boats', 'list-boats', 'listBoats'],
  ['boats/list', 'boats-list', 'boatsList'],
  ['2boats', 'operation2boats', 'operation2boats'],
  ['delete', 'delete2', 'delete2'],
  ['Boote_ändern', 'boote-ndern', 'BooteNdern'],
  ['船', 'operation', 'operation'],
])('of %s', async (id, file, name) => {
  const files = await filesFor(id)
  expect(files.get(`server/handlers/${file}.ts`)).toContain(`export const ${name}: Handler<`)
  expect(files.get('server/handlers.ts')).toContain(`from './handlers/${file}.ts'`)
  for (const text of files.values())
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([])
})

it('have different names if the ids differ by a sign only, or by the case of letters', async () => {
  const files = await filesFor('list-boats', 'listBoats', 'list_boats', 'LISTBOATS')
  expect(files.size).toBe(5)
})

it('are not needed for standard methods', async () => {
  const files = handlerFiles(await readContract('openapi.yaml'))
  expect([...files.keys()]).toEqual(['server/handlers.ts'])
})
