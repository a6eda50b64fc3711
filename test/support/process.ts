// The service as an operator has it: a process of its own, started on a folder and ended again, each with a deadline.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../../server/store/sqlite.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export type Settings = Record<string, string>

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface ServiceProcess {
  url: string
  /** What it has printed so far. */
  stdout: () => string
  /** Sends a signal; resolves once the process has ended. */
  end: (signal?: NodeJS.Signals, deadlineMs?: number) => Promise<Ended>
}

const children = new Set<ChildProcess>()
const folders: string[] = []

/** Ends every process and removes every folder that this file has made; for `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([...children].map((child) => once(child, 'close')))
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
}

/** For a command: leaves nothing behind when it is ended, by a terminal or by a pipeline. */
export function cleanUpOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => cleanUp().finally(() => process.exit(2)))
  }
}

export async function newFolder(prefix = 'plants-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  folders.push(folder)
  return folder
}

/** A data folder that has been used before, and so gets no example plants. */
export async function usedFolder(): Promise<string> {
  const folder = await newFolder()
  await writeFile(join(folder, 'example-collection-added'), '')
  await openSqliteStore(folder).close()
  return folder
}

/** Starts the service, or another script, on a free port; resolves once it says where it listens. */
export async function startProcess(
  settings: Settings,
  { script = 'server/main.ts', deadlineMs = 15_000 } = {},
): Promise<ServiceProcess> {
  const { child, ended, printed } = launch(process.execPath, [script], { PORT: '0', ...settings })
  const listening = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const url = /listens on (\S+)\n[\s\S]*curl .*\n/.exec(printed.stdout)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const gone = ended.then(({ code, stderr }) => {
    throw new Error(`ended with ${code} instead of starting: ${stderr}`)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  const url = await Promise.race([listening, gone]).finally(() => clearTimeout(timer))
  return {
    url,
    stdout: () => printed.stdout,
    async end(signal = 'SIGTERM', within = 10_000) {
      child.kill(signal)
      return before(within, ended, child)
    },
  }
}

/** Runs a command that ends by itself, from the root of the project. */
export function run(command: string, args: string[], settings: Settings = {}, deadlineMs = 15_000): Promise<Ended> {
  const { child, ended } = launch(command, args, settings)
  return before(deadlineMs, ended, child)
}

export function runServer(settings: Settings): Promise<Ended> {
  return run(process.execPath, ['server/main.ts'], settings)
}

export function runToken(settings: Settings): Promise<Ended> {
  return run(process.execPath, ['server/auth/print-token.ts'], settings)
}

/** Starts the service and sends it a signal in the middle of adding the example plants. */
export async function endedWhileAdding(settings: Settings, signal: NodeJS.Signals): Promise<Ended> {
  const { child, ended } = launch(process.execPath, ['server/main.ts'], { PORT: '0', ...settings })
  child.stdout.once('data', () => setTimeout(() => child.kill(signal), 100))
  return before(15_000, ended, child)
}

/** A token as `make token` prints it. */
export async function tokenFor(settings: Settings): Promise<string> {
  const { code, stdout, stderr } = await runToken(settings)
  if (code !== 0) throw new Error(stderr)
  return stdout.trim()
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return address.port
}

function launch(command: string, args: string[], settings: Settings) {
  // Nothing of what the tests themselves run in: no settings, and no options of make or node.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH: path, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    children.delete(child)
    return { code, signal, ...printed }
  })
  // Whoever waits for it sees the error as well.
  ended.catch(() => children.delete(child))
  return { child, ended, printed }
}

async function before(deadlineMs: number, ended: Promise<Ended>, child: ChildProcess): Promise<Ended> {
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, deadlineMs)
  const end = await ended.finally(() => clearTimeout(timer))
  if (late) throw new Error(`still running after ${deadlineMs} ms: ${end.stdout}${end.stderr}`)
  return end
}
