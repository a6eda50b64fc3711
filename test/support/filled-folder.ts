// A data folder with many plants, faster than the service adds them.
import { join } from 'node:path'
import { openFile } from '../../server/store/sqlite-file.ts'
import { newFolder } from './folder.ts'
import { idOf, plantOf } from './plant-store-suite.ts'

/** The owners get the plants, all with this name, in turn. */
export async function filledFolder(count: number, owners: string[], name: string): Promise<string> {
  const folder = await newFolder()
  using database = openFile(join(folder, 'plants.db'), { mayCreate: true })
  const insert = database.prepare("INSERT INTO plant VALUES (?, ?, ?, '', ?, ?)")
  const { createdAt } = plantOf('a')
  database.exec('BEGIN')
  for (let number = 0; number < count; number++) {
    const owner = owners[number % owners.length] ?? ''
    insert.run(owner, idOf(number.toString(36)), name, createdAt, createdAt)
  }
  database.exec('COMMIT')
  return folder
}
