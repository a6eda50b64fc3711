// The plants that a new data folder starts with, so that a newcomer has something to list.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { v7 as uuidv7 } from 'uuid'
import type { Plant, PlantStore } from './core/plants/plant-store.ts'

const file = new URL('../data/plants.csv', import.meta.url)

export interface ExamplePlantsOptions {
  store: PlantStore
  /** The caller that gets the plants. */
  owner: string
  /** Holds the marker file that says that all plants were added. */
  dataFolder: string
  /** Checked before each plant. After `true` the next start adds the rest. */
  isStopping?: () => boolean
}

/** Adds the plants once per data folder. If a start ends half-way, the next start adds the missing plants. */
export async function addExamplePlants(options: ExamplePlantsOptions): Promise<void> {
  const { store, owner, dataFolder, isStopping = () => false } = options
  const marker = join(dataFolder, 'example-collection-added')
  if (existsSync(marker)) return
  const existing = await namesIn(store, owner)
  const missing = (await readExamplePlants()).filter(({ name }) => !existing.has(name))
  console.log(`First start: adding ${missing.length} example plants …`)
  for (const plant of missing) {
    if (isStopping()) return
    const time = new Date().toISOString()
    await store.create(owner, { id: uuidv7(), ...plant, createdAt: time, updatedAt: time })
    // A commit blocks the event loop, so requests and signals are handled between two plants.
    await nextTurn()
  }
  await writeFile(marker, '')
}

/** The example plants in the order of the file. Each name is unique. */
export async function readExamplePlants(): Promise<Pick<Plant, 'name' | 'tag'>[]> {
  const rows: Record<'scientific_name' | 'family', string>[] = parse(await readFile(file), { columns: true })
  return rows.map(({ scientific_name: name, family: tag }) => ({ name, tag }))
}

async function namesIn(store: PlantStore, owner: string): Promise<Set<string>> {
  const names = new Set<string>()
  let after: string | undefined
  do {
    const { plants: page } = await store.list(owner, { tag: undefined, after, limit: 100 })
    for (const { name } of page) names.add(name)
    after = page.at(-1)?.id
  } while (after !== undefined)
  return names
}
