// Lamps as the store contains them.
import { join } from 'node:path'
import { migrate, openDatabase } from '../../server/store/sqlite/file.ts'
import { statementTexts } from '../../server/store/sqlite/items.ts'
import type { Lamp } from '../product/generated/api.d.ts'
import { newFolder } from './folder.ts'
import { rooms } from './rooms.ts'
import { itemHelpers } from './stored-items.ts'

export { getId } from './stored-items.ts'

export const { keyFor: getLamps, toItem: toLamp, openItems: openLamps } = itemHelpers<Lamp>(rooms.contract, '/lamps')

/** Creates a data folder with many lamps of the same name, distributed among the owners. */
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
