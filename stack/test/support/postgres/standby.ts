// A streaming standby of a PostgreSQL server, made from a copy of its data directory.
import { globSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { waitUntil } from '../wait.ts'
import { giveToServerAccount } from './installation.ts'
import { configure, copyDataDirectory, PostgresServer } from './server.ts'
import { openSession } from './session.ts'

/**
 * Starts a synchronous standby: each commit on the primary waits for it. Resolves when it streams from the primary.
 * @param primaryPort Port on 127.0.0.1 of the primary, or of a proxy in front of it.
 * @throws {Error} If it does not stream within `waitMs`.
 */
export async function startStandby(primary: PostgresServer, primaryPort = primary.port): Promise<PostgresServer> {
  const dataDirectory = await baseBackup(primary)
  const port = await freePort()
  const name = `standby_${port}`
  const { password } = primary.installation
  await configure(dataDirectory, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=tests password=${password} application_name=${name}`,
  })
  await writeForServerAccount(join(dataDirectory, 'standby.signal'), '')
  const standby = new PostgresServer(primary.installation, dataDirectory, port)
  await standby.start()
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
  await primary.query('SELECT pg_reload_conf()')
  await waitUntil(async () => {
    const sql = `SELECT FROM pg_stat_replication WHERE application_name = $1 AND state = 'streaming' AND sync_state = 'sync'`
    return (await primary.query(sql, [name])).length > 0
  })
  return standby
}

/**
 * Copies the data directory of a running server, like pg_basebackup, which the packages of the tests lack.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
async function baseBackup(server: PostgresServer): Promise<string> {
  await using session = await openSession(server.url())
  await session.query(`SELECT pg_backup_start('test', fast => true)`)
  const copy = await copyDataDirectory(server.dataDirectory)
  const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
  const notCopied = globSync('{postmaster.{pid,opts},pg_wal/0*,pg_replslot/*}', { cwd: copy })
  for (const file of notCopied) await rm(join(copy, file), { recursive: true })
  await writeForServerAccount(join(copy, 'backup_label'), rows[0]?.labelfile ?? '')
  return copy
}

async function writeForServerAccount(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await giveToServerAccount(path)
}
