// The handler files of a new repository, for names that are not identifiers.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { handlerFiles } from '../../adopt/handler-files.ts'
import { loadContract } from '../../contract/load-contract.ts'
import { append, applyEdits } from '../support/contract-edit.ts'
import { loadContractText } from '../support/load-contract-text.ts'
import { generateForTest, newProduct } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'

function contractFor(...ids: string[]): string {
  const post = (operationId: string) => ({ operationId, responses: { 202: { description: 'Later.' } } })
  const paths = Object.fromEntries(ids.map((id, index) => [`/actions/${index}`, { post: post(id) }]))
  return stringify({ openapi: '3.1.0', info: { title: 'Odd', version: '1' }, paths })
}

async function handlerFilesFor(...ids: string[]): Promise<Map<string, string>> {
  const { contract } = await loadContractText(contractFor(...ids))
  return handlerFiles(contract)
}

it.each([
  ['startEngine', 'start-engine', 'startEngine'],
  ['2boats', 'operation2boats', 'operation2boats'],
  ['delete', 'delete2', 'delete2'],
  ['船', 'operation', 'operation'],
])('the handler file of %s is valid TypeScript', async (id, file, name) => {
  const files = await handlerFilesFor(id)
  expect(files.get(`server/handlers/${file}.ts`)).toContain(`export const ${name}: Handler<`)
  expect(files.get('server/handlers.ts')).toContain(`from './handlers/${file}.ts'`)
  for (const text of files.values())
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([])
})

it('handler files have different names if the ids differ only in punctuation or in case', async () => {
  const files = await handlerFilesFor('list-boats', 'listBoats', 'list_boats', 'LISTBOATS', 'listboats')
  expect(files.size).toBe(6)
})

it('handler files declare no name twice, and load, if the ids are names that these files use', async () => {
  const folder = await newProduct(
    contractFor('handlers', 'notWritten', 'Handler', 'Handlers', 'undefined', 'a'.repeat(300)),
  )
  await generateForTest(folder)
  await mkdir(join(folder, 'server/handlers'), { recursive: true })
  for (const [file, text] of handlerFiles(await loadContract(join(folder, 'openapi.yaml'))))
    await writeFile(join(folder, file), text)
  expect(findTypeErrors(folder, ['generated', 'server'])).toBe('')
  await import(join(folder, 'server/handlers.ts'))
})

it('handler files write a name with a line break on one line of a comment', async () => {
  const parameter = { name: 'a\nattack()\u2028attack()', in: 'query', schema: { type: 'string' } }
  const boats = await readFile('stack/test/generate/boats.yaml', 'utf8')
  const { contract } = await loadContractText(applyEdits(boats, [append('paths /boats get parameters', parameter)]))
  const text = handlerFiles(contract).get('server/handlers/list-boats.ts') ?? ''
  expect(text).toContain('a attack() attack()')
  expect(text.split(/[\n\u2028]/).filter((line) => line.startsWith('attack'))).toEqual([])
})

it('standard methods need no handler files', async () => {
  const files = handlerFiles(await loadContract('openapi.yaml'))
  expect([...files.keys()]).toEqual(['server/handlers.ts'])
})
