// Drops, renames or sets a property of stored items, while requests run. Without APPLY=1, it counts.
import { type ChangedItems, changeStored } from '../../core/resources/change-stored.ts'
import type { ItemStore } from '../../core/resources/item-store.ts'
import type { Command } from '../api.ts'
import { readData } from '../configuration/read-configuration.ts'
import { getLine, StartUpError, usingDataFolder } from '../configuration/start-up-error.ts'
import { adviceForSqlite, usingPostgres } from '../store/open-store.ts'
import { openPostgresStore } from '../store/postgres/store.ts'
import { busy, getResultCode } from '../store/sqlite/file.ts'
import { openSqliteStore } from '../store/sqlite/store.ts'
import { changeByService } from './change-by-service.ts'
import { type Changes, changeOptions, parseChanges, readApply } from './change-notation.ts'
import { format, progress } from './progress.ts'
import { type Items, readPostgres, readSqlite, requireFile } from './stored-data.ts'

type Store = Items & Pick<ItemStore, 'update' | 'close'>

export const changeData: Command = async (api, environment) => {
  const { contract } = api
  const isApplied = readApply(environment)
  const changes = parseChanges(contract, environment)
  const { database, dataFolder } = readData(environment)
  const { product, collections } = contract
  const onProgress = progress(({ items, changed }: ChangedItems) => {
    return `${format(items)} items read, ${format(changed)} ${isApplied ? 'changed' : 'would change'}`
  })
  const options = { ...changeOptions(api, changes), onProgress }
  let reason: string | undefined
  const report = (problem: string) => {
    reason ??= problem
  }

  async function inDatabase(): Promise<ChangedItems> {
    if (database !== undefined && !isApplied) return readPostgres(database, (items) => changeStored(items, options))
    if (database !== undefined) {
      const open = () => openPostgresStore({ ...database, collections, report, isPrepared: true })
      return changeIn(await usingPostgres(open), database.poolSize)
    }
    if (!isApplied) return readSqlite(product, dataFolder, (items) => changeStored(items, options))
    requireFile(product, dataFolder)
    const open = async () => openSqliteStore(dataFolder, { product, collections, report })
    return changeIn(await usingDataFolder(dataFolder, open, adviceForSqlite))
  }

  async function changeIn(store: Store, connections?: number): Promise<ChangedItems> {
    try {
      return await changeStored(store, {
        ...options,
        update: store.update,
        ...(connections && { updatesAtATime: connections }),
      })
    } catch (error) {
      throw new StartUpError(
        `The database failed: ${reason ?? getLine(error)}. Run the command again: it does the rest.`,
      )
    } finally {
      await store.close()
    }
  }

  const changed = await inDatabase().catch((error) => {
    if (getResultCode(error.cause) !== busy) throw error
    return changeByService(environment, changes.collection, dataFolder, onProgress)
  })
  for (const line of toLines(changes, changed, isApplied)) console.log(line)
  if (changed.left.count > 0) process.exitCode = 1
}

function toLines({ collection }: Changes, { items, changed, left }: ChangedItems, isApplied: boolean): string[] {
  const { path } = collection
  const more = left.count > left.items.length ? ', such as' : ''
  const leftLines =
    left.count === 0
      ? []
      : [
          `${path}: ${format(left.count)} of ${format(items)} items ${isApplied ? 'stay' : 'would stay'} as they are${more}:`,
          ...left.items.map(({ id, error }) => `  ${id}: ${error}`),
        ]
  const last = isApplied
    ? `${path}: ${format(changed)} of ${format(items)} items were changed.`
    : `${path}: ${format(changed)} of ${format(items)} items would change. ${changed > 0 ? 'To change them, add APPLY=1.' : 'Nothing was changed.'}`
  return [...leftLines, last]
}
