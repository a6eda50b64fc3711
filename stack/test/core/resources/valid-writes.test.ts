// Items are validated before they are written, once.
import { hash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ItemStore } from '../../../core/resources/item-store.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { itemValidator, withValidWrites } from '../../../core/resources/valid-writes.ts'
import { createMockCore } from '../../../mock/core/mock.ts'
import { contract } from '../../product/generated/index.ts'
import { callerOf } from '../../support/caller.ts'
import { compiled } from '../../support/compiled-validator.ts'
import { startService } from '../../support/service.ts'
import { lampOf, lampsOf, listLamps } from '../../support/stored-items.ts'

const owner = 'ann'
const place = lampsOf(owner)
const desk = lampOf('desk')
const invalid = lampOf('bad', { name: 'x'.repeat(201) })
const broken = (id: string) => new RegExp(`"${id}" was not stored because it breaks the contract: .*name`)

describe('a store with valid writes', () => {
  let unchecked: ItemStore
  let store: ItemStore
  beforeEach(async () => {
    unchecked = createMemoryStore(contract)
    store = withValidWrites(contract, unchecked, itemValidator(compiled))
    await store.create(place, desk)
  })

  it('rejects a new item that is not valid, and stores nothing', async () => {
    const key = { name: 'k', keptHours: 1 }
    await expect(store.create(place, { ...invalid, key })).rejects.toThrow(broken(invalid.id))
    expect(await store.create(place, { ...lampOf('moss'), key })).toBe(lampOf('moss').text)
    expect(await listLamps(unchecked, owner)).toEqual([desk.item, lampOf('moss').item])
  })

  it('rejects a change into an item that is not valid, and keeps the item', async () => {
    await expect(store.update(place, desk.id, () => invalid.text)).rejects.toThrow(broken(desk.id))
    expect(await store.get(place, desk.id)).toBe(desk.text)
  })

  it('accepts the repair of an invalid item, no other change of it, and its deletion', async () => {
    await unchecked.create(place, invalid)
    const change = (changes: object) => {
      return store.update(place, invalid.id, (text) => JSON.stringify({ ...JSON.parse(text), ...changes }))
    }
    await expect(change({ tag: 'new' })).rejects.toThrow(broken(invalid.id))
    expect(await change({})).toBe(invalid.text)
    expect(await change({ name: 'valid' })).toBe(JSON.stringify({ ...invalid.item, name: 'valid' }))
    await unchecked.update(place, invalid.id, () => invalid.text)
    expect(await store.delete(place, invalid.id)).toBe('deleted')
  })
})

it('the response to a write is not validated again, and a replay is', async () => {
  const validateResponse = vi.fn(compiled.validateResponse)
  await using service = await startService({ validator: { ...compiled, validateResponse } })
  const ann = callerOf(service, 'ann')
  const calls = async (method: string, path: string, init: object) => {
    validateResponse.mockClear()
    expect((await ann.send(method, path, init)).status).toBeLessThan(300)
    return validateResponse.mock.calls.length
  }
  const create = { headers: { 'Idempotency-Key': 'once' }, body: { name: 'Desk' } }
  expect(await calls('POST', '/lamps', create)).toBe(1)
  // The item that is not stored, and the earlier one.
  expect(await calls('POST', '/lamps', create)).toBe(2)
  const { path } = await ann.create('Wall')
  expect(await calls('PATCH', path, { body: { name: 'Tree moss' } })).toBe(1)
  expect(await calls('PATCH', path, { body: {} })).toBe(1)
  expect(await calls('GET', path, {})).toBe(1)
})

it('an item that was validated is not a valid response of another operation', () => {
  const validateResponse = vi.fn(() => undefined)
  const validator = itemValidator({ ...compiled, validateResponse })
  const store = withValidWrites(contract, createMemoryStore(contract), validator)
  return store.create(place, desk).then(() => {
    for (const id of ['createLamp', 'getLamp'] as const) {
      validator.validateResponse(contract.operationOf(id).success, desk.item, desk.text)
    }
    expect(validateResponse).toHaveBeenCalledTimes(2)
  })
})

it('a mock refuses a first item that is not valid', () => {
  const validator = { ...compiled, validateResponse: () => 'height is required' }
  const digest = (text: string) => hash('sha256', text, 'base64url')
  expect(() => createMockCore(contract, { handlers: {}, validator, digest, items: [{ name: 'Desk' }] })).toThrow(
    'items: number 1 is not valid: height is required. None was added.',
  )
})
