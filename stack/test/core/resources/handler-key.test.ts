// The Idempotency-Key of an operation with a handler: only a creation keeps it.
import { beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../../generated/index.ts'
import { compiled } from '../../../../test/support/compiled-validator.ts'
import { plantOf, plantsOf, storedPlants } from '../../../../test/support/stored-plants.ts'
import type { AnyItems } from '../../../core/resources/handler-items.ts'
import type { ItemStore } from '../../../core/resources/item-store.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { respondWith } from '../../../core/resources/respond.ts'

const place = plantsOf('ann')
const fern = plantOf('fern')
const moss = plantOf('moss')

let store: ItemStore
beforeEach(async () => {
  store = createMemoryStore(contract)
  await store.create(place, fern)
})

/** Calls an operation that takes a key, and whose handler does this. */
function call(handler: (items: ReturnType<AnyItems>) => Promise<unknown>, headers = {}) {
  const createPlant = async (_: unknown, { items }: { items: AnyItems }) => {
    await handler(items('/plants'))
    return { status: 201, body: moss.plant, headers: { Location: `plants/${moss.id}` } }
  }
  const respond = respondWith(
    // Conditions have tests of their own (handler-items.test.ts).
    { ...contract, conditionSubjects: {} },
    {
      store,
      handlers: { createPlant },
      validator: compiled,
      digest: String,
      now: () => new Date(),
      newId: () => moss.id,
    },
  )
  const request = { id: '', method: 'POST', target: '/plants', headerValues: () => [], body: undefined }
  const caller = { owner: 'ann', scopes: new Set<string>() }
  const operation = contract.operationOf('createPlant')
  return respond({ operation, caller, request, path: {}, query: {}, headers, body: { name: 'Moss' } })
}

const rename = (items: ReturnType<AnyItems>) => items.update(fern.id, (plant) => ({ ...plant, name: 'Oak' }))

describe.each([{}, { 'Idempotency-Key': 'k' }])('with the headers %j, a handler', (headers) => {
  it.each<[what: string, handler: (items: ReturnType<AnyItems>) => Promise<unknown>]>([
    ['changes an item', rename],
    ['deletes an item', (items) => items.delete(fern.id)],
    ['changes an item before it creates one', (items) => rename(items).then(() => items.create({ ...moss.plant }))],
    ['writes nothing', async () => {}],
  ])('gets 500 and changes nothing if it %s', async (_, handler) => {
    await expect(call(handler, headers)).rejects.toThrow(
      'createPlant has x-idempotency-key, so the first write of its handler must create an item.',
    )
    expect(await storedPlants(store, 'ann')).toEqual([fern.plant])
  })

  it('may change another item after it has created one', async () => {
    const create = () => call((items) => items.create({ ...moss.plant }).then(() => rename(items)), headers)
    expect(await create()).toMatchObject({ status: 201 })
    expect((await storedPlants(store, 'ann')).map(({ name }) => name)).toEqual(['Oak', 'plant moss'])
  })
})
