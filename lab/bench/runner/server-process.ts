// A server process: its URL, and its CPU time from /proc of Linux. It has one core, and the load generator has another.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { exitWithError } from '../../../stack/environment.ts'
import { getOutput, type RunningProcess, type Settings, start } from '../../../stack/test/support/process.ts'
import { processMs } from '../../../stack/test/support/wait.ts'

export interface ServerProcess extends RunningProcess {
  url: string
  /** CPU time so far in µs. */
  cpu: () => number
}

export async function buildService(): Promise<void> {
  await getOutput(process.execPath, ['tools/build/main.ts'], { timeoutMs: 60_000 })
}

/** Starts the built service as in docs/deployment.md, with metrics, a log, and rate limits that no run reaches. */
export function startBuiltService(env: Settings, script = 'dist/service.cjs'): Promise<ServerProcess> {
  const options = ['--max-semi-space-size=8']
  const defaults = { PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '9999999' }
  return startServer(script, { ...defaults, ...env }, options)
}

/** Starts a Node program that prints its URL. Resolves when the program listens. `cleanUp` ends it. */
export async function startServer(script: string, env: Settings, options: string[] = []): Promise<ServerProcess> {
  const server = start(process.execPath, [...options, script], { env: env })
  // The service prints this after it has opened its data, which can take long.
  const [, url = ''] = await server.waitForOutput(/listening on ([^\s"]+)["\s]/, processMs)
  bind(server.pid, '0')
  return Object.assign(server, { url, cpu: () => cpuOfProcesses([server.pid]) })
}

/** Returns the resident memory of a process in MB. */
export function memoryOfProcess(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round((Number(kilobytes) * 1_024) / 1_000_000)
}

/** Returns the user and system time of all threads so far, in µs. */
export function cpuOfProcesses(pids: number[]): number {
  const threads = pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`))
  // The first number is the time on a CPU in ns (Documentation/scheduler/sched-stats.rst of Linux).
  const times = threads.map((thread) => readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0])
  return times.reduce((sum, time) => sum + Number(time) / 1_000, 0)
}

/** Binds this process, which sends the requests, to a core. */
export const bindLoad = () => bind(process.pid, '1')

/** Binds a process to a core. If that is not possible, this process exits with status 2. */
function bind(pid: number, core: string): void {
  const { status } = spawnSync('taskset', ['-a', '-cp', core, String(pid)])
  if (status !== 0) exitWithError('This needs Linux, two cores and taskset (Debian package util-linux).')
}
