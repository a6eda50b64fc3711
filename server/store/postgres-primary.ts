// Finds the server that accepts writes: the primary. After a failover it is another one of the servers in DATABASE_URL.
import { Client } from 'pg'
import type { DatabaseServer } from '../configuration/database-servers.ts'

/** For a newer primary, if the old one still responds after a failover. */
const graceMs = 50

export interface Found {
  server: DatabaseServer
  /** Increases with each promotion of a standby. 0 if there is only one server. */
  timeline: number
}

/**
 * Asks all servers at the same time. Servers that do not respond cost half of the timeout, if another one responds.
 * @returns The newest primary.
 * @throws {Error} if no server is one; the message says why, for each server.
 */
export async function findPrimary(servers: DatabaseServer[], timeoutMs: number): Promise<Found> {
  const found: Found[] = []
  const errors: Error[] = []
  const { promise: isLate, resolve: giveUp } = Promise.withResolvers<void>()
  const probes = servers.map(async (server) => {
    try {
      found.push({ server, timeline: await timelineOf(server, timeoutMs, servers.length > 1) })
      setTimeout(giveUp, graceMs)
    } catch (error) {
      errors.push(new Error(`${server.name}: ${messageOf(error)}`, { cause: error }))
      setTimeout(giveUp, timeoutMs / 2)
    }
  })
  await Promise.race([Promise.all(probes), isLate])
  const [newest] = found.toSorted((one, other) => other.timeline - one.timeline)
  if (newest !== undefined) return newest
  throw new Error(errors.map(({ message }) => message).join('; '), { cause: errors[0]?.cause })
}

async function timelineOf({ url }: DatabaseServer, timeoutMs: number, hasOthers: boolean): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica')
    if (rows[0]?.replica) throw new ReadOnlyReplica()
    if (!hasOthers) return 0
    // The first eight hexadecimal digits of a WAL file are its timeline.
    const timeline = await client.query<{ wal: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS wal')
    return Number.parseInt(String(timeline.rows[0]?.wal).slice(0, 8), 16)
  } finally {
    void client.end().catch(() => {})
  }
}

/** The server accepts no writes. */
export class ReadOnlyReplica extends Error {
  override readonly name = 'ReadOnlyReplica'

  constructor() {
    super('the server is a read-only replica')
  }
}

export function messageOf(error: unknown): string {
  const { message, code, errors } = Object(error)
  // Node's error for several addresses of one host has no message of its own.
  if (Array.isArray(errors)) return errors.map(messageOf).join(', ')
  return message || String(code)
}
