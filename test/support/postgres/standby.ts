// A streaming standby of a PostgreSQL server, made from a copy of its data folder.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { baseBackup, writeForDatabaseUser } from './base-backup.ts'
import { configure, PostgresServer } from './server.ts'

interface StandbyOptions {
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
  const dataFolder = await baseBackup(primary)
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

async function waitFor(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited 30 s for ${what}, which did not happen.`)
    await sleep(20)
  }
}
