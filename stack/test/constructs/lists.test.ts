// Lists that are sorted, filtered and searched in each way that a contract can declare.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Collection } from '../../core/contract/contract.ts'
import { readContract } from '../../tester/contract/tested-contract.ts'
import { implementations } from '../rooms/implementations.ts'
import { createCaller } from '../support/caller.ts'
import { productOf } from '../support/product.ts'
import { readSeed } from '../support/read-settings.ts'
import { failedCaseNames, testServiceAndMock } from './suite.ts'

const product = await productOf('stack/test/constructs/books.yaml')
const contract = await readContract(join(product.folder, 'generated/openapi.yaml'))

// The handlers for tests use the store of the mock.
const { 'the handlers': _handlers, ...withStores } = implementations

it.each(Object.entries(withStores))('%s counts up to 1,000 items', async (_, start) => {
  await using target = await start(product, { RATE_LIMIT_PER_MINUTE: '9999999' })
  const { send } = createCaller(target)
  const create = () => send('POST', '/books', { body: { title: 'x', height: 1, weight: 1 } })
  const createAndCount = async () => {
    await create()
    return (await send('GET', '/books?count=true&limit=1')).headers.get('Total-Count')
  }
  expect(await createAndCount()).toBe('1')
  // With more concurrent requests, some would get 503 on a busy machine, as they wait for a connection to PostgreSQL.
  for (const size of [...Array(9).fill(100), 98]) await Promise.all(Array.from({ length: size }, create))
  expect([await createAndCount(), await createAndCount()]).toEqual(['1000', '1000+'])
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
    ['sorts only items with a value', ({ orders }) => ({ orders: { ...orders, bought: { type: 'string' } } })],
  ]
  it.each(defects)('finds a service with a list that %s', async (_, change) => {
    const collections = product.contract.collections.map((list) => ({ ...list, ...change(list) }))
    const selected = { ...suite, seed: 1, statefulTests: 2, only: ['random histories'] }
    const failures = await failedCaseNames({ ...product.contract, collections }, product, contract, selected)
    expect(failures).not.toEqual([])
  })
})
