// A chapter of the docs: typical workflows, step by step. It is written from the Arazzo file, which tests run against the
// service.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

interface Arazzo {
  info: { title: string; summary: string; description: string }
  workflows: Workflow[]
}

interface Workflow {
  summary: string
  description: string
  steps: Step[]
}

interface Step {
  stepId: string
  description: string
  operationId: string
  successCriteria: { condition: string }[]
}

const file = 'docs/workflows.arazzo.yaml'
const path = fileURLToPath(import.meta.resolve(`../../${file}`))

/** @returns Markdown with headings of levels 1 and 2. */
export async function workflowsChapter(): Promise<string> {
  const { info, workflows }: Arazzo = parsed(await readFile(path, 'utf8'))
  return [`# ${info.title}`, info.summary, info.description.trim(), ...workflows.map(section)].join('\n\n')
}

function parsed(text: string): Arazzo {
  try {
    return parse(text)
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function section({ summary, description, steps }: Workflow): string {
  return [`## ${summary}`, description, steps.map((step) => `1. ${sentence(step)}`).join('\n')].join('\n\n')
}

function sentence({ stepId, description, operationId, successCriteria }: Step): string {
  const [status] = successCriteria.flatMap(({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1] ?? [])
  if (status === undefined)
    throw new Error(`${file}: step ${stepId} has no condition on $statusCode. Add one, such as $statusCode == 200.`)
  return `${description} \`${operationId}\`: \`${status}\``
}
