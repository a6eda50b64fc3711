// Copies of the project for the proofs that plant a defect and run the checks: the project itself is not touched.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { root, temporaryFolder } from '../support/folder.ts'
import { start } from '../support/process.ts'

const notCopied = ['node_modules', '.git', '.data', '.stryker', 'dist']

export interface Outcome {
  result: 'passed' | 'failed' | 'timed out'
  /** The first line of the output that says what is wrong. */
  message: string
}

export class Copy {
  readonly #folder: string
  readonly #signal: AbortSignal

  constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder
    this.#signal = signal
  }

  /** Changes a file until the result is disposed. */
  async change(file: string, edit: (text: string) => string): Promise<AsyncDisposable> {
    const path = join(this.#folder, file)
    const original = await readFile(path, 'utf8')
    await writeFile(path, edit(original))
    return { [Symbol.asyncDispose]: () => writeFile(path, original) }
  }

  /** Runs a command in its own process group, to end everything it starts with it. */
  async run([command = '', ...args]: string[], timeoutMs: number): Promise<Outcome> {
    const PATH = `${join(this.#folder, 'node_modules/.bin')}:${process.env.PATH}`
    const TMPDIR = join(dirname(this.#folder), 'temporary')
    await mkdir(TMPDIR, { recursive: true })
    this.#signal.throwIfAborted()
    const settings = { PATH, TMPDIR, NODE_COMPILE_CACHE: join(TMPDIR, 'compile-cache'), NO_COLOR: '1' }
    const child = start(command, args, { cwd: this.#folder, settings, detached: true })
    const timeout = AbortSignal.timeout(timeoutMs)
    const kill = () => child.kill('SIGKILL')
    for (const signal of [timeout, this.#signal]) signal.addEventListener('abort', kill)
    const { code, stdout, stderr } = await child.ended
    for (const signal of [timeout, this.#signal]) signal.removeEventListener('abort', kill)
    this.#signal.throwIfAborted()
    const output = stdout + stderr
    if (timeout.aborted) return { result: 'timed out', message: output.trim().split('\n').at(-1) ?? '' }
    return code === 0 ? { result: 'passed', message: '' } : { result: 'failed', message: firstError(output) }
  }
}

export type Copies = Awaited<ReturnType<typeof copyProject>>

/** Copies the project as it is at this moment. */
export async function copyProject(count: number) {
  const parent = await temporaryFolder()
  await chmod(parent.path, 0o711) // PostgreSQL runs as another user if the tests run as root
  const folders = Array.from({ length: count }, (_, index) => join(parent.path, `copy-${index + 1}`))
  for (const folder of folders) await copyTo(folder)
  const stop = new AbortController()

  /** Each copy takes the next job when it has finished one. @throws on Ctrl-C, once the running commands have ended. */
  async function forEach<Job>(jobs: Iterable<Job>, work: (job: Job, copy: Copy) => Promise<void>): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    const queue = Iterator.from(jobs)
    const takeJobs = async (folder: string) => {
      const copy = new Copy(folder, stop.signal)
      for (const job of queue) await work(job, copy)
    }
    const ends = await Promise.allSettled(folders.map(takeJobs))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  return { folders, forEach, [Symbol.asyncDispose]: parent.remove }
}

function firstError(output: string): string {
  const lines = output.trim().split('\n')
  const line =
    lines.find((text) => /^\s*FAIL /.test(text)) ??
    lines.find((text) => /error|out of date/i.test(text)) ??
    lines.at(-1)
  return line?.trim() ?? ''
}

async function copyTo(folder: string): Promise<void> {
  // With their times: make installs again where a lock file is newer than the packages.
  const filter = (path: string) => !notCopied.includes(basename(path))
  await cp(root, folder, { recursive: true, preserveTimestamps: true, filter })
  // Packages are linked one by one, so that the copy has its own client, and tools do not share what they keep there.
  const modules = join(root, 'node_modules')
  await mkdir(join(folder, 'node_modules/@plant-collection'), { recursive: true })
  await symlink('../../client', join(folder, 'node_modules/@plant-collection/client'))
  for (const name of await readdir(modules)) {
    const isPackage = !name.startsWith('.') || name === '.bin' || name === '.installed'
    if (isPackage && name !== '@plant-collection')
      await symlink(join(modules, name), join(folder, 'node_modules', name))
  }
  for (const name of ['consumers', 'install/chromium', 'install/lowest-node', 'install/python']) {
    const installed = join('tools', name, 'node_modules')
    if (existsSync(join(root, installed, '.installed'))) await symlink(join(root, installed), join(folder, installed))
  }
}
