// A real PostgreSQL server, for tests that stop, kill or freeze it. For other tests, database.ts creates a database.
import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onCleanUp } from '../folder.ts'
import { freePort } from '../free-port.ts'
import { oncePerRun } from '../once-per-run.ts'
import { findChildren, getOutput, type RunningProcess, run, start } from '../process.ts'
import { waitUntil } from '../wait.ts'
import { asServerAccount, type Installation, newServerAccountFolder, prepareInstallation } from './installation.ts'
import { queryOnce, type Row } from './session.ts'

/**
 * Starts a server with a new data directory on a free port of 127.0.0.1. Clients log in with a password (SCRAM).
 * Commits do not wait for the disk, so a power failure would lose them.
 * @param settings Parameters in `postgresql.conf`. `ALTER SYSTEM` can override them later.
 * @throws {Error} With the log of the server, if it does not accept connections within 30 s.
 */
export async function startPostgresServer(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const installation = await oncePerRun('installation', prepareInstallation)
  const dataDirectory = await copyDataDirectory(installation.template)
  await configure(dataDirectory, {
    fsync: 'off',
    // WAL for standbys that start from a copy of the data directory.
    wal_keep_size: '64MB',
    // Files in the data directory, so a killed server leaves nothing in /dev/shm.
    dynamic_shared_memory_type: 'mmap',
    ...settings,
  })
  const server = new PostgresServer(installation, dataDirectory, await freePort())
  await server.start()
  return server
}

/** Copies a data directory. The account of the server owns the copy. */
export async function copyDataDirectory(source: string): Promise<string> {
  const copy = await newServerAccountFolder()
  await getOutput(...asServerAccount('cp', ['-R', `${source}/.`, copy]), { cwd: copy })
  return copy
}

export function configure(dataDirectory: string, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  return appendFile(join(dataDirectory, 'postgresql.conf'), lines.join(''))
}

export class PostgresServer implements AsyncDisposable {
  readonly installation: Installation
  readonly dataDirectory: string
  readonly port: number
  #process: RunningProcess | undefined
  #endFreeze: Awaited<ReturnType<typeof stopTree>> | undefined

  constructor(installation: Installation, dataDirectory: string, port: number) {
    this.installation = installation
    this.dataDirectory = dataDirectory
    this.port = port
  }

  /** Connection URL, with the password of the superuser `tests`. */
  url(database = 'postgres', { port = this.port } = {}): string {
    return `postgres://tests:${this.installation.password}@127.0.0.1:${port}/${database}`
  }

  /** Runs one SQL statement in the database `postgres`, on a new connection. */
  query(sql: string, values?: unknown[]): Promise<Row[]> {
    return queryOnce(this.url(), sql, values)
  }

  /** Starts the server, or restarts it with its port and data after `kill`. Resolves when it accepts connections. */
  async start(): Promise<void> {
    const options = ['-D', this.dataDirectory, '-p', String(this.port)]
    options.push('-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=')
    this.#process = start(...asServerAccount(this.installation.postgresPath, options), { cwd: this.dataDirectory })
    onCleanUp(() => this[Symbol.asyncDispose]())
    await this.#process.waitForOutput(/database system is ready to accept (?:read-only )?connections/, 30_000)
  }

  /**
   * Stops the server. Resolves when the postmaster has exited, and its children, which exit after a SIGKILL of it, too.
   * A frozen server is killed without being thawed, as when a machine fails: nothing is committed after `freeze`.
   */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#endFreeze?.('SIGKILL')
    this.#endFreeze = undefined
    await this.#process?.end(signal, 30_000)
  }

  /** Suspends all processes of the server, as when a machine hangs. Connections stay open. */
  async freeze(): Promise<void> {
    this.#endFreeze ??= await stopTree(this.#process?.pid ?? 0)
  }

  async thaw(): Promise<void> {
    await this.#endFreeze?.('SIGCONT')
    this.#endFreeze = undefined
  }

  /** Promotes a standby. Resolves when it accepts writes. @throws {Error} If it does not within `waitMs`. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote(wait => false)')
    await waitUntil(async () => (await this.query('SELECT 1 WHERE NOT pg_is_in_recovery()')).length > 0)
  }

  /** Ends the server and removes its data. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill('SIGQUIT')
    await this.#removeSharedMemory()
    await rm(this.dataDirectory, { recursive: true, force: true })
  }

  // A killed postmaster leaves a small segment, which only its next start removes. A clean shutdown removes the segment
  // and postmaster.pid (https://www.postgresql.org/docs/18/storage-file-layout.html).
  async #removeSharedMemory(): Promise<void> {
    const lines = await readFile(join(this.dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '')
    const [, id] = /^ *\d+ +(\d+) *$/m.exec(lines) ?? []
    if (id !== undefined) await run('ipcrm', ['-m', id])
  }
}

// A stopped process handles no signal but SIGKILL. This script continues it when the tests end, so that it can exit.
const continueAfterTests = 'exec 2> /dev/null; while kill -0 $PPID; do sleep 1; done; kill -CONT "$@"'

/**
 * Stops a process and its children: first the parent, so that it starts no more.
 * @returns A function that continues them with SIGCONT, or ends them with SIGKILL.
 */
export async function stopTree(parent: number): Promise<(signal: 'SIGCONT' | 'SIGKILL') => Promise<void>> {
  const pids = new Set<number>()
  for (
    let childPids = [parent];
    childPids.length > 0;
    childPids = findChildren(parent).filter((pid) => !pids.has(pid))
  ) {
    for (const pid of childPids) pids.add(pid)
    send(childPids, 'SIGSTOP')
    await sleep(5) // a child that the parent was just starting becomes visible
  }
  const guard = start('sh', ['-c', continueAfterTests, 'sh', ...[...pids].map(String)], { detached: true })
  return async (signal) => {
    send([...pids], signal)
    await guard.end('SIGKILL')
  }
}

function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already exited.
    }
  }
}
