// Every workflow of the docs works on a live service: `redocly respect` runs them, as a reader can.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { root, temporaryFolder } from '../../support/folder.ts'
import { run } from '../../support/process.ts'
import { startService } from '../../support/service.ts'

interface Workflow {
  workflowId: string
  steps: { stepId: string; successCriteria: { condition: string }[] }[]
}

interface Step {
  workflowId: string
  stepId: string
  request: { url: string }
  checks: { name: string; condition?: string; passed: boolean }[]
}

interface Report {
  files: Record<string, { executedWorkflows: { executedSteps: Step[] }[] }>
}

const workflowsFile = 'docs/workflows.arazzo.yaml'
const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const { workflows }: { workflows: Workflow[] } = parse(await readFile(join(root, workflowsFile), 'utf8'))

it('every workflow passes all its steps and leaves no plant behind', { timeout: 60_000 }, async () => {
  await using service = await startService()
  await using folder = await temporaryFolder()
  const token = await service.token()
  const file = join(folder.path, 'report.json')
  const args = ['respect', workflowsFile, '--server', `service=${service.url}`, '--json-output', file]
  // As a variable, the token does not appear in the list of processes.
  const input = `token=${token},key=${crypto.randomUUID()}`
  const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_CLI_RESPECT_INPUT: input }
  const { code, stdout, stderr } = await run(process.execPath, [cli, ...args], { settings, timeoutMs: 60_000 })
  expect(code, stdout + stderr).toBe(0)

  const report = await readFile(file, 'utf8')
  const { files }: Report = JSON.parse(report)
  const steps = Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
  )
  const checks = steps.flatMap(({ workflowId, stepId, checks }) =>
    checks.map((check) => ({ ...check, place: `${workflowId}, ${stepId}: ${check.condition}` })),
  )
  // Redocly itself also checks that status, media type and body are as the contract documents them.
  expect(checks.filter(({ passed }) => !passed)).toEqual([])
  const criteria = checks.filter(({ name }) => name === 'success criteria check').map(({ place }) => place)
  expect(criteria.sort()).toEqual(workflows.flatMap(criteriaOf).sort())
  expect(await (await service.request('/plants')).json()).toEqual([])
  expect(service.internalErrors).toEqual([])

  for (const { request } of steps) expect(request.url).toMatch(new RegExp(`^${service.url}/`))
  expect(stdout + stderr + report).not.toContain(token)
})

function criteriaOf({ workflowId, steps }: Workflow): string[] {
  return steps.flatMap(({ stepId, successCriteria }) =>
    successCriteria.map(({ condition }) => `${workflowId}, ${stepId}: ${condition}`),
  )
}
