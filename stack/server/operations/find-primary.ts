// Finds the primary of PostgreSQL for one command.
import type { DatabaseServer } from '../configuration/database-servers.ts'
import { findPrimary, openProbes } from '../store/postgres/primary.ts'

/** @throws {Error} if there is none within the time. */
export async function findPrimaryOnce(servers: DatabaseServer[], connectTimeoutMs: number): Promise<DatabaseServer> {
  const probes = openProbes(servers, connectTimeoutMs)
  try {
    return (await findPrimary(probes, { graceMs: connectTimeoutMs, patienceMs: connectTimeoutMs })).server
  } finally {
    await Promise.all(probes.map((probe) => probe.close()))
  }
}
