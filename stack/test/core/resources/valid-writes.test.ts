// Items are validated before they are written, once.
import { hash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../../../generated/index.ts'
import { callerOf } from '../../../../test/support/caller.ts'
import { compiled } from '../../../../test/support/compiled-validator.ts'
import { startService } from '../../../../test/support/service.ts'
import { plantOf, plantsOf, storedPlants } from '../../../../test/support/stored-plants.ts'
import type { ItemStore } from '../../../core/resources/item-store.ts'
import { createMemoryStore } from '../../../core/resources/memory-store.ts'
import { itemValidator, withValidWrites } from '../../../core/resources/valid-writes.ts'
import { createMockCore } from '../../../mock/core/mock.ts'

const owner = 'ann'
const place = plantsOf(owner)
const fern = plantOf('fern')
const invalid = plantOf('bad', { name: 'x'.repeat(201) })
const broken = (id: string) => new RegExp(`"${id}" was not stored because it breaks the contract: .*name`)

describe('a store with valid writes', () => {
  let unchecked: ItemStore
  let store: ItemStore
  beforeEach(async () => {
    unchecked = createMemoryStore(contract)
    store = withValidWrites(contract, unchecked, itemValidator(compiled))
    await store.create(place, fern)
  })

  it('rejects a new item that is not valid, and stores nothing', async () => {
    const key = { name: 'k', keptHours: 1 }
    await expect(store.create(place, { ...invalid, key })).rejects.toThrow(broken(invalid.id))
    expect(await store.create(place, { ...plantOf('moss'), key })).toBe(plantOf('moss').text)
    expect(await storedPlants(unchecked, owner)).toEqual([fern.plant, plantOf('moss').plant])
  })

  it('rejects a change into an item that is not valid, and keeps the item', async () => {
    await expect(store.update(place, fern.id, () => invalid.text)).rejects.toThrow(broken(fern.id))
    expect(await store.get(place, fern.id)).toBe(fern.text)
  })

  it('accepts the repair of an invalid item, no other change of it, and its deletion', async () => {
    await unchecked.create(place, invalid)
    const change = (changes: object) => {
      return store.update(place, invalid.id, (text) => JSON.stringify({ ...JSON.parse(text), ...changes }))
    }
    await expect(change({ tag: 'new' })).rejects.toThrow(broken(invalid.id))
    expect(await change({})).toBe(invalid.text)
    expect(await change({ name: 'valid' })).toBe(JSON.stringify({ ...invalid.plant, name: 'valid' }))
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
  const create = { headers: { 'Idempotency-Key': 'once' }, body: { name: 'Fern' } }
  expect(await calls('POST', '/plants', create)).toBe(1)
  // The item that is not stored, and the earlier one.
  expect(await calls('POST', '/plants', create)).toBe(2)
  const { path } = await ann.create('Moss')
  expect(await calls('PATCH', path, { body: { name: 'Tree moss' } })).toBe(1)
  expect(await calls('PATCH', path, { body: {} })).toBe(1)
  expect(await calls('GET', path, {})).toBe(1)
})

it('an item that was validated is not a valid response of another operation', () => {
  const validateResponse = vi.fn(() => undefined)
  const validator = itemValidator({ ...compiled, validateResponse })
  const store = withValidWrites(contract, createMemoryStore(contract), validator)
  return store.create(place, fern).then(() => {
    for (const id of ['createPlant', 'getPlant'] as const) {
      validator.validateResponse(contract.operationOf(id).success, fern.plant, fern.text)
    }
    expect(validateResponse).toHaveBeenCalledTimes(2)
  })
})

it('a mock refuses a first item that is not valid', () => {
  const validator = { ...compiled, validateResponse: () => 'height is required' }
  const digest = (text: string) => hash('sha256', text, 'base64url')
  expect(() => createMockCore(contract, { handlers: {}, validator, digest, items: [{ name: 'Fern' }] })).toThrow(
    'items: number 1 is not valid: height is required. None was added.',
  )
})
