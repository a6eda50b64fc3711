import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { contract } from '../../generated/index.ts'
import { server } from '../../generated/server.ts'
import { plantsFirstStart, readExamplePlants } from '../../server/first-start.ts'
import type { FirstStartOptions } from '../../stack/core/resources/first-start.ts'
import { createMemoryStore } from '../../stack/core/resources/memory-store.ts'
import { cleanUp, newFolder } from '../../stack/test/support/folder.ts'
import { storedPlants } from '../support/stored-plants.ts'

afterAll(cleanUp)

const owner = 'the gardener'
const plants = await readExamplePlants()

describe('the example plants', () => {
  it('satisfy the contract and have unique names', () => {
    expect(plants.length).toBeGreaterThan(300)
    const { bodyValidators } = server.validators
    expect(plants.filter((body) => !bodyValidators['POST-/plants-application/json']?.({ body }))).toEqual([])
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length)
  })

  it.each([0, 1, 250])('are completed by the next start, without duplicates, after %i plants', async (count) => {
    const { add, stored, store } = await newDataFolder()
    let left = count
    await add({ isStopping: () => left-- === 0 })
    expect(await stored()).toHaveLength(count)

    const { create } = store
    vi.spyOn(store, 'create').mockImplementationOnce(create).mockRejectedValueOnce(new Error('disk full'))
    await expect(add()).rejects.toThrow('disk full')
    expect(await stored()).toHaveLength(count + 1)

    await add()
    expect(await stored()).toMatchObject(plants)
  })
})

async function newDataFolder() {
  const dataFolder = await newFolder()
  const store = createMemoryStore(contract)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  const options = { store, owner, dataFolder }
  return {
    store,
    add: (changes: Partial<FirstStartOptions> = {}) => plantsFirstStart({ ...options, ...changes }),
    stored: () => storedPlants(store, owner),
  }
}
