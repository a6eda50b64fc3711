// The plants that a new data folder starts with, so that a newcomer has something to list.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseCsv } from 'contract-stack/csv'
import {
  type FirstStart,
  getCollection,
  type ItemStore,
  newId,
  newItem,
  type Page,
  type Place,
  placeIn,
} from 'contract-stack/server'
import type { Plant } from '../generated/api.d.ts'
import { contract } from '../generated/index.ts'

const plants = getCollection(contract.collections, '/plants')
const file = new URL('../data/plants.csv', import.meta.url)

/** Adds the plants once per data folder. If a start is interrupted, the next start adds the missing plants. */
export const plantsFirstStart: FirstStart = async (options) => {
  const { store, owner, dataFolder, isStopping = () => false } = options
  // This file exists once all plants have been added.
  const marker = join(dataFolder, 'example-collection-added')
  if (existsSync(marker)) return
  const collectionKey = placeIn(plants, owner, {})
  const existing = await getNames(store, collectionKey)
  const missing = (await readExamplePlants()).filter(({ name }) => !existing.has(name))
  console.log(`First start: adding ${missing.length} example plants …`)
  for (const plant of missing) {
    if (isStopping()) return
    const id = newId()
    await store.create(collectionKey, {
      id,
      text: JSON.stringify(newItem(plants, plant, id, new Date().toISOString())),
    })
    // Each commit blocks the event loop. This turn handles requests and signals before the next one.
    await nextTurn()
  }
  await writeFile(marker, '')
}

/** Returns the example plants in the order of the file. Each name is unique. */
export async function readExamplePlants(): Promise<{ name: string; tag: string }[]> {
  const [header = [], ...rows] = parseCsv(await readFile(file, 'utf8'), ',').map((row) => {
    if ('reason' in row) throw new Error(`Line ${row.line} of ${file} is invalid: ${row.reason}.`)
    return row.fields
  })
  const [nameColumn, tagColumn] = [header.indexOf('scientific_name'), header.indexOf('family')]
  return rows.map((fields) => ({ name: fields[nameColumn] ?? '', tag: fields[tagColumn] ?? '' }))
}

async function getNames(store: ItemStore, collectionKey: Place): Promise<Set<string>> {
  const names = new Set<string>()
  let page: Page | undefined
  do {
    page = await store.list(collectionKey, { after: page?.next, limit: 100 })
    const items: Plant[] = (page?.items ?? []).map(({ text }) => JSON.parse(text))
    for (const { name } of items) names.add(name)
  } while (page?.next !== undefined)
  return names
}
