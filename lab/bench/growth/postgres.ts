// A PostgreSQL server with databases of plants.
import type { Client } from 'pg'
import { contract } from '../../../generated/index.ts'
import { prepareDatabase } from '../../../stack/server/store/postgres/prepare.ts'
import { newFolder, onCleanUp } from '../../../stack/test/support/folder.ts'
import { type PostgresServer, startPostgresServer } from '../../../stack/test/support/postgres/server.ts'
import { openSession } from '../../../stack/test/support/postgres/session.ts'
import { type Collection, rowSql } from '../runner/collection.ts'

const { collections } = contract

export interface Database {
  env: Record<string, string>
  /** Returns the ids of the server processes that run the statements of the service. */
  pids: () => Promise<number[]>
  folder: string
}

/** Enough shared buffers for all plants, so that reads need no disk. */
const bufferBytesPerPlant = 600

/** Starts a server. @param plants Total of all databases. @returns A function that creates a database with plants. */
export async function startPostgres(plants: number): Promise<(collection: Collection) => Promise<Database>> {
  const megabytes = Math.ceil((plants * bufferBytesPerPlant) / 2 ** 20) + 128
  const server = await startPostgresServer({
    shared_buffers: `${megabytes}MB`,
    maintenance_work_mem: '256MB',
    full_page_writes: 'off',
    max_wal_size: '2GB',
    checkpoint_timeout: '1h',
    // Small tables would otherwise keep dead rows for a minute.
    autovacuum_naptime: '10s',
  })
  return (collection) => load(server, `plants_${collection.plants}`, collection)
}

async function load(server: PostgresServer, name: string, collection: Collection): Promise<Database> {
  await server.query(`CREATE DATABASE ${name}`)
  const url = server.url(name)
  const prepare = (all: typeof collections) => prepareDatabase(url, { connectTimeoutMs: 10_000, collections: all })
  // Without collections, this creates no index tables: they are filled faster at once than plant by plant.
  await prepare([])
  const client = await openSession(url)
  onCleanUp(async () => client[Symbol.asyncDispose]())
  await insertPlants(client, collection)
  await prepare(collections)
  await client.query('VACUUM (ANALYZE)')
  return {
    env: { DATA: await newFolder('growth-'), DATABASE_URL: url, DATABASE_POOL_SIZE: '2' },
    pids: async () => (await client.query<{ pid: number }>(otherSessions)).rows.map(({ pid }) => pid),
    folder: (await client.query<{ folder: string }>(databaseFolder)).rows[0]?.folder ?? '',
  }
}

const otherSessions = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`
const databaseFolder = `SELECT current_setting('data_directory') || '/base/' || oid AS folder
  FROM pg_database WHERE datname = current_database()`

// Inserts without the triggers, which would give an owner a new revision for each plant.
async function insertPlants(client: Client, collection: Collection): Promise<void> {
  const row = rowSql(collection, {
    hex: (number, digits) => `lpad(to_hex(${number}), ${digits}, '0')`,
    time: (seconds) => `to_char(to_timestamp(${seconds}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    format: 'format',
  })
  await client.query(`SET session_replication_role = replica`)
  await client.query(
    `INSERT INTO item (owner, collection, id, path, text) SELECT owner, collection, id, path, text::json FROM (SELECT ${row} FROM generate_series(0::bigint, ${collection.plants - 1}) AS n) AS row (owner, collection, id, path, text)`,
  )
  await client.query(
    'INSERT INTO item_revision SELECT owner, collection, gen_random_uuid() FROM item GROUP BY owner, collection',
  )
  await client.query('RESET session_replication_role')
}
