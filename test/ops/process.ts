// The service as a process with the ports and the log of an operator.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { developmentIssuer } from '../../server/auth/development-issuer.ts'

export interface Running {
  url: string
  /** Of /live, /ready and /metrics; '' where that is off. */
  opsUrl: string
  token: (subject?: string) => Promise<string>
  /** The lines that are JSON, taken apart. */
  log: () => Record<string, unknown>[]
  /** All that it has printed. */
  output: () => string
  kill: (signal: NodeJS.Signals) => void
  /** How it ended, once it has. */
  ended: Promise<{ code: number | null; signal: string | null }>
  stop: () => Promise<void>
}

const startDeadlineMs = 15_000

/** On free ports and in a data folder of its own, without the example collection. */
export async function startProcess(settings: Record<string, string> = {}): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'plants-'))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'example-collection-added'), '')
  const env = { PATH: process.env.PATH, PORT: '0', OPS_PORT: '0', DATA: folder, ...settings }
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const find = (expression: RegExp) => expression.exec(output)?.[1] ?? ''

  for (let waited = 0; find(/Read the docs at (\S+)\/docs/) === ''; waited += 20) {
    if (waited > startDeadlineMs || child.exitCode !== null) {
      child.kill('SIGKILL')
      throw new Error(`it did not start: ${output}`)
    }
    await new Promise((done) => setTimeout(done, 20))
  }
  return {
    url: find(/listens on (\S+)/),
    opsUrl: find(/metrics are at (\S+)/),
    token: async (subject = 'gardener') =>
      (await developmentIssuer(folder)).sign({ subject, scope: 'plants:read plants:write' }),
    log: () => output.split('\n').flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line)] : [])),
    output: () => output,
    kill: (signal) => void child.kill(signal),
    ended,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
