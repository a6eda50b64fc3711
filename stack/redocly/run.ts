// Runs the command of Redocly, which has no API, on the current Node. Prints nothing unless the command fails.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
/** Our rules, as advice for a product without rules of its own. */
const defaultConfig = fileURLToPath(new URL('./redocly.yaml', import.meta.url))

export async function redocly(...args: string[]): Promise<string> {
  const config = existsSync('redocly.yaml') ? 'redocly.yaml' : defaultConfig
  const rules = args.includes('--config') ? [] : ['--config', config]
  // It runs for a second: optimising its code would take longer than that saves.
  const argv = ['--no-opt', cli, ...args, ...rules]
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env, maxBuffer: 2 ** 24 })
  return stdout
}

export interface LintProblem {
  message: string
  ruleId: string
  severity: 'error' | 'warn'
  location: { pointer?: string }[]
}

/** Lints files in one process. @returns The violations of each file. */
export async function lint(...files: string[]): Promise<LintProblem[][]> {
  // It exits with 1 if a violation is an error.
  const printed = await redocly('lint', ...files, '--format', 'json').catch((error) => {
    if (!error.stdout) throw error
    return error.stdout
  })
  // It prints one report for each file, one after the other.
  const reports: { problems: LintProblem[] }[] = JSON.parse(`[${printed.trim().replaceAll('\n}{\n', '\n},{\n')}]`)
  return reports.map(({ problems }) => problems)
}
