// A chapter of the docs: typical workflows, step by step. It is written from the Arazzo file, which tests run against the
// service.

import { existsSync } from 'node:fs'
import type { Contract } from './contract.ts'
import { readYaml } from './read-yaml.ts'

/** The Arazzo file. */
export interface Workflows {
  info: { title: string; summary: string; description: string }
  workflows: { workflowId: string; summary: string; description: string; steps: Step[] }[]
}

interface Step {
  stepId: string
  description: string
  operationId: string
  successCriteria: { condition: string }[]
}

/** Of the product in the current folder. */
export const workflowsFile = 'docs/workflows.arazzo.yaml'

/** Returns no workflows if the product has no file. */
export function readWorkflows(): Workflows {
  if (existsSync(workflowsFile)) return readYaml(workflowsFile).document.toJS()
  return { info: { title: '', summary: '', description: '' }, workflows: [] }
}

/** @returns Markdown with headings of levels 1 and 2; '' without workflows. An anchor starts each workflow. */
export function workflowsChapter({ info, workflows }: Workflows, { operations }: Contract): string {
  if (workflows.length === 0) return ''
  const ids = new Set(operations.map(({ id }) => id))
  const sections = workflows.map(({ workflowId, summary, description, steps }) => {
    const list = steps.map((step) => `1. ${sentence(step, ids)}`).join('\n')
    return [`<a id="${anchor(workflowId)}"></a>`, `## ${summary}`, description, list].join('\n\n')
  })
  return [`# ${info.title}`, info.summary, info.description.trim(), ...sections].join('\n\n')
}

/** @returns A sentence with links to the workflows that use the operation; an empty text if there are none. */
export function workflowLinks({ workflows }: Workflows, operationId: string): string {
  const using = workflows.filter(({ steps }) => steps.some((step) => step.operationId === operationId))
  const links = using.map(({ workflowId, summary }) => `[${summary}](#${anchor(workflowId)})`)
  return links.length === 0 ? '' : `Workflows with this operation: ${links.join(', ')}.`
}

/** The anchor of a workflow. A workflow may have the name of another chapter. */
export function anchor(workflowId: string): string {
  return `workflow-${workflowId}`
}

function sentence({ stepId, description, operationId, successCriteria }: Step, ids: Set<string>): string {
  const [status] = successCriteria.flatMap(({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1] ?? [])
  if (status === undefined)
    throw new Error(
      `${workflowsFile}: step ${stepId} has no condition on $statusCode. Add one, such as $statusCode == 200.`,
    )
  // While somebody renames an operation, a step may name one that does not exist. The lint of the workflows reports it.
  const name = ids.has(operationId) ? `[\`${operationId}\`](#${encodeURIComponent(operationId)})` : `\`${operationId}\``
  return `${description} ${name}: \`${status}\``
}
