// A service and its commands as an operator runs them: as processes.
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contract } from '../../core/contract/contract.ts'
import { developmentIssuer } from '../../server/auth/development-issuer.ts'
import { openSqliteStore } from '../../server/store/sqlite/store.ts'
import { newFolder } from './folder.ts'
import { type Ended, type RunningProcess, run, type Settings, start } from './process.ts'

/** Runs the product of the stack's tests. */
const main = 'stack/test/product/main.ts'

export interface ServiceProcess extends RunningProcess {
  url: string
  /** The address of /live, /ready and /metrics. Empty without `OPS_PORT`. */
  opsUrl: string
}

/** The end of what the service prints when it listens: for people, or as JSON with an identity provider. */
export const listening = /listens on ([^\s"]+)(?:\n[\s\S]*curl .*|"})\n/

/**
 * Starts the service, or another script, on a free port. Resolves when it listens.
 * @param options `shell`: how sh starts it, for a limit or a redirection.
 */
export async function startProcess(
  settings: Settings,
  { script = main, node = process.execPath, shell = 'exec "$@"' } = {},
): Promise<ServiceProcess> {
  const args = ['-c', shell, 'sh', node, script]
  const child = start('sh', args, { settings: { PORT: '0', LOG_LEVEL: 'error', ...settings } })
  const [, url = ''] = await child.printed(listening)
  const [, opsUrl = ''] = /(?:metrics are at |"opsUrl":")([^\s"]+)/.exec(child.stdout) ?? []
  return Object.assign(child, { url, opsUrl })
}

/** What the service has logged: each complete line of stderr is JSON. */
export function getLog({ stderr }: RunningProcess): Record<string, unknown>[] {
  const lines = stderr.split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

/** Sets the size of the largest file that the process may write. Larger writes fail as on a full disk. */
export function limitFiles({ pid }: RunningProcess, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

/** A data folder that the service has used before, so it adds no example items. @param contract Default: of rooms. */
export async function usedFolder(contract?: Contract): Promise<string> {
  const { collections, product } = contract ?? (await import('./rooms.ts')).rooms.contract
  const folder = await newFolder()
  await writeFile(join(folder, 'example-collection-added'), '')
  await (await openSqliteStore(folder, { product, collections })).close()
  return folder
}

/** Runs the service to its end, for a start that fails. @param starter A command that starts it. Default: none. */
export function runServer(settings: Settings, starter: string[] = []): Promise<Ended> {
  const [program = '', ...args] = [...starter, process.execPath, main]
  return run(program, args, { settings: { PORT: '0', LOG_LEVEL: 'error', ...settings } })
}

/** Runs a command of the product, such as `token`. @returns Its end, without the progress, which slow machines show. */
export async function runCommand(name: string, settings: Settings, script = main): Promise<Ended> {
  const { stderr, ...ended } = await run(process.execPath, [script, name], { settings })
  return { ...ended, stderr: stderr.replace(/^\w+ [\d,]+ of [\d,]+ rows\n/gm, '') }
}

/** A token with every scope, as the command `token` prints it, without a process. @param contract Default: of rooms. */
export async function tokenFor({ DATA = '', SUB = 'gardener' }: Settings, contract?: Contract): Promise<string> {
  const { product, scopes } = contract ?? (await import('./rooms.ts')).rooms.contract
  const { sign } = await developmentIssuer(product, DATA)
  return sign({ subject: SUB, scope: scopes.join(' ') })
}
