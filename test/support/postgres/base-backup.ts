// A copy of the data folder of a server that runs, as pg_basebackup makes it. The packages of the tests do not have that
// program. https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
import { globSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToDatabaseUser } from './database-user.ts'
import { copyOfDataFolder, type PostgresServer } from './server.ts'
import { openSession } from './session.ts'

/** @returns A data folder for a standby, which gets the log of changes from its primary. */
export async function baseBackup(server: PostgresServer): Promise<string> {
  await using session = await openSession(server.url())
  await session.query(`SELECT pg_backup_start('test', fast => true)`)
  const copy = await copyOfDataFolder(server.dataFolder)
  const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
  const notCopied = globSync('{postmaster.{pid,opts},pg_wal/0*,pg_replslot/*}', { cwd: copy })
  for (const file of notCopied) await rm(join(copy, file), { recursive: true })
  await writeForDatabaseUser(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
  return copy
}

export async function writeForDatabaseUser(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await giveToDatabaseUser(path)
}
