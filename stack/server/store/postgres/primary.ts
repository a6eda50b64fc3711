// Finds the server that accepts writes: the primary. After a failover it is another one of the servers in DATABASE_URL.
import { Socket } from 'node:net'
import { Client, Pool } from 'pg'
import type { DatabaseServer } from '../../configuration/database-servers.ts'

/** After this time a socket is closed that the driver has ended, also if the server does not respond. */
const lingerMs = 500

export interface Found {
  server: DatabaseServer
  /** Increases with each promotion of a standby. 0 if there is only one server. */
  timeline: number
}

/** Asks one server what it is, on a connection of its own that stays open while it is used. */
export interface Probe {
  server: DatabaseServer
  /** @throws {ReadOnlyReplica} @throws {Error} if the server does not respond within twice the timeout. */
  timeline: () => Promise<number>
  close: () => Promise<void>
}

export function openProbes(servers: DatabaseServer[], timeoutMs: number): Probe[] {
  // The first eight hexadecimal digits of a WAL file are its timeline. Not every compatible service has one.
  const wal = servers.length > 1 ? 'pg_walfile_name(pg_current_wal_lsn())' : "'0'"
  const text = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN ${wal} END AS wal`
  return servers.map((server) => {
    const times = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
    const pool = new Pool({ connectionString: server.url, max: 1, stream: newSocket, ...times })
    pool.on('error', () => {}) // it opens another connection
    return {
      server,
      async timeline() {
        const { rows } = await pool.query<{ wal: string | null }>(text)
        const wal = rows[0]?.wal
        if (wal == null) throw new ReadOnlyReplica()
        return Number.parseInt(wal.slice(0, 8), 16)
      },
      close: () => pool.end(),
    }
  })
}

/**
 * Asks all servers at the same time.
 * @param times How long to wait for the others: `graceMs` after a primary has responded, because a newer one may
 *   respond too, and `patienceMs` after any other server has.
 * @returns The newest primary.
 * @throws {Error} if no server is one; the message says why, for each server.
 */
export async function findPrimary(
  probes: Probe[],
  { graceMs, patienceMs }: { graceMs: number; patienceMs: number },
): Promise<Found> {
  const found: Found[] = []
  const reasons = probes.map(() => 'it does not respond')
  let cause: unknown
  const { promise: isLate, resolve: giveUp } = Promise.withResolvers<void>()
  const asked = probes.map(async ({ server, timeline }, index) => {
    try {
      found.push({ server, timeline: await timeline() })
      setTimeout(giveUp, graceMs).unref()
    } catch (error) {
      reasons[index] = toMessage(error)
      cause ??= error
      setTimeout(giveUp, patienceMs).unref()
    }
  })
  await Promise.race([Promise.all(asked), isLate])
  const [newest] = found.toSorted((one, other) => other.timeline - one.timeline)
  if (newest !== undefined) return newest
  throw new Error(probes.map(({ server }, index) => `${server.name}: ${reasons[index]}`).join('; '), { cause })
}

/** Finds the primary for one command. @throws {Error} if there is none within the time. */
export async function findPrimaryOnce(servers: DatabaseServer[], connectTimeoutMs: number): Promise<DatabaseServer> {
  const probes = openProbes(servers, connectTimeoutMs)
  try {
    return (await findPrimary(probes, { graceMs: connectTimeoutMs, patienceMs: connectTimeoutMs })).server
  } finally {
    await Promise.all(probes.map((probe) => probe.close()))
  }
}

/** Opens a connection that belongs to no pool, whose statements have a timeout. */
export async function connectTo({ url }: DatabaseServer, connectTimeoutMs: number): Promise<Client> {
  const times = { connectionTimeoutMillis: connectTimeoutMs, keepAlive: true }
  const client = new Client({ connectionString: url, stream: newSocket, ...times })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  return client
}

/** For the driver, which waits for the server after it has ended a connection: for minutes, if the network is down. */
export function newSocket(): Socket {
  const socket = new Socket()
  return socket.once('finish', () => setTimeout(() => socket.destroy(), lingerMs).unref())
}

/** The server accepts no writes. */
export class ReadOnlyReplica extends Error {
  override readonly name = 'ReadOnlyReplica'

  constructor() {
    super('the server is a read-only replica')
  }
}

export function toMessage(error: unknown): string {
  const { message, code, errors } = Object(error)
  // Node's error for several addresses of one host has no message of its own.
  if (Array.isArray(errors)) return errors.map(toMessage).join(', ')
  return message || String(code)
}
