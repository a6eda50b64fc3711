// Starts child processes for tests, and waits for their output and their exit.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { onCleanUp, root } from './folder.ts'
import { processMs, waitMs } from './wait.ts'

export type Settings = Record<string, string>

export interface Options {
  /** Default: the root of the project. */
  cwd?: string
  env?: Settings
  /** Starts a new process group. A signal goes to the whole group, and the group ends with the command. */
  detached?: boolean
  /** A file descriptor of this process that the command inherits as its descriptor 3. */
  descriptor?: number | undefined
}

// Environment variables that describe the machine. Others could be settings, or options of make, npm or Node.
const machineVariables =
  /^(?:HOME|LANG|TMPDIR|NODE_COMPILE_CACHE|CHROMIUM|\w*(?:CERT|PROXY)\w*|npm_config_(?:registry|cache|userconfig))$/i

/** The `PATH` of child processes. The substitutes are last: they run only if the machine has no curl or no python3. */
export const commandPath = [dirname(process.execPath), process.env.PATH, join(import.meta.dirname, 'substitutes')].join(
  delimiter,
)

export interface ProcessResult {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

/** Expected results of commands that print only this. */
export const succeeded = (stdout: string): ProcessResult => ({ code: 0, signal: null, stdout, stderr: '' })
export const failed = (line: string): ProcessResult => ({ code: 1, signal: null, stdout: '', stderr: `${line}\n` })

/** Starts a command. `cleanUp` kills it if it still runs. */
export function start(command: string, args: string[], options?: Options): RunningProcess {
  return new RunningProcess(command, args, options)
}

/** Runs a command to its end. @throws {Error} After `timeoutMs`. */
export function run(
  command: string,
  args: string[],
  { timeoutMs = processMs, ...options }: Options & { timeoutMs?: number } = {},
): Promise<ProcessResult> {
  return start(command, args, options).endWithin(timeoutMs)
}

/** Runs a command and returns its stdout. @throws {Error} If the command fails. */
export async function getOutput(...command: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...command)
  if (code !== 0) throw new Error(`${command[0]} failed with ${code}: ${stdout}${stderr}`)
  return stdout
}

export class RunningProcess {
  /** Resolves when the process has exited, without a timeout. */
  readonly ended: Promise<ProcessResult>
  /** The output so far. */
  stdout = ''
  stderr = ''
  readonly #child: ReturnType<typeof launch>
  readonly #detached: boolean
  #hasEnded = false

  constructor(command: string, args: string[], options: Options = {}) {
    const { cwd = root, env = {}, detached = false, descriptor } = options
    this.#child = launch(command, args, { cwd, env, detached, descriptor })
    this.#detached = detached
    this.#child.stdout.setEncoding('utf8').on('data', (text) => (this.stdout += text))
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.stderr += text))
    // A child that the command leaves running would keep the output open.
    if (detached) this.#child.nodeChildProcess.once('exit', () => this.kill('SIGKILL'))
    this.ended = this.#child.then(({ exitCode, signal, cause }) => {
      this.#hasEnded = true
      if (cause instanceof Error) throw cause // the command could not be started
      return { code: exitCode ?? null, signal: signal ?? null, stdout: this.stdout, stderr: this.stderr }
    })
    this.ended.catch(() => {}) // not unhandled if a test never waits for the end
    onCleanUp(async () => {
      this.kill('SIGKILL')
      await this.#child
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  kill(signal: NodeJS.Signals): void {
    if (this.#hasEnded) return
    if (!this.#detached) this.#child.kill(signal)
    else if (this.pid !== 0) killGroup(this.pid, signal)
  }

  /** Sends a signal and waits for the exit. @throws {Error} After `timeoutMs`. */
  end(signal: NodeJS.Signals = 'SIGTERM', timeoutMs = processMs): Promise<ProcessResult> {
    this.kill(signal)
    return this.endWithin(timeoutMs)
  }

  /** Waits for the exit. @throws {Error} After `timeoutMs`, when it has killed the process. */
  async endWithin(timeoutMs: number): Promise<ProcessResult> {
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      this.kill('SIGKILL')
    }, timeoutMs)
    const result = await this.ended.finally(() => clearTimeout(timer))
    if (hasTimedOut) throw new Error(`The process still ran after ${timeoutMs} ms: ${result.stdout}${result.stderr}`)
    return result
  }

  /** Waits until the output matches. @throws {Error} If the process exits first, or after `timeoutMs`. */
  async waitForOutput(pattern: RegExp, timeoutMs = waitMs): Promise<RegExpExecArray> {
    const deadline = performance.now() + timeoutMs
    for (let isOver = false; !isOver; await sleep(20)) {
      isOver = this.#hasEnded || performance.now() > deadline
      const match = pattern.exec(this.stdout) ?? pattern.exec(this.stderr)
      if (match) return match
    }
    this.kill('SIGKILL')
    throw new Error(`The process did not print ${pattern}: ${this.stdout}${this.stderr}`)
  }
}

/** @param options `env`: environment variables. The process gets these and those of the machine, but no others. */
function launch(command: string, args: string[], { cwd, env, detached, descriptor }: Required<Options>) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => machineVariables.test(name)))
  return execa(command, args, {
    cwd,
    detached,
    env: { ...inherited, PATH: commandPath, no_proxy: '127.0.0.1', ...env },
    extendEnv: false,
    // The types of execa allow only literal descriptors up to 9.
    stdio: ['ignore', 'pipe', 'pipe', ...(descriptor === undefined ? [] : [descriptor as 3])],
    reject: false,
    buffer: false, // tests read the output while the process runs
    forceKillAfterDelay: false, // the timeouts of the tests decide
  })
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has already exited.
  }
}

/**
 * Node options that make a process send itself a signal some turns of its event loop after it prints `text`. A timer in
 * the test could miss that moment.
 */
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

/** @returns The ids of the child processes. */
export function findChildren(parent: number): number[] {
  if (process.platform === 'linux') {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    return (children.match(/\d+/g) ?? []).map(Number)
  }
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []))
}
