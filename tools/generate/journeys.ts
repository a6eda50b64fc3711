// What callers do step by step, as a chapter of the docs: told by the Arazzo workflows that are run against the service.

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

/** In Markdown, with headings of the first level and the second. */
export async function journeys(): Promise<string> {
  const { info, workflows }: Arazzo = read(await readFile(path, 'utf8'))
  return [`# ${info.title}`, info.summary, info.description.trim(), ...workflows.map(journey)].join('\n\n')
}

function read(text: string): Arazzo {
  try {
    return parse(text)
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function journey({ summary, description, steps }: Workflow): string {
  return [`## ${summary}`, description, steps.map((step) => `1. ${told(step)}`).join('\n')].join('\n\n')
}

function told({ stepId, description, operationId, successCriteria }: Step): string {
  const [status] = successCriteria.flatMap(({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1] ?? [])
  if (status === undefined) throw new Error(`${file}: the step ${stepId} should say which $statusCode it expects`)
  return `${description} \`${operationId}\`: \`${status}\``
}
