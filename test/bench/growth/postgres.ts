// PostgreSQL with plants, and the plans that the server chooses with their statistics.
import { Client } from 'pg'
import { statements } from '../../../server/store/postgres.ts'
import { startSession } from '../../../server/store/postgres-session.ts'
import { prepareDatabase } from '../../../server/store/prepare-postgres.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { type PostgresServer, startPostgresServer } from '../../support/postgres/server.ts'
import { type Collection, commonTag, largeOwner, ownerName, plantId, rareTag, rowSql } from '../runner/collection.ts'
import type { Database } from './sqlite.ts'

/** Enough for all plants, so that reads measure the work and not the disk. */
const bufferBytesPerPlant = 600

/** Starts a server. @param plants Of all databases together. @returns A function that creates a database with plants. */
export async function startPostgres(plants: number): Promise<(collection: Collection) => Promise<Database>> {
  const megabytes = Math.ceil((plants * bufferBytesPerPlant) / 2 ** 20) + 128
  const server = await startPostgresServer({
    // For a fast load. A commit then does not wait for the disk, at any size.
    fsync: false,
    settings: {
      shared_buffers: `${megabytes}MB`,
      maintenance_work_mem: '256MB',
      full_page_writes: 'off',
      max_wal_size: '2GB',
      checkpoint_timeout: '1h',
      // So that small tables do not keep deleted rows for a minute.
      autovacuum_naptime: '10s',
    },
  })
  return (collection) => load(server, collection)
}

async function load(server: PostgresServer, collection: Collection): Promise<Database> {
  const name = `plants_${collection.plants}`
  await server.query(`CREATE DATABASE ${name}`)
  const url = server.url(name)
  await prepareDatabase({ name, url }, { connectTimeoutMs: 10_000 })
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  onCleanUp(() => client.end())
  await insertPlants(client, collection)
  // For the plans.
  await startSession(client, { statementTimeoutMs: 0, connectTimeoutMs: 10_000 })
  return {
    settings: { DATA: await newFolder('growth-'), DATABASE_URL: url, DATABASE_POOL_SIZE: '2' },
    pids: () => sessionsOfService(client),
    scans: await findScans(client, collection),
  }
}

async function sessionsOfService(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}

// Without the triggers, which would give an owner a new revision for each plant.
async function insertPlants(client: Client, collection: Collection): Promise<void> {
  const row = rowSql(collection, {
    hex: (number, digits) => `lpad(to_hex(${number}), ${digits}, '0')`,
    time: (seconds) => `to_timestamp(${seconds})`,
    id: (text) => `(${text})::uuid`,
  })
  await client.query(`SET session_replication_role = replica`)
  await client.query(`INSERT INTO plant SELECT ${row} FROM generate_series(0::bigint, ${collection.plants - 1}) AS n`)
  await client.query('INSERT INTO revision SELECT DISTINCT owner, gen_random_uuid() FROM plant GROUP BY owner')
  await client.query('VACUUM (ANALYZE)')
  await client.query('RESET session_replication_role')
}

type Name = keyof typeof statements

/** The first eight executions of each prepared statement: after five, PostgreSQL may choose one plan for all values. */
async function findScans(client: Client, collection: Collection): Promise<string[]> {
  const found = new Set<string>()
  for (const [name, values] of executions(collection)) {
    const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(String(value))))
    const execution = `EXECUTE one${literals.length > 0 ? `(${literals.join(', ')})` : ''}`
    await client.query(`PREPARE one AS ${statements[name]}`)
    for (let time = 0; time < 8; time++) {
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN (COSTS OFF) ${execution}`)
      const steps = rows.map((row) => String(row['QUERY PLAN']).trim())
      for (const step of steps.filter((one) => !isAllowed(one))) found.add(`${name}: ${step}`)
    }
    await client.query('DEALLOCATE one')
  }
  return [...found]
}

/** Values for which another plan may look cheaper. */
function executions(collection: Collection): [Name, unknown[]][] {
  const owners = [ownerName(collection, largeOwner), ownerName(collection, 1), 'an unknown owner']
  const cursors = ['00000000-0000-0000-0000-000000000000', plantId(collection.plants - 100)]
  const id = plantId(collection.plants / 2)
  return owners.flatMap((owner): [Name, unknown[]][] => [
    ...cursors.flatMap((cursor): [Name, unknown[]][] => [
      ['list', [owner, cursor, 21]],
      ...[commonTag, rareTag, 'an unknown tag'].map((tag): [Name, unknown[]] => [
        'listTagged',
        [owner, cursor, 21, tag],
      ]),
    ]),
    ['revision', [owner]],
    ['get', [owner, id]],
    ['update', [owner, id, 'n', 't', 'now', null, null, null]],
    ['remove', [owner, id, null, null, null]],
    ['forgetCreations', []],
  ])
}

/** Each step that reads rows reads a range of an index, of one owner or of expired keys. */
function isAllowed(step: string): boolean {
  if (/Seq Scan|Sort|Bitmap|Hash|Materialize/.test(step)) return false
  if (step.startsWith('Index Cond')) return /\(owner = |expires_at <= now\(\)/.test(step)
  return !step.startsWith('Filter') || /^Filter: \(\((?:\$\d|NULL)[^ ]* IS NULL\) OR/.test(step)
}
