// The contract and the handlers of docs/handlers.md: an action and a report.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { implementations } from '../rooms/implementations.ts'
import { root } from '../support/folder.ts'
import { productWith } from '../support/product.ts'
import { findTypeErrors } from '../support/type-errors.ts'
import { expectExchanges, get, post } from './exchange.ts'

const docs = await readFile(join(root, 'docs/handlers.md'), 'utf8')
const [, contract = ''] = /^```yaml\n(.*?)^```$/ms.exec(docs) ?? []
const [, documentedSource = ''] = /^```ts\n(import .*?)^```$/ms.exec(docs) ?? []
// In tests, the handlers of a product are beside its contract.
const source = documentedSource.replace("'../generated/", "'./generated/")

const getReport = (body: object) => get('/report', { status: 200, body })

const product = await productWith(`openapi: 3.1.1\ninfo: { title: Rooms, version: 1.0.0 }\n${contract}`, source)

it.each(Object.entries(implementations))('the samples of docs/handlers.md work in %s', async (_, start) => {
  await using target = await start(product)
  await expectExchanges(
    target,
    [
      getReport({ rooms: 0, open: 0, bookings: 0 }),
      ...['Lab', 'Hall'].map((name) => post('/rooms', { name }, 201)),
      ...['2026-01-01', '2026-01-02'].map((day) => post('/rooms/{id}/bookings', { day }, 201)),
      getReport({ rooms: 2, open: 2, bookings: 2 }),
      post('/rooms/{id}:close', undefined, { status: 200, body: { name: 'Lab', isOpen: false } }),
      getReport({ rooms: 2, open: 1, bookings: 0 }),
      post('/rooms/{id}:close', undefined, { status: 409, body: { title: 'The room is closed' } }),
      post('/rooms/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41:close', undefined, 404),
    ],
    '',
  )
  expect(target.internalErrors).toEqual([])
})

it('the samples of docs/handlers.md compile', () => {
  expect(findTypeErrors(product.folder, ['generated', 'handlers.ts'])).toBe('')
})
