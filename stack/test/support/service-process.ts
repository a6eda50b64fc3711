// The service and its commands as processes, as an operator runs them.
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contract } from '../../core/contract/contract.ts'
import { developmentIssuer } from '../../server/auth/development-issuer.ts'
import { openSqliteStore } from '../../server/store/sqlite/store.ts'
import { newFolder } from './folder.ts'
import { type ProcessResult, type RunningProcess, run, type Settings, start } from './process.ts'

/** The script of the product of the stack's tests. */
const main = 'stack/test/product/main.ts'

export interface ServiceProcess extends RunningProcess {
  url: string
  /** The base URL of /live, /ready and /metrics. Empty without `OPS_PORT`. */
  opsUrl: string
}

/** The end of the startup message: for developers, or as JSON with an identity provider. */
export const startMessage = /listening on ([^\s"]+)(?:\n[\s\S]*curl .*|"})\n/

/**
 * Starts the service, or another script, on a free port. Resolves when it listens.
 * @param options `shell`: the command line of sh that starts it, for a limit or a redirection.
 */
export async function startProcess(
  settings: Settings,
  { script = main, node = process.execPath, shell = 'exec "$@"' } = {},
): Promise<ServiceProcess> {
  const args = ['-c', shell, 'sh', node, script]
  const child = start('sh', args, { env: { PORT: '0', LOG_LEVEL: 'error', ...settings } })
  const [, url = ''] = await child.waitForOutput(startMessage)
  const [, opsUrl = ''] = /(?:metrics are at |"opsUrl":")([^\s"]+)/.exec(child.stdout) ?? []
  return Object.assign(child, { url, opsUrl })
}

/** Parses the log so far: each complete line of stderr is JSON. */
export function getLog({ stderr }: RunningProcess): Record<string, unknown>[] {
  const lines = stderr.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

/** Limits the size of the files that the process writes. Larger writes fail as on a full disk. */
export function limitFileSize({ pid }: RunningProcess, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

/** Creates a data folder as after a first start: the service seeds no items. @param contract Default: of rooms. */
export async function existingDataFolder(contract?: Contract): Promise<string> {
  const { collections, product } = contract ?? (await import('./rooms.ts')).rooms.contract
  const folder = await newFolder()
  await writeFile(join(folder, 'example-collection-added'), '')
  await (await openSqliteStore(folder, { product, collections })).close()
  return folder
}

/** Runs the service until it exits, for a start that fails. @param wrapper A command that starts it. Default: none. */
export function runServer(settings: Settings, wrapper: string[] = []): Promise<ProcessResult> {
  const [program = '', ...args] = [...wrapper, process.execPath, main]
  return run(program, args, { env: { PORT: '0', LOG_LEVEL: 'error', ...settings } })
}

/** Runs a command of the product, such as `token`. @returns Its result, without progress lines of slow machines. */
export async function runCommand(name: string, settings: Settings, script = main): Promise<ProcessResult> {
  const { stderr, ...ended } = await run(process.execPath, [script, name], { env: settings })
  return { ...ended, stderr: stderr.replace(/^\w+ [\d,]+ of [\d,]+ rows\n/gm, '') }
}

/** Signs a token with every scope, like the command `token`, but in process. @param contract Default: of rooms. */
export async function tokenFor({ DATA = '', SUB = 'gardener' }: Settings, contract?: Contract): Promise<string> {
  const { product, scopes } = contract ?? (await import('./rooms.ts')).rooms.contract
  const { sign } = await developmentIssuer(product, DATA)
  return sign({ subject: SUB, scope: scopes.join(' ') })
}
