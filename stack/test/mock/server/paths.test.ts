import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { generate, loadProduct, newProduct } from '../../support/product.ts'
import { startMock } from '../../support/service.ts'

const paths: Record<string, string> = {
  '/reports/{id}.json': '/reports/7.json',
  '/reports/{id}': '/reports/7',
  '/reports/{id}:print': '/reports/7:print',
  '/periods/{year}-{month}': '/periods/2026-11',
}
const operations = Object.keys(paths).map((path) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const content = { 'application/json': { schema: { type: 'object' }, example: { path } } }
  return [path, { get: { parameters, responses: { 200: { description: 'The path.', content } } } }]
})
const contract = {
  openapi: '3.1.1',
  info: { title: 'Reports', version: '1.0.0' },
  paths: Object.fromEntries(operations),
}

afterAll(cleanUp)

it('a mock without state returns the example of the path that the service would choose', async () => {
  const folder = await newProduct(JSON.stringify(contract))
  await generate(folder)
  await writeFile(join(folder, 'handlers.ts'), 'export const handlers = {}')
  await using mock = await startMock({}, { api: await loadProduct(folder) })
  const bodies = await Promise.all(Object.values(paths).map(async (path) => (await fetch(mock.url + path)).json()))
  expect(bodies).toEqual(Object.keys(paths).map((path) => ({ path })))
})
