// make poolers: the start of the service behind a real PgBouncer, while other clients use it. In session mode the store works;
// in any other mode, the start is refused.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../stack/environment.ts'
import { UnusableDatabase } from '../../stack/server/store/postgres/prepare.ts'
import { openPostgresStore } from '../../stack/server/store/postgres/store.ts'
import { cleanUp, cleanUpOnSignals } from '../../stack/test/support/folder.ts'
import { freePort } from '../../stack/test/support/free-port.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import {
  asDatabaseUser,
  giveToDatabaseUser,
  newDatabaseUserFolder,
} from '../../stack/test/support/postgres/database-user.ts'
import { openSession } from '../../stack/test/support/postgres/session.ts'
import { run, start } from '../../stack/test/support/process.ts'
import { openSocket } from '../../stack/test/support/raw-http.ts'
import { waitFor } from '../../stack/test/support/wait.ts'

const starts = 20

cleanUpOnSignals()
await run('pgbouncer', ['--version']).catch(() => refuse('pgbouncer is missing: install the Debian package pgbouncer.'))
for (const mode of ['session', 'transaction', 'statement']) {
  for (const roundRobin of [0, 1]) {
    const url = await startPgBouncer(`pool_mode = ${mode}\nserver_round_robin = ${roundRobin}`)
    for (const others of [0, 8]) {
      const load = Array.from({ length: others }, () => startOther(url))
      let opened = 0
      for (let count = 0; count < starts; count++) opened += (await opens(url)) ? 1 : 0
      await Promise.all(load.map((stop) => stop()))
      const settings = `${mode}, round robin ${roundRobin}, with ${others} other clients`
      console.log(`${settings}: ${opened} of ${starts} starts succeeded`)
      if (opened !== (mode === 'session' ? starts : 0)) process.exitCode = 1
    }
  }
}
await cleanUp()

async function opens(url: string): Promise<boolean> {
  const servers = [{ name: 'PgBouncer', url }]
  try {
    const store = await openPostgresStore({
      servers,
      collections: [],
      poolSize: 3,
      connectTimeoutMs: 10_000,
      statementTimeoutMs: 10_000,
    })
    const isReady = await Promise.all([1, 2, 3].map(() => store.isReady()))
    await store.close()
    return isReady.every(Boolean)
  } catch (error) {
    if (error instanceof UnusableDatabase) return false
    throw error
  }
}

/** @returns Stops it. */
function startOther(url: string): () => Promise<void> {
  let isRunning = true
  const running = (async () => {
    await using session = await openSession(url)
    while (isRunning) await session.query('SELECT 1')
  })()
  return () => {
    isRunning = false
    return running
  }
}

async function startPgBouncer(settings: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL((await newDatabase()).url)
  const listenPort = await freePort()
  const file = join(await newDatabaseUserFolder(), 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
plants = host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
${settings}
`,
  )
  await giveToDatabaseUser(file)
  start(...asDatabaseUser('pgbouncer', ['--quiet', file]))
  await waitFor(async () => (await openSocket(`http://127.0.0.1:${listenPort}`)).destroy())
  return `postgres://any@127.0.0.1:${listenPort}/plants`
}
