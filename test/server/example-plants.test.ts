import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { requestValidators } from '../../generated/request-validators.js'
import { addExamplePlants, type ExamplePlantsOptions, readExamplePlants } from '../../server/example-plants.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { cleanUp, newFolder } from '../support/folder.ts'

const owner = 'the gardener'
const plants = await readExamplePlants()

describe('the example plants', () => {
  it('satisfy the contract and have unique names', () => {
    expect(plants.length).toBeGreaterThan(300)
    expect(plants.filter((plant) => !requestValidators.createPlantBody?.(plant))).toEqual([])
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length)
  })

  it('are added once, in the order of the file', async () => {
    const { start, stored, store, printed } = await newDataFolder()
    await start()
    const [first, ...rest] = await stored()
    expect([first, ...rest].map((plant) => ({ name: plant?.name, tag: plant?.tag }))).toEqual(plants)
    expect(printed()).toEqual([`First start: adding ${plants.length} example plants …`])

    await store.delete(owner, first?.id ?? '', () => {})
    await start()
    expect(await stored()).toEqual(rest)
    expect(printed()).toHaveLength(1)
  })

  it.each([0, 1, 100, 250])('are completed by the next start, without duplicates, after %i plants', async (count) => {
    const { start, stored, store } = await newDataFolder()
    let left = count
    await start({ isStopping: () => left-- === 0 })
    expect(await stored()).toHaveLength(count)

    const { create } = store
    vi.spyOn(store, 'create').mockImplementationOnce(create).mockRejectedValueOnce(new Error('disk full'))
    await expect(start()).rejects.toThrow('disk full')
    expect(await stored()).toHaveLength(count + 1)

    await start()
    expect((await stored()).map(({ name }) => name)).toEqual(plants.map(({ name }) => name))
  })

  it('leave time for requests and signals', async () => {
    const { start, stored } = await newDataFolder()
    const adding = start()
    await vi.waitUntil(async () => (await stored()).length > 0, { interval: 0 })
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    expect((await stored()).length).toBeLessThan(100)
    await adding
  })
})

async function newDataFolder() {
  const folder = await newFolder()
  const store = openSqliteStore(folder)
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(async () => {
    log.mockRestore()
    await store.close()
    await cleanUp()
  })
  return {
    store,
    start: (more: Partial<ExamplePlantsOptions> = {}) =>
      addExamplePlants({ store, owner, dataFolder: folder, ...more }),
    stored: () => store.list(owner, { tag: undefined, after: undefined, most: 1000 }),
    printed: () => log.mock.calls.map(([line]) => line),
  }
}
