// The one place where tests start child processes. They do not see the environment variables of the test run.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { delimiter, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { onCleanUp, root } from './folder.ts'

/** Environment variables. */
export type Settings = Record<string, string>

export interface Options {
  /** Default: the root of the project. */
  cwd?: string
  settings?: Settings
  /** Starts a new process group. */
  detached?: boolean
  /** Only for `run`. Default: 15 seconds. */
  timeoutMs?: number
}

export interface Ended {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

export interface RunningProcess {
  pid: number
  /** The output so far. */
  stdout: () => string
  stderr: () => string
  /** Waits for text in the output. @throws {Error} If the process ends first, or after `timeoutMs`. */
  printed: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>
  kill: (signal: NodeJS.Signals) => void
  /** Waits for the end of the process. @throws {Error} After `timeoutMs`. The process is then killed. */
  ended: (timeoutMs?: number) => Promise<Ended>
  /** Sends a signal (default: SIGTERM) and waits for the end of the process. */
  end: (signal?: NodeJS.Signals, timeoutMs?: number) => Promise<Ended>
}

// Variables that describe the machine. Others could be settings of the service, or options of make, npm and Node.
const machine = /^(?:HOME|LANG|TMPDIR|CHROMIUM|\w*(?:CERT|PROXY)\w*|npm_config_(?:registry|cache|userconfig))$/i

/** Starts a command. `cleanUp` kills it if it still runs. */
export function start(command: string, args: string[], options: Options = {}): RunningProcess {
  const { cwd = root, settings = {}, detached = false } = options
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => machine.test(name)))
  const child = execa(command, args, {
    cwd,
    detached,
    env: { ...kept, PATH: path, ...settings },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    buffer: false, // collected below, because tests read the output while the process runs
    forceKillAfterDelay: false, // the timeouts below decide
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  let hasEnded = false
  const end = child.finally(() => {
    hasEnded = true
  })
  onCleanUp(async () => {
    child.kill('SIGKILL')
    await end
  })

  async function ended(timeoutMs = 15_000): Promise<Ended> {
    const timer = setTimeout(() => child.kill('SIGKILL', new Error(`still running after ${timeoutMs} ms`)), timeoutMs)
    const { exitCode, signal, cause } = await end
    clearTimeout(timer)
    if (cause instanceof Error) throw new Error(`${command}: ${cause.message}: ${output.stdout}${output.stderr}`)
    return { code: exitCode ?? null, signal: signal ?? null, ...output }
  }

  return {
    pid: child.pid ?? 0,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    async printed(pattern, timeoutMs = 15_000) {
      const deadline = performance.now() + timeoutMs
      for (let isOver = false; !isOver; await sleep(20)) {
        isOver = hasEnded || performance.now() > deadline
        const match = pattern.exec(output.stdout) ?? pattern.exec(output.stderr)
        if (match) return match
      }
      child.kill('SIGKILL')
      throw new Error(`${command} did not print ${pattern}: ${output.stdout}${output.stderr}`)
    },
    kill: (signal) => void child.kill(signal),
    ended,
    end(signal = 'SIGTERM', timeoutMs = 10_000) {
      child.kill(signal)
      return ended(timeoutMs)
    },
  }
}

/** Runs a command to its end. */
export function run(command: string, args: string[], options: Options = {}): Promise<Ended> {
  return start(command, args, options).ended(options.timeoutMs)
}

/** Options of Node. The process sends itself a signal when it prints `text`, after some turns of its event loop. */
export function signalAt(text: string, signal: NodeJS.Signals, turns = 0): string[] {
  const code = `
    for (const stream of [process.stdout, process.stderr]) {
      const { write } = stream
      stream.write = (printed, ...rest) => {
        if (String(printed).includes(${JSON.stringify(text)})) signalAfter(${turns})
        return write.call(stream, printed, ...rest)
      }
    }
    const signalAfter = (turns) =>
      turns > 0 ? setImmediate(signalAfter, turns - 1) : process.kill(process.pid, '${signal}')`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
