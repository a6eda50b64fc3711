// Adds the plants of a CSV file to a collection, through the client as anybody would.
import { readFile } from 'node:fs/promises'
import type { NewPlant, PlantClient } from '@plant-collection/client'
import { parse } from 'csv-parse/sync'

export interface Columns {
  name: string
  tag: string
}

/** Reads UTF-8 with a header line. @throws {Error} for a file that is no CSV or lacks a column. */
export async function readPlants(file: string | URL, columns: Columns): Promise<Required<NewPlant>[]> {
  const rows: Record<string, string>[] = parse(await readFile(file), {
    columns: true,
    bom: true,
    skip_empty_lines: true,
  })
  return rows.map((row) => ({ name: cell(row, columns.name), tag: cell(row, columns.tag) }))
}

function cell(row: Record<string, string>, column: string): string {
  const value = row[column]
  if (value === undefined) throw new Error(`There is no column ${column}; there are ${Object.keys(row).join(', ')}.`)
  return value
}

/** Those of `plants` that the collection does not have yet, equal ones counted. */
export async function missingPlants(client: PlantClient, plants: NewPlant[]): Promise<NewPlant[]> {
  const had = new Map<string, number>()
  for await (const plant of client.allPlants({ limit: 100 })) had.set(keyOf(plant), (had.get(keyOf(plant)) ?? 0) + 1)
  return plants.filter((plant) => {
    const left = had.get(keyOf(plant)) ?? 0
    had.set(keyOf(plant), left - 1)
    return left <= 0
  })
}

function keyOf({ name, tag = '' }: NewPlant): string {
  return JSON.stringify([name, tag])
}

/** @throws {Error} at the first plant that is refused; those before it have been added. */
export async function addPlants(client: PlantClient, plants: NewPlant[]): Promise<void> {
  for (const body of plants) {
    const result = await client.createPlant({ body })
    if (!result.ok) throw new Error(`${body.name} was not added: ${JSON.stringify(result.problem ?? result.status)}`)
  }
}
