// A process that is ended and started again and again: the service, or the mock. At most one of each is there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `stopped` is our own doing; `failed`: it ended before it listened. */
export type Outcome = 'listens' | 'failed' | 'stopped'

export interface Face {
  /** Resolves once the one before is gone and this one is on its way. */
  restart: () => Promise<{ outcome: Promise<Outcome> }>
  /** For good. */
  end: () => Promise<void>
}

export interface FaceParts {
  name: string
  script: string
  /** Packages that it uses; what is not named here makes it slower to start, and nothing else. */
  packages: string[]
  settings?: Record<string, string>
}

// A request under way is waited for this long.
const graceMs = 2_000
// What has been compiled once is not again.
const compileCache = join(tmpdir(), 'node-compile-cache')
const standby = import.meta.resolve('./standby.ts')

export function createFace({ name, script, packages, settings }: FaceParts): Face {
  let current: ChildProcess | undefined
  /** Waits with its packages loaded, to start in half the time. */
  let next: ChildProcess | undefined
  let stopping: Promise<void> | undefined
  let isGreeted = false
  let isEnded = false

  function launch(): ChildProcess {
    const imports = [...packages, standby].flatMap((name) => ['--import', name])
    return spawn(process.execPath, [...imports, script], {
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
      // stderr is the terminal where ours is. The channel is for standby.ts.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      // Out of our group: Ctrl-C reaches us alone, and we end it.
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
        // Once is enough.
        if (!isGreeting || !isGreeted) process.stdout.write(text)
        isGreeted ||= isGreeting
      })
      started.on('exit', (code, signal) => {
        current = undefined
        const isStopped = stopping !== undefined
        resolve(isStopped ? 'stopped' : 'failed')
        if (!isStopped) console.log(`${name} ended (${signal ?? code}); the next change starts it again`)
      })
    })
  }

  // Once only: a second signal would cut short what is under way.
  function stop(): Promise<void> {
    stopping ??= stopCurrent().finally(() => {
      stopping = undefined
    })
    return stopping
  }

  async function stopCurrent(): Promise<void> {
    if (current === undefined) return
    const gone = once(current, 'exit')
    current.kill('SIGTERM')
    const timer = setTimeout(() => current?.kill('SIGKILL'), graceMs)
    await gone
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
