// The journeys that the docs tell are gone, step by step, at a real service; and whoever expects something else of one is
// told so.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { folderWith, root } from '../../support/folder.ts'
import { startService } from '../../support/service.ts'
import { type Journey, respect, type Step, workflowsFile } from './respect.ts'

interface Workflow {
  workflowId: string
  steps: { stepId: string; successCriteria: { condition: string }[] }[]
}

const text = await readFile(join(root, workflowsFile), 'utf8')
const { workflows }: { workflows: Workflow[] } = parse(text)

it('every journey goes as it is told, to the last step, and leaves nothing behind', async () => {
  await using service = await startService()
  const { url } = service
  const token = await service.token()

  const most = await respect({ url, inputs: { token, key: crypto.randomUUID() }, only: ['--skip', 'next-page'] })
  const cursor = cursorOf(most.steps)
  const rest = await respect({ url, inputs: { token, cursor }, only: ['--workflow', 'next-page'] })

  for (const { code, printed } of [most, rest]) expect(code, printed).toBe(0)
  const steps = [...most.steps, ...rest.steps]
  expect(steps.flatMap(criteriaThatPassed).sort()).toEqual(workflows.flatMap(criteriaOf).sort())
  expect(failures(most, rest)).toEqual([])
  expect(await (await service.request('/plants')).json()).toEqual([])
  expect(service.internalErrors).toEqual([])

  for (const { request } of steps) expect(request.url).toMatch(new RegExp(`^${url}/`))
  for (const { printed, report } of [most, rest]) expect(printed + report).not.toContain(token)
})

it.each([
  ['the status', '$statusCode == 201', '$statusCode == 200'],
  ['the body', "$response.body#/tag == 'first-plant'", "$response.body#/tag == 'another'"],
  ['the form of a header', '^plants/[0-9a-f-]{36}$', '^plants/[0-9]{36}$'],
  ['a header', '$response.header.ETag == $steps.add.outputs.etag', '$response.header.ETag != $steps.add.outputs.etag'],
  ['how many are listed', '$[?length($) == 1]', '$[?length($) == 2]'],
  ['that a header is absent', '$response.header.Link == null', '$response.header.Link != null'],
])('a journey fails where %s is not what is expected', async (_what, condition, broken) => {
  await using folder = await folderWith('openapi.yaml', workflowsFile)
  expect(text).toContain(condition)
  await writeFile(
    join(folder.path, workflowsFile),
    text.replace(condition, () => broken),
  )
  await using service = await startService()
  const inputs = { token: await service.token() }

  const journey = await respect({ cwd: folder.path, url: service.url, inputs, only: ['--workflow', 'first-plant'] })

  expect(journey.code).toBe(1)
  expect(failures(journey)).toEqual([expect.stringContaining(`: ${broken}`)])
})

/** The position that the first page leads to, as a caller takes it out of `Link`. */
function cursorOf(steps: Step[]): string {
  const link = steps.find(({ stepId }) => stepId === 'list-first')?.response.headers.link
  return /[?&]cursor=([^&>]+)/.exec(link ?? '')?.[1] ?? ''
}

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

/** Those of Redocly's own checks included: that status, media type and body are what the contract documents. */
function failures(...journeys: Journey[]): string[] {
  const steps = journeys.flatMap((journey) => journey.steps)
  return steps.flatMap(({ workflowId, stepId, checks }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ name, condition }) => `${workflowId}, ${stepId}: ${condition ?? name}`),
  )
}
