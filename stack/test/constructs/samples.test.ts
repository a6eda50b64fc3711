// Mocks without state return an example of each response. Where the contract documents none, they return a valid one.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setupServer } from 'msw/node'
import { afterAll, expect, it } from 'vitest'
import { mockHandlers } from '../../mock/msw/index.ts'
import { cleanUp } from '../support/folder.ts'
import { generate, loadProduct, newProduct, type Product } from '../support/product.ts'
import { startMock } from '../support/service.ts'

const contract = `openapi: 3.1.1
info: { title: Samples, version: 1.0.0 }
paths:
  /boats/{boatId}:
    get:
      operationId: readBoat
      parameters: [{ name: boatId, in: path, required: true, schema: { type: integer } }]
      responses:
        '200':
          description: The boat.
          headers: { X-Seen: { required: true, schema: { type: string, format: date } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } }
  /harbour:
    get:
      operationId: readHarbour
      responses:
        '200': { description: The harbour., content: { application/json: { schema: { type: object }, example: { name: Hafen } } } }
  /log:
    get:
      operationId: readLog
      responses: { '200': { description: The log., content: { application/zip: { schema: { type: string, format: binary } } } } }
components:
  schemas:
    Boat:
      type: object
      required: [id, sail, mail, flag]
      properties:
        id: { type: string, format: uuid }
        sail: { type: string, pattern: '^[A-Z]{3}-[0-9]{2}$' }
        mail: { type: string, format: email }
        length: { type: number, minimum: 3, multipleOf: 0.5 }
        tender: { $ref: '#/components/schemas/Boat' }
        links: { type: array, items: { type: string }, example: https://www.example/ }
        tags: { type: array, items: { type: object }, examples: [[null], [{ name: red }]] }
`
afterAll(cleanUp)
const folder = await newProduct(contract)
await generate(folder)
await writeFile(join(folder, 'handlers.ts'), 'export const handlers = {}')
const product = await loadProduct(folder)

it.each(Object.entries({ 'the mock': mock, 'the handlers': handlers }))('%s', async (_, start) => {
  await using target = await start(product)
  const boat = await fetch(`${target.url}/boats/7`)
  const { id, sail, links, tags } = await boat.json()
  expect([boat.status, id, sail, links, tags]).toEqual([
    200,
    expect.stringMatching(/^[\da-f-]{36}$/),
    expect.stringMatching(/^[A-Z]/),
    // Their first examples are not valid.
    ['text'],
    [{ name: 'red' }],
  ])
  expect(boat.headers.get('X-Seen')).toMatch(/^\d{4}-\d\d-\d\d$/)
  const harbour = await fetch(`${target.url}/harbour`)
  expect([harbour.status, await harbour.json()]).toEqual([200, { name: 'Hafen' }])
  const log = await fetch(`${target.url}/log`)
  expect([log.status, await log.text()]).toEqual([200, 'text'])
})

function mock(api: Product) {
  return startMock({}, { api })
}

async function handlers(api: Product) {
  const url = 'http://samples.test'
  const mocked = { ...api, validators: api.server.validators }
  const server = setupServer(...mockHandlers(mocked, { baseUrl: url }).handlers)
  server.listen({ onUnhandledFrame: 'bypass' })
  return { url, [Symbol.asyncDispose]: async () => server.close() }
}
