// One server for all databases of a run. It does not wait for the disk: it is for tests of what the code does, and tests
// of power failures start their own server.
import { startPostgresServer } from './server.ts'

/** @returns The address of the server. */
export async function startSharedServer(): Promise<string> {
  const settings = { full_page_writes: 'off', max_connections: '300' }
  const server = await startPostgresServer({ fsync: false, settings })
  return server.url()
}
