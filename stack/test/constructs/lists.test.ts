// Lists that are sorted, filtered and searched in each way that a contract can declare.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Collection } from '../../core/contract/contract.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { implementations } from '../rooms/implementations.ts'
import { createCaller } from '../support/caller.ts'
import { productWith } from '../support/product.ts'
import { readSeed } from '../support/read-settings.ts'
import { pathParameter, ref, returns, returnsList, returnsNothing, takes } from './operation.ts'
import { failedCaseNames, testServiceAndMock } from './suite.ts'

const orNull = (keyword: string, schema: string) => `{ ${keyword}: [${schema}, { type: 'null' }] }`
const weight = orNull('anyOf', '{ type: number, minimum: 0, maximum: 9 }')
const fields = `title: { type: string, minLength: 1, maxLength: 60 }
        author: ${orNull('oneOf', '{ type: string, maxLength: 60 }')}
        weight: ${weight}
        tags: { type: array, maxItems: 3, items: { type: string, maxLength: 9 }, default: [] }
        shelf: { type: object, required: [room], properties: { room: { type: string, maxLength: 9 }, row: { type: [integer, 'null'] } } }
        height: { type: number, minimum: -1000, maximum: 1000 }
        bought: { type: string, format: date }
        kind: { type: string, enum: [novel, atlas, comic] }
        colour: ${orNull('anyOf', '{ type: string, maxLength: 20 }')}`

const product = await productWith(`openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      x-paging: true
      x-count: true
      parameters:
        - { name: kinds, in: query, x-filter: kind, schema: { type: array, maxItems: 3, items: { type: string, enum: [novel, atlas, comic] } } }
        - { name: colours, in: query, explode: false, x-filter: colour, schema: { type: array, maxItems: 6, items: { type: string } } }
        - { name: author, in: query, schema: { type: [string, 'null'], maxLength: 60 } }
        - { name: heightMin, in: query, schema: { type: number } }
        - { name: heightMax, in: query, schema: { type: number } }
        - { name: weights, in: query, explode: false, x-filter: weight, schema: { type: array, maxItems: 3, items: ${weight} } }
        - { name: weightMax, in: query, schema: { type: number } }
        - { name: since, in: query, x-min: bought, schema: { type: string, format: date } }
        - { name: boughtUntil, in: query, schema: { type: string, format: date } }
        - { name: q, in: query, x-search: [title, author], schema: { type: string, minLength: 1, maxLength: 200 } }
        - { name: order, in: query, x-sort: true, schema: { type: string, enum: [height, -height, title, -title, author, colour, weight, -weight, bought, -bought], default: title } }
      ${returnsList('Book')}
    post: { operationId: createBook, ${takes(ref('BookDraft'))}, ${returns(ref('Book'), 201)} }
  /books/{bookId}:
    parameters: [${pathParameter('bookId', ref('Id'))}]
    patch: { operationId: updateBook, ${takes(ref('BookPatch'))}, ${returns(ref('Book'))} }
    delete: { operationId: deleteBook, ${returnsNothing} }
security: [{ token: [] }]
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Id: { type: string, format: uuid, minLength: 36, maxLength: 36 }
    Book:
      type: object
      required: [id, title, height, weight]
      properties:
        id: ${ref('Id')}
        ${fields}
    BookDraft:
      type: object
      required: [title, height, weight]
      additionalProperties: false
      properties:
        ${fields}
    BookPatch:
      type: object
      additionalProperties: false
      properties:
        ${fields}
`)
const contract = await readContract(join(product.folder, 'generated/openapi.yaml'))

// The handlers for tests use the store of the mock.
const { 'the handlers': _handlers, ...withStores } = implementations

it.each(Object.entries(withStores))('%s counts up to 1,000 items', async (_, start) => {
  await using target = await start(product, { RATE_LIMIT_PER_MINUTE: '9999999' })
  const { send } = createCaller(target)
  const create = () => send('POST', '/books', { body: { title: 'x', height: 1, weight: 1 } })
  const count = async () => {
    await create()
    return (await send('GET', '/books?count=true&limit=1')).headers.get('Total-Count')
  }
  expect(await count()).toBe('1')
  // With more concurrent requests, some would get 503 on a busy machine, as they wait for a connection to PostgreSQL.
  for (const size of [...Array(9).fill(100), 98]) await Promise.all(Array.from({ length: size }, create))
  expect([await count(), await count()]).toEqual(['1000', '1000+'])
})

describe(`the contract tester (SEED=${readSeed()})`, () => {
  const histories = ['histories with many items', 'random histories']
  const suite = { seed: readSeed(), perCategory: 2, skip: [] }

  it('finds no violation in the lists of the service, and no difference from the mock', async () => {
    const only = ['valid requests', ...histories]
    const { cases } = await testServiceAndMock(product, contract, { ...suite, statefulTests: 5, only })
    const names = cases.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(histories.map((history) => `${history}: /books`)))
  })

  // tester/list-defects.test.ts tests other defects of lists.
  const defects: [string, (list: Collection) => Partial<Collection>][] = [
    [
      'applies an upper bound as a lower bound',
      ({ parameters }) => ({ parameters: { ...parameters, heightMax: { min: 'height' } } }),
    ],
    [
      'sorts items without a value before the others',
      ({ fields }) => ({ fields: { ...fields, bought: { ...fields.bought, default: '' } } }),
    ],
  ]
  it.each(defects)('finds a service with a list that %s', async (_, change) => {
    const collections = product.contract.collections.map((list) => ({ ...list, ...change(list) }))
    const selected = { ...suite, seed: 1, statefulTests: 2, only: ['random histories'] }
    const failures = await failedCaseNames({ ...product.contract, collections }, product, contract, selected)
    expect(failures).not.toEqual([])
  })
})
