// The tables of PostgreSQL, as a list of migrations that only grows: a database with version N has the first N applied.
import { Client, type ClientBase } from 'pg'
import type { DatabaseServer } from '../configuration/database-servers.ts'
import { newSocket } from './postgres-primary.ts'
import { startSession } from './postgres-session.ts'

// Text has the collation "C": it is compared by code points, as in SQLite.
export const migrations: string[] = [
  // The key starts with the owner, so every query reads one range of an index, and the tables can be distributed by owner.
  `CREATE TABLE plant (
     owner text COLLATE "C" NOT NULL,
     id uuid NOT NULL,
     name text COLLATE "C" NOT NULL,
     tag text COLLATE "C" NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     PRIMARY KEY (owner, id)
   );
   CREATE INDEX plant_by_tag ON plant (owner, tag, id);

   -- Creations with an Idempotency-Key, as they were at that time.
   CREATE TABLE creation (
     owner text COLLATE "C" NOT NULL,
     key text COLLATE "C" NOT NULL,
     id uuid NOT NULL,
     name text COLLATE "C" NOT NULL,
     tag text COLLATE "C" NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     PRIMARY KEY (owner, key)
   );
   CREATE INDEX creation_by_expiry ON creation (expires_at);

   -- A new revision for each change of an owner's plants, whoever makes it.
   CREATE TABLE revision (owner text COLLATE "C" PRIMARY KEY, revision uuid NOT NULL);
   CREATE FUNCTION plant_changed() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       -- In the order of owners, so that two statements never wait for each other.
       INSERT INTO revision SELECT owner, gen_random_uuid() FROM (SELECT DISTINCT owner FROM changed ORDER BY owner) AS one
       ON CONFLICT (owner) DO UPDATE SET revision = EXCLUDED.revision;
       RETURN NULL;
     END
   $$;
   CREATE FUNCTION plant_updated() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO revision SELECT owner, gen_random_uuid()
       FROM (SELECT OLD.owner UNION SELECT NEW.owner ORDER BY owner) AS one
       ON CONFLICT (owner) DO UPDATE SET revision = EXCLUDED.revision;
       RETURN NULL;
     END
   $$;
   CREATE FUNCTION plants_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE revision SET revision = gen_random_uuid();
       RETURN NULL;
     END
   $$;
   CREATE TRIGGER plant_inserted AFTER INSERT ON plant REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION plant_changed();
   CREATE TRIGGER plant_deleted AFTER DELETE ON plant REFERENCING OLD TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION plant_changed();
   CREATE TRIGGER plant_updated AFTER UPDATE ON plant
     FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION plant_updated();
   CREATE TRIGGER plants_truncated AFTER TRUNCATE ON plant
     FOR EACH STATEMENT EXECUTE FUNCTION plants_truncated();`,
]

/** Any constant will do that no other program uses. */
const lock = 7_305_804_402

/** 14: earlier versions get no more corrections. */
const leastVersion = 14

/**
 * Checks the server, and applies the migrations that are missing. Several instances can do so at the same time: one of
 * them migrates, the others wait for it.
 * @throws {Error} if the database cannot be used, with nothing changed; the message says why.
 */
export async function prepareDatabase({ url }: DatabaseServer, connectTimeoutMs: number): Promise<void> {
  // Not of the pool, whose statements have a timeout.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, stream: newSocket })
  client.on('error', () => {})
  await client.connect()
  try {
    await checkServer(client, connectTimeoutMs)
    await startSession(client, { statementTimeoutMs: 0, connectTimeoutMs })
    // A migration may take longer than any other statement, and wait for that of another instance.
    await client.query('BEGIN; SET LOCAL lock_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    await migrate(client)
    await client.query('COMMIT')
  } finally {
    // Not awaited: a server that is silent does not close the connection.
    void client.end().catch(() => {})
  }
}

async function checkServer(client: ClientBase, timeoutMs: number): Promise<void> {
  const text = `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS name,
                       current_setting('server_encoding') AS encoding`
  const query = { text, values: [], query_timeout: timeoutMs }
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(query)
  const [{ version = 0, name = '', encoding = '' } = {}] = rows
  if (version < leastVersion) {
    throw new Error(
      `it is PostgreSQL ${name}, but this service needs version ${leastVersion} or later: upgrade PostgreSQL`,
    )
  }
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, but this service needs UTF8`)
}

async function migrate(client: ClientBase): Promise<void> {
  const version = await versionOf(client)
  if (version > migrations.length) {
    throw new Error(
      `a newer version of this service has changed it (data version ${version}, this service supports ${migrations.length}): start that version or a newer one`,
    )
  }
  for (const migration of migrations.slice(version)) await client.query(migration)
  if (version < migrations.length) await client.query('UPDATE data_version SET version = $1', [migrations.length])
}

async function versionOf(client: ClientBase): Promise<number> {
  // Later starts need no right to create tables.
  const found = await client.query<{ isNew: boolean }>(`SELECT to_regclass('data_version') IS NULL AS "isNew"`)
  if (found.rows[0]?.isNew) await client.query('CREATE TABLE data_version (version integer NOT NULL)')
  const { rows } = await client.query<{ version: number }>('SELECT version FROM data_version')
  if (rows[0] !== undefined) return rows[0].version
  await client.query('INSERT INTO data_version VALUES (0)')
  return 0
}
