// A contract that gets a property with a default after items were stored without it.
import { expect, it } from 'vitest'
import { createCaller } from '../support/caller.ts'
import { newFolder } from '../support/folder.ts'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'
import { json, ref } from './operation.ts'

const shelf = ref('Shelf')
const contractWith = (property: string) => `openapi: 3.1.1
info: { title: Shelves, version: 1.0.0 }
paths:
  /shelves:
    get:
      operationId: listShelves
      x-paging: true
      responses: { '200': { description: Shelves., ${json(`{ type: array, items: ${shelf} }`)} } }
    post:
      operationId: createShelf
      requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string, maxLength: 9 } } }')} }
      responses: { '201': { description: A shelf., ${json(shelf)} } }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: getShelf
      responses: { '200': { description: A shelf., ${json(shelf)} } }
components:
  schemas:
    Shelf:
      type: object
      required: [id]
      properties: { id: { type: string, format: uuid }, name: { type: string, maxLength: 9 }${property} }
`

it('the list and the item have the default', async () => {
  const folder = await newFolder()
  const earlier = await startService({ folder, api: await productWith(contractWith('')) })
  const { body } = await createCaller(earlier).send('POST', '/shelves', { body: { name: 'A' } })
  await earlier[Symbol.asyncDispose]()
  const later = await productWith(contractWith(', colour: { type: string, maxLength: 9, default: grey }'))
  await using service = await startService({ folder, api: later })
  const caller = createCaller(service)
  const expected = { ...Object(body), colour: 'grey' }
  expect((await caller.send('GET', `/shelves/${Object(body).id}`)).body).toEqual(expected)
  expect((await caller.send('GET', '/shelves')).body).toEqual([expected])
})
