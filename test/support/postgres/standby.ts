// A streaming standby of a PostgreSQL server, made from a copy of its data folder
// (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP).
import { globSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../free-port.ts'
import { giveToDatabaseUser } from './database-user.ts'
import { configure, copyOfDataFolder, PostgresServer } from './server.ts'

export interface StandbyOptions {
  /** Whether a commit on the primary waits until this standby has it on disk. */
  synchronous: boolean
  /** Where it finds the primary on 127.0.0.1, for example a proxy. Default: the port of the primary. */
  primaryPort?: number
}

/**
 * Starts a standby. Resolves when it follows the primary.
 * @throws {Error} If it does not within 30 s.
 */
export async function startStandby(primary: PostgresServer, options: StandbyOptions): Promise<Standby> {
  const { synchronous, primaryPort = primary.port } = options
  const dataFolder = await backUp(primary)
  const port = await freePort()
  const name = `standby_${port}`
  const { password } = primary.installation
  await configure(dataFolder, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=plants password=${password} application_name=${name}`,
  })
  await writeForDatabaseUser(join(dataFolder, 'standby.signal'), '')
  const standby = new Standby(primary.installation, dataFolder, port)
  await standby.start()
  if (synchronous) {
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`)
    await primary.query('SELECT pg_reload_conf()')
  }
  const expected = synchronous ? 'streaming sync' : 'streaming async'
  await waitFor(`${name} to be ${expected}`, async () => {
    const sql = `SELECT state || ' ' || sync_state AS state FROM pg_stat_replication WHERE application_name = $1`
    const rows = await primary.query(sql, [name])
    return rows[0]?.state === expected
  })
  return standby
}

export class Standby extends PostgresServer {
  /** Makes it a primary. Resolves when it accepts writes. @throws {Error} If it does not within 30 s. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote(wait => false)')
    await waitFor('the standby to accept writes', async () => {
      const rows = await this.query('SELECT pg_is_in_recovery() AS is_standby')
      return rows[0]?.is_standby === false
    })
  }
}

/** @returns A data folder. */
async function backUp(primary: PostgresServer): Promise<string> {
  const client = new Client({ connectionString: primary.url() })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`)
    const copy = await copyOfDataFolder(primary.dataFolder)
    const stop = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    // A standby must not have these of its primary. It gets the log of changes from the primary.
    const notCopied = globSync('{postmaster.{pid,opts},pg_wal/0*,pg_replslot/*}', { cwd: copy })
    for (const file of notCopied) await rm(join(copy, file), { recursive: true })
    await writeForDatabaseUser(join(copy, 'backup_label'), stop.rows[0]?.labelfile ?? '')
    return copy
  } finally {
    await client.end()
  }
}

async function writeForDatabaseUser(path: string, text: string): Promise<void> {
  await writeFile(path, text)
  await giveToDatabaseUser(path)
}

async function waitFor(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited 30 s in vain for ${what}.`)
    await sleep(20)
  }
}
