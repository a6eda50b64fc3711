// Runs what must notice a fault in a copy of the project, and reads off its report what it noticed.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What looks for a fault: test files, the compiler, the lint of the contract, or the check of generated/. */
export type Watch = string[] | 'types' | 'lint' | 'generated'

export interface Finding {
  /** `late`: it was ended at the deadline; `lost`: it failed, but not because something noticed. */
  verdict: 'green' | 'red' | 'late' | 'lost'
  /** The first thing that turned red, or what happened instead. */
  what: string
  /** The test file it is in. */
  file?: string
}

export interface Watching {
  folder: string
  scratch: string
  deadlineMs: number
  /** Ends what is running, and starts nothing more. */
  signal: AbortSignal
}

interface Ended {
  code: number | null
  late: boolean
  printed: string
}

export function runWatch(watch: Watch, named: string | undefined, watching: Watching): Promise<Finding> {
  switch (watch) {
    case 'types':
      // What was compiled before need not be again.
      return runCommand(watching, ['tsc', '--incremental', '--tsBuildInfoFile', 'node_modules/.tsbuildinfo'])
    case 'lint':
      return runCommand(watching, ['redocly', 'lint', 'openapi.yaml', 'docs/workflows.arazzo.yaml', '--format=stylish'])
    case 'generated':
      return runCommand(watching, ['node', 'tools/generate/main.ts', '--check'])
    default:
      return runTests(watching, ['run', ...watch, ...(named === undefined ? [] : ['--testNamePattern', named])])
  }
}

/** Red where the command fails. */
export async function runCommand(watching: Watching, [command = '', ...args]: string[]): Promise<Finding> {
  const { code, late, printed } = await run(watching, command, args)
  if (late) return { verdict: 'late', what: lastLine(printed) }
  return code === 0 ? { verdict: 'green', what: '' } : { verdict: 'red', what: firstComplaint(printed) }
}

// As much of Vitest's report as is read here.
interface Report {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** @param args Of vitest. */
export async function runTests(watching: Watching, args: string[]): Promise<Finding> {
  const early = await report(watching, [...args, '--bail=1'])
  // Vitest 5.1 leaves tests that ran at the same time out of its report when one of them makes it stop early.
  return early.verdict === 'lost' ? report(watching, args) : early
}

async function report(watching: Watching, args: string[]): Promise<Finding> {
  const reportFile = join(watching.scratch, `report-${crypto.randomUUID()}.json`)
  const options = ['--reporter=json', `--outputFile=${reportFile}`]
  const { code, late, printed } = await run(watching, 'vitest', [...args, ...options])
  if (late) return { verdict: 'late', what: lastLine(printed) }
  const { testResults }: Report = JSON.parse(await readFile(reportFile, 'utf8').catch(() => '{"testResults":[]}'))
  await rm(reportFile, { force: true })

  const red = firstRed(watching.folder, testResults)
  if (red !== undefined) return red
  if (code !== 0) return { verdict: 'lost', what: `ended with ${code}: ${lastLine(printed)}` }
  const passed = testResults.some(({ assertionResults }) => assertionResults.some(({ status }) => status === 'passed'))
  return passed ? { verdict: 'green', what: '' } : { verdict: 'lost', what: 'no test was run' }
}

function firstRed(folder: string, testResults: Report['testResults']): Finding | undefined {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed !== undefined) return { verdict: 'red', what: failed.fullName, file: relative(folder, name) }
  }
  const broken = testResults.find(({ status, message }) => status === 'failed' && message)
  if (broken === undefined) return undefined
  const what = `(before any test) ${firstComplaint(broken.message ?? '')}`
  return { verdict: 'red', what, file: relative(folder, broken.name) }
}

async function run(watching: Watching, command: string, args: string[]): Promise<Ended> {
  const { folder, scratch, deadlineMs, signal } = watching
  if (signal.aborted) return { code: null, late: false, printed: '' }
  const PATH = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`
  const NODE_COMPILE_CACHE = join(scratch, 'compiled')
  const env = { ...process.env, PATH, TMPDIR: scratch, NODE_COMPILE_CACHE, NO_COLOR: '1' }
  // A group of its own, so that what it starts can be ended with it.
  const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => endGroup(child)
  signal.addEventListener('abort', end)
  let late = false
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-10_000)
    })
  }
  const timer = setTimeout(() => {
    late = true
    end()
  }, deadlineMs)
  const closed = new Promise<number | null>((resolve) => {
    child.once('error', ({ message }) => {
      printed = message
      resolve(null)
    })
    child.once('close', resolve)
  })
  // Whatever a failed test has left running, and holds the pipes open.
  child.once('exit', end)
  const code = await closed
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
  return { code, late, printed }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended already.
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

function firstComplaint(text: string): string {
  return (
    text
      .split('\n')
      .find((line) => /error|stale/i.test(line))
      ?.trim() ?? lastLine(text)
  )
}
