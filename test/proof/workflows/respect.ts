// Runs the journeys as anybody can, by the command `redocly respect`, and reads what it reports.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { folderWith } from '../../support/folder.ts'

export interface Journey {
  /** 0 where all was as expected. */
  code: number
  printed: string
  /** The report, as it was written. */
  report: string
  steps: Step[]
}

export interface Step {
  workflowId: string
  stepId: string
  request: { url: string }
  response: { headers: Record<string, string> }
  checks: { name: string; condition?: string; passed: boolean }[]
}

interface Report {
  files: Record<string, { executedWorkflows: { executedSteps: Step[] }[] }>
}

interface Options {
  cwd?: string
  url: string
  inputs: Record<string, string>
  /** Which workflows. */
  only: ['--workflow' | '--skip', string]
}

export const workflowsFile = 'docs/workflows.arazzo.yaml'
const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))

export async function respect({ cwd, url, inputs, only }: Options): Promise<Journey> {
  await using folder = await folderWith()
  const file = join(folder.path, 'report.json')
  const args = ['respect', workflowsFile, '--server', `service=${url}`, ...only, '--json-output', file]
  // The token is in no list of processes so, and no proxy of ours is asked.
  const input = Object.entries(inputs).map((entry) => entry.join('='))
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_CLI_RESPECT_INPUT: input.join(',') }
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...args], { cwd, env }).then(
    (printed) => ({ ...printed, code: 0 }),
    (failure) => failure,
  )
  const printed = `${stdout}${stderr}`
  const report = await readFile(file, 'utf8').catch(() => {
    throw new Error(`redocly respect made no report:\n${printed}`)
  })
  const { files }: Report = JSON.parse(report)
  const steps = Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
  )
  return { code, printed, report, steps }
}
