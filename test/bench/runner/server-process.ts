// A server as a process on its own core: its URL, its CPU time and its memory, which Linux shows in /proc.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { onCleanUp, root } from '../../support/folder.ts'
import { outputOf } from '../../support/process.ts'
import { onServerCore } from './machine.ts'

const builtService = 'dist/service.cjs'
const startTimeoutMs = 60_000

export async function buildService(): Promise<void> {
  await outputOf(process.execPath, ['tools/build/main.ts'], { timeoutMs: 60_000 })
}

/** Starts the built service as in docs/deployment.md, with metrics, a log and limits, which no request of a run reaches. */
export function startBuiltService(settings: Record<string, string>): Promise<ServerProcess> {
  const usual = { PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '9999999' }
  return ServerProcess.start([builtService], { ...usual, ...settings })
}

export class ServerProcess {
  readonly url: string
  readonly #child: ChildProcess

  /** Starts a Node program that prints its URL. Resolves when it listens. `cleanUp` ends it. */
  static async start(args: string[], settings: Record<string, string>): Promise<ServerProcess> {
    const [command = '', ...rest] = onServerCore([process.execPath, ...args])
    const env = { PATH: process.env.PATH, ...settings }
    const child = spawn(command, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    onCleanUp(() => end(child))
    // The service writes a line for each request.
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2_000)
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs)
    for await (const line of createInterface(child.stdout)) {
      const [, url] = /listens on ([^\s"]+)/.exec(line) ?? []
      if (url === undefined) continue
      clearTimeout(timer)
      child.stdout.resume()
      return new ServerProcess(child, url)
    }
    clearTimeout(timer)
    throw new Error(`${args.join(' ')} ended without a URL: ${errors}`)
  }

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  /** CPU time so far, in µs. */
  cpu(): number {
    return cpuOfProcess(this.#child.pid)
  }

  /** The memory that the process has in RAM (VmRSS), in MB of 1,000,000 bytes. */
  megabytes(): number {
    const [, kib = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? []
    return (Number(kib) * 1_024) / 1_000_000
  }

  end(): Promise<void> {
    return end(this.#child)
  }
}

/** User and system time of all threads so far, in µs. */
export function cpuOfProcess(pid: number | undefined): number {
  const folder = `/proc/${pid}/task`
  // The first number is the time on a CPU in ns (Documentation/scheduler/sched-stats.rst of Linux).
  const times = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0])
  return times.reduce((sum, time) => sum + Number(time) / 1_000, 0)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
