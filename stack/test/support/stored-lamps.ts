// Lamps as a store has them.
import { join } from 'node:path'
import { migrate, openDatabase } from '../../server/store/sqlite/file.ts'
import { statementTexts } from '../../server/store/sqlite/items.ts'
import type { Lamp } from '../product/generated/api.d.ts'
import { newFolder } from './folder.ts'
import { rooms } from './rooms.ts'
import { storedItems } from './stored-items.ts'

export { getId } from './stored-items.ts'

export const { locate: getLamps, toItem: toLamp, openItems: openLamps } = storedItems<Lamp>(rooms.contract, '/lamps')

/** A data folder with many lamps of this name, which the owners get in turn. Faster than the service adds them. */
export async function filledFolder(count: number, owners: string[], name: string): Promise<string> {
  const folder = await newFolder()
  using database = openDatabase(join(folder, 'rooms.db'), 'rwc')
  migrate(database, true)
  const insert = database.prepare(statementTexts.insert)
  database.exec('BEGIN')
  for (let number = 0; number < count; number++) {
    const { id, text } = toLamp(number.toString(36), { name })
    const { owner, collection, path } = getLamps(owners[number % owners.length] ?? '')
    insert.run(owner, collection, id, path, text, '')
  }
  database.exec('COMMIT')
  return folder
}
