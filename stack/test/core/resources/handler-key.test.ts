// The Idempotency-Key of an operation with a handler: only a creation keeps it.
import { beforeEach, describe, expect, it } from 'vitest'
import type { AnyItems } from '../../../core/resources/handler-items.ts'
import type { ItemStore } from '../../../core/resources/item-store.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { respondWith } from '../../../core/resources/respond.ts'
import { contract } from '../../product/generated/index.ts'
import { compiled } from '../../support/compiled-validator.ts'
import { lampOf, lampsOf, listLamps } from '../../support/stored-lamps.ts'

const place = lampsOf('ann')
const desk = lampOf('desk')
const moss = lampOf('moss')

let store: ItemStore
beforeEach(async () => {
  store = createMemoryStore(contract)
  await store.create(place, desk)
})

/** Calls an operation that takes a key, and whose handler does this. */
async function call(handler: (items: ReturnType<AnyItems>) => Promise<unknown>, headers = {}) {
  const createLamp = async (_: unknown, { items }: { items: AnyItems }) => {
    await handler(items('/lamps'))
    return { status: 201, body: moss.item, headers: { Location: `lamps/${moss.id}` } }
  }
  const respond = respondWith(
    // Conditions have tests of their own (handler-items.test.ts).
    { ...contract, conditionSubjects: {} },
    {
      store,
      handlers: { createLamp },
      validator: compiled,
      digest: String,
      now: () => new Date(),
      newId: () => moss.id,
    },
  )
  const sent = { id: '', method: 'POST', target: '/lamps', headers: {}, repeatedHeaders: [] }
  const request = { ...sent, body: undefined, responseHeaders: {} }
  const caller = { owner: 'ann', scopes: new Set<string>() }
  const operation = contract.operationOf('createLamp')
  const draft = await respond({
    operation,
    caller,
    request,
    path: {},
    query: {},
    headers,
    cookies: {},
    body: { name: 'Wall' },
  })
  await draft.commit?.()
  return draft
}

const rename = (items: ReturnType<AnyItems>) => items.update(desk.id, (lamp) => ({ ...lamp, name: 'Oak' }))

describe.each([{}, { 'Idempotency-Key': 'k' }])('with the headers %j, a handler', (headers) => {
  it.each<[what: string, handler: (items: ReturnType<AnyItems>) => Promise<unknown>]>([
    ['changes an item', rename],
    ['deletes an item', (items) => items.delete(desk.id)],
    ['writes nothing', async () => {}],
  ])('gets 500 and changes nothing if it %s', async (_, handler) => {
    await expect(call(handler, headers)).rejects.toThrow(
      'createLamp has x-idempotency-key, so its handler must create an item.',
    )
    expect(await listLamps(store, 'ann')).toEqual([desk.item])
  })

  it.each<[when: string, handler: (items: ReturnType<AnyItems>) => Promise<unknown>]>([
    ['after', (items) => items.create({ ...moss.item }).then(() => rename(items))],
    ['before', (items) => rename(items).then(() => items.create({ ...moss.item }))],
  ])('may change another item %s it creates one', async (_, handler) => {
    expect(await call(handler, headers)).toMatchObject({ status: 201 })
    expect((await listLamps(store, 'ann')).map(({ name }) => name)).toEqual(['Oak', 'item moss'])
  })
})
