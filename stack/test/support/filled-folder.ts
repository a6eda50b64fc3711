// A data folder with many lamps, faster than the service adds them.
import { join } from 'node:path'
import { openFile } from '../../server/store/sqlite/file.ts'
import { newFolder } from './folder.ts'
import { insertLamps, toLamp } from './stored-lamps.ts'

/** The owners get the lamps, all with this name, in turn. */
export async function filledFolder(count: number, owners: string[], name: string): Promise<string> {
  const folder = await newFolder()
  using database = openFile(join(folder, 'rooms.db'), { mayCreate: true })
  const lamps = Array.from({ length: count }, (_, number) => toLamp(number.toString(36), { name }))
  for (const [index, owner] of owners.entries()) {
    insertLamps(
      database,
      owner,
      lamps.filter((_, number) => number % owners.length === index),
    )
  }
  return folder
}
