// Every workflow of the docs works on a live service.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'
import { respect, type Step, type WorkflowRun, workflowsFile } from './respect.ts'

interface Workflow {
  workflowId: string
  steps: { stepId: string; successCriteria: { condition: string }[] }[]
}

const text = await readFile(join(root, workflowsFile), 'utf8')
const { workflows }: { workflows: Workflow[] } = parse(text)

it('every workflow passes all its steps and leaves no plant behind', async () => {
  await using service = await startService()
  const { url } = service
  const token = await service.token()

  const run = await respect(url, { token, key: crypto.randomUUID() })

  expect(run.code, run.printed).toBe(0)
  const { steps } = run
  expect(steps.flatMap(criteriaThatPassed).sort()).toEqual(workflows.flatMap(criteriaOf).sort())
  expect(failedChecks(run)).toEqual([])
  expect(await (await service.request('/plants')).json()).toEqual([])
  expect(service.internalErrors).toEqual([])

  for (const { request } of steps) expect(request.url).toMatch(new RegExp(`^${url}/`))
  expect(run.printed + run.report).not.toContain(token)
})

function criteriaOf({ workflowId, steps }: Workflow): string[] {
  return steps.flatMap(({ stepId, successCriteria }) =>
    successCriteria.map(({ condition }) => `${workflowId}, ${stepId}: ${condition}`),
  )
}

function criteriaThatPassed({ workflowId, stepId, checks }: Step): string[] {
  return checks
    .filter(({ name, passed }) => name === 'success criteria check' && passed)
    .map(({ condition }) => `${workflowId}, ${stepId}: ${condition}`)
}

/** Includes the checks of Redocly itself: status, media type and body must be as the contract documents them. */
function failedChecks({ steps }: WorkflowRun): string[] {
  return steps.flatMap(({ workflowId, stepId, checks }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ name, condition }) => `${workflowId}, ${stepId}: ${condition ?? name}`),
  )
}
