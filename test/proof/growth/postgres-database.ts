// A PostgreSQL database with plants, and the plans that the server chooses with their statistics.
import { Client } from 'pg'
import { statements } from '../../../server/store/postgres.ts'
import { prepareDatabase } from '../../../server/store/postgres-migrations.ts'
import { startSession } from '../../../server/store/postgres-session.ts'
import { newFolder, onCleanUp } from '../../support/folder.ts'
import { type PostgresServer, startPostgresServer } from '../../support/postgres/server.ts'
import { commonTag, idOf, ownerName, plantsPerPage, rareTag, rowOf } from './data.ts'
import type { Engine, Inspection, Plan } from './engine.ts'
import { startService } from './service.ts'

/** Enough for all plants, so that reads measure the work and not the disk. */
const bufferBytesPerPlant = 600

/** @param plants Of all databases together. */
export async function startPostgres(plants: number): Promise<Engine> {
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
  return { name: 'PostgreSQL', load: (plants) => loadInto(server, plants) }
}

async function loadInto(server: PostgresServer, plants: number) {
  const name = `plants_${plants}`
  await server.query(`CREATE DATABASE ${name}`)
  const url = server.url(name)
  await prepareDatabase({ name, url }, 10_000)
  const client = await connect(url)
  await load(client, plants)
  // For the plans.
  await startSession(client, { statementTimeoutMs: 0, connectTimeoutMs: 10_000 })
  return async () => {
    const DATA = await newFolder('plants-growth-')
    const service = await startService({ DATA, DATABASE_URL: url, DATABASE_POOL_SIZE: '1' })
    return { plants, service, serverPid: () => serverPid(client), inspect: () => inspect(client, plants) }
  }
}

/** Of the connection of the service. */
async function serverPid(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  if (rows.length !== 1) throw new Error(`The service has ${rows.length} connections instead of one.`)
  return rows[0]?.pid
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  onCleanUp(() => client.end())
  return client
}

// Without the triggers, which would give an owner a new revision for each plant.
async function load(client: Client, plants: number): Promise<void> {
  const row = rowOf(plants, {
    digits: (number, count) => `lpad(to_hex(${number}), ${count}, '0')`,
    time: (seconds) => `to_timestamp(${seconds})`,
    id: (text) => `(${text})::uuid`,
  })
  await client.query(`SET session_replication_role = replica`)
  await client.query(`INSERT INTO plant SELECT ${row} FROM generate_series(0::bigint, ${plants - 1}) AS n`)
  await client.query('INSERT INTO revision SELECT DISTINCT owner, gen_random_uuid() FROM plant GROUP BY owner')
  await client.query('VACUUM (ANALYZE)')
  await client.query('RESET session_replication_role')
}

async function inspect(client: Client, plants: number): Promise<Inspection> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) - pg_indexes_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     UNION ALL SELECT relname, pg_relation_size(oid) FROM pg_class
     WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace`,
  )
  const plans: Plan[] = []
  for (const one of executions(plants)) plans.push(...(await plansOf(client, one)))
  return { bytes: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])), plans }
}

type Name = keyof typeof statements

interface Execution {
  statement: Name
  /** What the values stand for. */
  values: string
  sql: unknown[]
}

/** Statements with values for which another plan may look cheaper. */
function executions(plants: number): Execution[] {
  const owners = { 'the large owner': ownerName(0), 'a small owner': ownerName(1), 'an unknown owner': 'unknown' }
  const cursors = { 'the first page': '00000000-0000-0000-0000-000000000000', 'a deep page': idOf(plants - 100) }
  const tags = { 'a common tag': commonTag, 'a rare tag': rareTag, 'an unknown tag': 'unknown' }
  const found: Execution[] = []
  for (const [ownerText, owner] of Object.entries(owners)) {
    for (const [cursorText, cursor] of Object.entries(cursors)) {
      const values = `${ownerText}, ${cursorText}`
      found.push({ statement: 'list', values, sql: [owner, cursor, plantsPerPage + 1] })
      for (const [tagText, tag] of Object.entries(tags)) {
        found.push({
          statement: 'listTagged',
          values: `${values}, ${tagText}`,
          sql: [owner, cursor, plantsPerPage + 1, tag],
        })
      }
    }
    const id = idOf(plants / 2)
    found.push({ statement: 'revision', values: ownerText, sql: [owner] })
    found.push({ statement: 'get', values: ownerText, sql: [owner, id] })
    found.push({ statement: 'update', values: ownerText, sql: [owner, id, 'n', 't', 'now', null, null, null] })
    found.push({ statement: 'remove', values: ownerText, sql: [owner, id, null, null, null] })
  }
  return [...found, { statement: 'forgetCreations', values: 'no values', sql: [] }]
}

/**
 * The plans of the first executions of a prepared statement. After five, PostgreSQL decides whether it plans once for all
 * values (https://www.postgresql.org/docs/current/sql-prepare.html).
 */
const plannedTimes = 8

async function plansOf(client: Client, { statement, values, sql }: Execution): Promise<Plan[]> {
  const literals = sql.map((value) => (value === null ? 'NULL' : client.escapeLiteral(String(value))))
  const found = new Map<string, string[]>()
  await client.query(`PREPARE one AS ${statements[statement]}`)
  for (let time = 0; time < plannedTimes; time++) {
    const execution = `EXECUTE one${literals.length > 0 ? `(${literals.join(', ')})` : ''}`
    const { rows } = await client.query<Record<string, string>>(`EXPLAIN (COSTS OFF) ${execution}`)
    const steps = rows.flatMap((row) => stepOf(String(row['QUERY PLAN'])) ?? [])
    found.set(steps.join('\n'), steps)
  }
  await client.query('DEALLOCATE one')
  return [...found.values()].map((steps) => ({
    name: `${statement}: ${values}`,
    steps,
    faults: steps.filter((step) => !allowed[statement]?.includes(step)),
  }))
}

/** A step that reads or sorts rows, without the values. */
function stepOf(line: string): string | undefined {
  const step = line.trim().replace(/^-> +/, '')
  if (!/Scan|Sort|Cond|Filter/.test(step)) return undefined
  return step.replaceAll(/(?:\$\d+|'(?:[^']|'')*'::(?:text|uuid))(?: COLLATE "C")?/g, '?')
}

const revision = ['Index Scan using revision_pkey on revision', 'Index Cond: (owner = ?)']
const onePlant = ['Index Scan using plant_pkey on plant', 'Index Cond: ((owner = ?) AND (id = ?))']
const isExpected = 'Filter: ((? IS NULL) OR ((name = ?) AND (tag = ?) AND (updated_at = ?)))'
const allowed: Partial<Record<Name, string[]>> = {
  list: [...revision, 'Index Scan using plant_pkey on plant', 'Index Cond: ((owner = ?) AND (id > ?))'],
  listTagged: [
    ...revision,
    'Index Scan using plant_by_tag on plant',
    'Index Cond: ((owner = ?) AND (tag = ?) AND (id > ?))',
  ],
  revision,
  get: onePlant,
  update: [...onePlant, isExpected],
  remove: [...onePlant, isExpected],
  forgetCreations: [
    'Index Scan using creation_by_expiry on creation creation_1',
    'Index Cond: (expires_at <= now())',
    'Tid Scan on creation',
    'TID Cond: (ctid = ANY ((InitPlan 1).col1))',
  ],
}
