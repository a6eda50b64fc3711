// Runs the workflows of the docs with `redocly respect`, as a reader can, and reads its report.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, temporaryFolder } from '../../support/folder.ts'
import { run } from '../../support/process.ts'

export interface WorkflowRun {
  /** 0 if all checks passed. */
  code: number | null
  printed: string
  /** The report as JSON text. */
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

export const workflowsFile = 'docs/workflows.arazzo.yaml'
const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))

export async function respect(url: string, inputs: Record<string, string>): Promise<WorkflowRun> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'report.json')
  const args = ['respect', workflowsFile, '--server', `service=${url}`, '--json-output', file]
  // As a variable, the token does not appear in the list of processes.
  const input = Object.entries(inputs).map((entry) => entry.join('='))
  const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_CLI_RESPECT_INPUT: input.join(',') }
  const { code, stdout, stderr } = await run(process.execPath, [cli, ...args], {
    cwd: root,
    settings,
    timeoutMs: 60_000,
  })
  const printed = `${stdout}${stderr}`
  const report = await readFile(file, 'utf8').catch(() => {
    throw new Error(`redocly respect wrote no report:\n${printed}`)
  })
  const { files }: Report = JSON.parse(report)
  const workflows = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows)
  return { code, printed, report, steps: workflows.flatMap(({ executedSteps }) => executedSteps) }
}
