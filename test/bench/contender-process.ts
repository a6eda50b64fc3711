// A contender as a process on its own core: its URL, its CPU time and its memory, from /proc.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { onCleanUp, root } from '../support/folder.ts'
import { type Contender, ours } from './contenders.ts'
import { commandOnCore, serverCore } from './cores.ts'

const startTimeoutMs = 20_000

export class ContenderProcess {
  readonly url: string
  readonly #child: ChildProcess
  readonly #name: string

  /** Resolves when it listens. `cleanUp` ends it. @param settings Environment variables of this run. */
  static async start(contender: Contender, more: Record<string, string>): Promise<ContenderProcess> {
    const { name, settings } = contender
    const [command = '', ...args] = commandOnCore(serverCore, [process.execPath, ...contender.args])
    const child = spawn(command, args, {
      cwd: root,
      env: { PATH: process.env.PATH, ...settings, ...more },
      // The service writes its log to stderr. Peers write nothing there, but why they fail.
      stdio: ['ignore', 'pipe', contender === ours ? 'ignore' : 'inherit'],
    })
    onCleanUp(async () => end(child))
    const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs)
    for await (const line of createInterface(child.stdout)) {
      const [, url] = /listens on (\S+)/.exec(line) ?? []
      if (url === undefined) continue
      clearTimeout(timer)
      child.stdout.resume()
      return new ContenderProcess(name, child, url)
    }
    clearTimeout(timer)
    throw new Error(`${name} ended without a URL.`)
  }

  private constructor(name: string, child: ChildProcess, url: string) {
    this.#name = name
    this.#child = child
    this.url = url
  }

  /** User and system time of all threads so far, in µs. */
  cpuMicroseconds(): Map<string, number> {
    const folder = `/proc/${this.#child.pid}/task`
    return new Map(
      readdirSync(folder).map((thread) => {
        // The first number is the time on a CPU in ns (Documentation/scheduler/sched-stats.rst of Linux).
        const [ns] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')
        return [thread, Number(ns) / 1_000]
      }),
    )
  }

  /** Since `before`, in µs. @throws {Error} if a thread has ended, whose time is unknown then. */
  cpuMicrosecondsSince(before: Map<string, number>): number {
    const now = this.cpuMicroseconds()
    if ([...before.keys()].some((thread) => !now.has(thread))) throw new Error(`A thread of ${this.#name} has ended.`)
    return [...now].reduce((sum, [thread, time]) => sum + time - (before.get(thread) ?? 0), 0)
  }

  /** The memory that it has in RAM (VmRSS), in MB of 1,000,000 bytes. */
  memoryMegabytes(): number {
    const [, kib = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')) ?? []
    return (Number(kib) * 1_024) / 1_000_000
  }

  async end(): Promise<void> {
    await end(this.#child)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
