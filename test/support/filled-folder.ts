// A data folder with many plants, faster than the service adds them.
import { join } from 'node:path'
import { openFile } from '../../stack/server/store/sqlite/file.ts'
import { newFolder } from '../../stack/test/support/folder.ts'
import { insertPlants, plantOf } from './stored-plants.ts'

/** The owners get the plants, all with this name, in turn. */
export async function filledFolder(count: number, owners: string[], name: string): Promise<string> {
  const folder = await newFolder()
  using database = openFile(join(folder, 'plants.db'), { mayCreate: true })
  const plants = Array.from({ length: count }, (_, number) => plantOf(number.toString(36), { name }))
  for (const [index, owner] of owners.entries()) {
    insertPlants(
      database,
      owner,
      plants.filter((_, number) => number % owners.length === index),
    )
  }
  return folder
}
