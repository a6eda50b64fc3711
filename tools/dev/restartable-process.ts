// A process that `make dev` starts and stops again and again: the service or the mock. At most one of each runs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `stopped`: by `restart` or `end`. `failed`: the process ended before it listened. */
export type Outcome = 'listens' | 'failed' | 'stopped'

export interface RestartableProcess {
  /** Resolves when the previous process has ended and the new one has started. */
  restart: () => Promise<{ outcome: Promise<Outcome> }>
  /** Ends the process. It cannot be restarted afterwards. */
  end: () => Promise<void>
}

interface Options {
  name: string
  script: string
  /** Packages to load before the script. This only saves time: the script can import others. */
  packages: string[]
  settings?: Record<string, string>
}

// Time for requests in progress before the process is killed.
const shutdownTimeoutMs = 2_000
// A compiled module stays in this cache across restarts.
const compileCache = join(tmpdir(), 'node-compile-cache')
const standby = new URL('standby.ts', import.meta.url)

export function restartableProcess({ name, script, packages, settings }: Options): RestartableProcess {
  const preloaded = new URLSearchParams(packages.map((name) => ['package', name]))
  let current: ChildProcess | undefined
  /** The next process: its packages are loaded, so it starts in half the time. */
  let next: ChildProcess | undefined
  let stopping: Promise<void> | undefined
  let isGreetingPrinted = false
  let isEnded = false

  function launch(): ChildProcess {
    return spawn(process.execPath, ['--import', `${standby}?${preloaded}`, script], {
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
      // stderr is inherited, so it stays a terminal. standby.ts uses the IPC channel.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // Its own process group: Ctrl-C must reach only this process, which then ends its children.
      detached: true,
    })
  }

  function prepareNext(): void {
    if (isEnded || next !== undefined) return
    const waiting = launch()
    next = waiting
    waiting.on('exit', () => {
      if (next === waiting) next = undefined
    })
  }

  function start(): Promise<Outcome> {
    const started = next ?? launch()
    next = undefined
    current = started
    started.send('go')
    return new Promise((resolve) => {
      started.stdout?.setEncoding('utf8').on('data', (text: string) => {
        const isGreeting = text.includes('listens on http')
        if (isGreeting) resolve('listens')
        // Print the greeting only after the first start.
        if (!isGreeting || !isGreetingPrinted) process.stdout.write(text)
        isGreetingPrinted ||= isGreeting
      })
      started.on('exit', (code, signal) => {
        current = undefined
        const isStopped = stopping !== undefined
        resolve(isStopped ? 'stopped' : 'failed')
        if (!isStopped) console.log(`${name} ended (${signal ?? code}); it restarts at the next file change`)
      })
    })
  }

  // Never sends a second SIGTERM: it would cut off requests in progress.
  function stop(): Promise<void> {
    stopping ??= stopCurrent().finally(() => {
      stopping = undefined
    })
    return stopping
  }

  async function stopCurrent(): Promise<void> {
    if (current === undefined) return
    const exited = once(current, 'exit')
    current.kill('SIGTERM')
    const timer = setTimeout(() => current?.kill('SIGKILL'), shutdownTimeoutMs)
    await exited
    clearTimeout(timer)
  }

  return {
    async restart() {
      await stop()
      const outcome = isEnded ? Promise.resolve<Outcome>('stopped') : start()
      outcome.then(prepareNext, () => {})
      return { outcome }
    },
    async end() {
      isEnded = true
      next?.kill('SIGKILL')
      await stop()
    },
  }
}
